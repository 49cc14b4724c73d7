package dev.gyre.engine.op;

import dev.gyre.engine.select.SelectionPlan;

/** The k best {@code float} values of each row. Immutable; safe for use by several threads. */
public final class TopKFloats extends TopK {

    private final float[] values;

    TopKFloats(int rows, int k, int[] ids, float[] values, SelectionPlan plan) {
        super(rows, k, ids, plan);
        this.values = values;
    }

    /**
     * Returns a value.
     *
     * @param row the row
     * @param rank 0 for the best, if the result is sorted
     * @return the value
     * @throws IndexOutOfBoundsException if there is no such row or rank
     */
    public float value(int row, int rank) {
        return values[slot(row, rank)];
    }

    /**
     * Returns all values.
     *
     * @return a new array of {@code rows x k} values, row-major
     */
    public float[] toValueArray() {
        return values.clone();
    }
}
