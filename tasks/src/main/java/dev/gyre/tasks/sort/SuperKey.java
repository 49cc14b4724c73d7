package dev.gyre.tasks.sort;

/**
 * The order of rows by several columns: by the first column, ties by the next column, and so on cyclically (the super key of Brown,
 * "Building a balanced k-d tree in O(kn log n) time", 2015).
 */
final class SuperKey {

    private SuperKey() {}

    /**
     * Returns 1 if row a comes before row b in the columns after the first, else 0. The rows agree in the first column.
     *
     * @param a a row
     * @param b another row
     * @param columns one column after the other
     * @param stride values of a column
     * @param dims number of columns
     * @param first the column in which the rows agree
     */
    static int before(int a, int b, int[] columns, int stride, int dims, int first) {
        int column = first;
        int valueA = 0;
        int valueB = 0;
        int compared = 1;
        while (compared < dims && valueA == valueB) {
            column = column + 1 == dims ? 0 : column + 1;
            valueA = columns[column * stride + a];
            valueB = columns[column * stride + b];
            compared++;
        }
        return valueA < valueB ? 1 : 0;
    }
}
