package dev.gyre.engine.select;

import dev.gyre.engine.data.Order;
import dev.gyre.tasks.select.SelectionParameters;

/**
 * Rows of values on the device, with the ids of the values.
 *
 * @param floats values, or a stand-in where they are ints
 * @param integers values, or a stand-in where they are floats
 * @param sources ids of the values, or a stand-in where an id is a column
 * @param form bits of {@link SelectionParameters}
 * @param columns values per row
 */
public record RowValues(float[] floats, int[] integers, int[] sources, int form, int rows, int columns) {

    /** Floats with their columns as ids. */
    static RowValues of(float[] values, int rows, int columns, Order order) {
        int form = SelectionParameters.FLOATS | largest(order);
        return new RowValues(values, new int[1], new int[1], form, rows, columns);
    }

    /** Ints with their columns as ids. */
    static RowValues of(int[] values, int rows, int columns, Order order) {
        return new RowValues(new float[1], values, new int[1], largest(order), rows, columns);
    }

    /** Keys in the order asked for, with their ids. */
    static RowValues of(int[] keys, int[] ids, int rows, int columns) {
        return new RowValues(new float[1], keys, ids, SelectionParameters.MAPPED, rows, columns);
    }

    /** The array that holds the values. */
    public Object array() {
        return (form & SelectionParameters.FLOATS) != 0 ? floats : integers;
    }

    private static int largest(Order order) {
        return order == Order.DESCENDING ? SelectionParameters.LARGEST : 0;
    }
}
