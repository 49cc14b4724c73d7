package dev.gyre.engine.select;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.pool.Layout;
import dev.gyre.tasks.select.SelectionParameters;

/**
 * Rows of values on the device, with the ids of the values.
 *
 * @param floats values, or a stand-in if they are ints
 * @param integers values, or a stand-in if they are floats
 * @param sources ids of the values, or a stand-in if an id is a column
 * @param form bits of {@link SelectionParameters}
 * @param columns values per row
 */
public record RowValues(float[] floats, int[] integers, int[] sources, int form, int rows, int columns) {

    /**
     * Makes values with their columns as ids.
     *
     * @param values {@code rows x columns} floats, none of them NaN, or ints, row-major
     */
    public static RowValues of(Object values, int rows, int columns, Order order) {
        int largest = order == Order.DESCENDING ? SelectionParameters.LARGEST : 0;
        return values instanceof float[] floats
                ? new RowValues(floats, new int[1], new int[1], SelectionParameters.FLOATS | largest, rows, columns)
                : new RowValues(new float[1], (int[]) values, new int[1], largest, rows, columns);
    }

    /**
     * Declares values of a form, an input of the program, with their columns as ids.
     *
     * @param form bits of {@link SelectionParameters}
     */
    static RowValues in(Layout layout, int form, int rows, int columns) {
        return (form & SelectionParameters.FLOATS) != 0
                ? new RowValues(layout.input(float[].class, rows, columns), new int[1], new int[1], form, rows, columns)
                : new RowValues(
                        new float[1], layout.input(int[].class, rows, columns), new int[1], form, rows, columns);
    }

    /** Makes keys in the requested order, with their ids. */
    static RowValues of(int[] keys, int[] ids, int rows, int columns) {
        return new RowValues(new float[1], keys, ids, SelectionParameters.MAPPED, rows, columns);
    }

    /** Tells whether the ints are the bits of floats. */
    boolean isBits() {
        return (form & SelectionParameters.BITS) != 0;
    }

    /** Returns the array that holds the values. */
    public Object array() {
        return (form & SelectionParameters.FLOATS) != 0 ? floats : integers;
    }
}
