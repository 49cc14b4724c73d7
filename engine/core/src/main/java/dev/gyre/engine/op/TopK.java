package dev.gyre.engine.op;

import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.select.SelectionPlan;
import java.util.Arrays;
import java.util.Objects;

/**
 * The k best values of each row. Immutable; safe for use by several threads.
 *
 * <p>If the result is sorted, each row is in the requested order, ties by ascending id. So each row of a result for a smaller k is the
 * beginning of the row for a larger k. Memory: 8 bytes per value.
 */
public abstract sealed class TopK {

    private final int rows;
    private final int k;
    private final int[] ids;
    private final SelectionPlan plan;

    /** Takes ownership of a finished array, which must not change afterwards. */
    TopK(int rows, int k, int[] ids, SelectionPlan plan) {
        this.rows = rows;
        this.k = k;
        this.ids = ids;
        this.plan = Objects.requireNonNull(plan, "plan");
    }

    /**
     * Returns the number of rows.
     *
     * @return the number
     */
    public int rows() {
        return rows;
    }

    /**
     * Returns the number of values per row.
     *
     * @return k
     */
    public int k() {
        return k;
    }

    /**
     * Returns the column of a value.
     *
     * @param row the row
     * @param rank 0 for the best, if the result is sorted
     * @return the column, from 0
     * @throws IndexOutOfBoundsException if there is no such row or rank
     */
    public int id(int row, int rank) {
        return ids[slot(row, rank)];
    }

    /**
     * Returns the columns of a row's values.
     *
     * @param row the row
     * @return a new array of k columns
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public int[] ids(int row) {
        int first = Objects.checkIndex(row, rows) * k;
        return Arrays.copyOfRange(ids, first, first + k);
    }

    /**
     * Returns all columns.
     *
     * @return a new array of {@code rows x k} columns, row-major
     */
    public int[] toIdArray() {
        return ids.clone();
    }

    /**
     * Returns the method that was used.
     *
     * @return the method, not {@link SelectionOptions.Method#AUTOMATIC}
     */
    public SelectionOptions.Method method() {
        return plan.method();
    }

    /**
     * Explains the method that was used.
     *
     * @return one line
     */
    public String explain() {
        return plan.explanation();
    }

    /** Returns the index of a value in the flat arrays. */
    final int slot(int row, int rank) {
        return Objects.checkIndex(row, rows) * k + Objects.checkIndex(rank, k);
    }

    /** The k best {@code float} values of each row. Immutable; safe for use by several threads. */
    public static final class Floats extends TopK {

        private final float[] values;

        Floats(int rows, int k, int[] ids, float[] values, SelectionPlan plan) {
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

    /** The k best {@code int} values of each row. Immutable; safe for use by several threads. */
    public static final class Ints extends TopK {

        private final int[] values;

        Ints(int rows, int k, int[] ids, int[] values, SelectionPlan plan) {
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
        public int value(int row, int rank) {
            return values[slot(row, rank)];
        }

        /**
         * Returns all values.
         *
         * @return a new array of {@code rows x k} values, row-major
         */
        public int[] toValueArray() {
            return values.clone();
        }
    }
}
