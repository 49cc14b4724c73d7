package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Objects;

/**
 * The single linkage of rows: which groups of rows merge, at which distance. Merge i makes node n + i of two nodes; a node below n is a row.
 * Merges are in the order of the edges of a spanning tree, so that merges at equal distances have an order too. The left node of a merge is
 * the one with the smaller least row. Immutable; safe for use by several threads. Memory: 20 bytes per merge.
 *
 * <p>Stored as SciPy stores a linkage, whose columns are left, right, distance and size.
 */
public final class Dendrogram {

    /** Largest number of rows: nodes are numbered by ints. */
    public static final int MAX_ROWS = 1 << 30;

    private final int rows;
    private final int[] left;
    private final int[] right;
    private final double[] distances;
    private final int[] sizes;

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param rows number of rows
     * @param left left node of each merge
     * @param right right node of each merge
     * @param distances distance of each merge
     * @param sizes number of rows of each merge
     * @hidden engine only
     */
    public Dendrogram(int rows, int[] left, int[] right, double[] distances, int[] sizes) {
        this.rows = rows;
        this.left = left;
        this.right = right;
        this.distances = distances;
        this.sizes = sizes;
    }

    /**
     * Makes the dendrogram of a spanning tree: O(n log n) at most, close to O(n) in practice; 8 bytes per row of temporary memory.
     *
     * @param rows number of rows
     * @param a a row of each edge
     * @param b the other row of each edge
     * @param distances the distance of each edge, ascending
     * @return the dendrogram
     * @throws IllegalArgumentException if the edges do not join all rows, without a cycle, in ascending order, or if there are more than
     *     {@link #MAX_ROWS} rows
     */
    public static Dendrogram of(int rows, int[] a, int[] b, double[] distances) {
        if (rows > MAX_ROWS) {
            throw new IllegalArgumentException("a dendrogram has up to " + MAX_ROWS + " rows: rows=" + rows);
        }
        if (a.length != Math.max(0, rows - 1) || b.length != a.length || distances.length != a.length) {
            throw new IllegalArgumentException("a spanning tree has rows - 1 edges: rows=" + rows + ", edges="
                    + a.length + ", " + b.length + ", distances=" + distances.length);
        }
        int edges = a.length;
        Dendrogram made = new Dendrogram(rows, new int[edges], new int[edges], distances.clone(), new int[edges]);
        made.merge(a, b);
        return made;
    }

    /**
     * Merges along the edges. Of each group, its least row is the root. One array has all that is known, since each access to it costs a
     * cache line: for a root the node and the number of rows of its group, for another row {@code ~} a row above it.
     */
    private void merge(int[] a, int[] b) {
        long[] groups = new long[rows];
        for (int row = 0; row < rows; row++) {
            groups[row] = group(row, 1);
        }
        double before = 0;
        for (int i = 0; i < left.length; i++) {
            int one = root(groups, a[i]);
            int other = root(groups, b[i]);
            // False for NaN too.
            if (one == other || !(distances[i] >= before)) {
                throw new IllegalArgumentException("edges must be those of a spanning tree, ascending: edge=" + i
                        + ", rows=" + a[i] + " and " + b[i] + ", distance=" + distances[i] + ", before=" + before);
            }
            before = distances[i];
            int low = Math.min(one, other);
            int high = Math.max(one, other);
            left[i] = (int) (groups[low] >> Integer.SIZE);
            right[i] = (int) (groups[high] >> Integer.SIZE);
            sizes[i] = (int) groups[low] + (int) groups[high];
            groups[low] = group(rows + i, sizes[i]);
            groups[high] = ~low;
        }
    }

    private static long group(int node, int size) {
        return (long) node << Integer.SIZE | size;
    }

    private static int root(long[] groups, int row) {
        int at = row;
        long group = groups[at];
        while (group < 0) {
            int above = (int) ~group;
            group = groups[above];
            if (group < 0) {
                groups[at] = group;
            }
            at = above;
        }
        return at;
    }

    /** {@return the number of rows} */
    public int rows() {
        return rows;
    }

    /** {@return the number of merges: 1 less than rows, or 0} */
    public int merges() {
        return left.length;
    }

    /**
     * Returns the left node of a merge.
     *
     * @param merge 0 for the first
     * @return a row, or {@code rows} + an earlier merge
     * @throws IndexOutOfBoundsException if there is no such merge
     */
    public int left(int merge) {
        return left[Objects.checkIndex(merge, left.length)];
    }

    /**
     * Returns the right node of a merge.
     *
     * @param merge 0 for the first
     * @return a row, or {@code rows} + an earlier merge
     * @throws IndexOutOfBoundsException if there is no such merge
     */
    public int right(int merge) {
        return right[Objects.checkIndex(merge, left.length)];
    }

    /**
     * Returns the distance of a merge.
     *
     * @param merge 0 for the first
     * @return the distance, no less than that of the merge before
     * @throws IndexOutOfBoundsException if there is no such merge
     */
    public double distance(int merge) {
        return distances[Objects.checkIndex(merge, left.length)];
    }

    /**
     * Returns the number of rows of a node.
     *
     * @param node a row, or {@code rows} + a merge
     * @return the number, 1 for a row
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public int size(int node) {
        return Objects.checkIndex(node, rows + left.length) < rows ? 1 : sizes[node - rows];
    }

    /**
     * Cuts the dendrogram: rows are in one group if a path of edges up to the distance joins them. With core distances, the groups of 2
     * rows and more are the clusters of DBSCAN* with this radius.
     *
     * @param distance largest distance of an edge
     * @return for each row its group, from 0 on in the order of their least rows
     */
    public int[] groupsAt(double distance) {
        int[] groups = new int[rows];
        int[] tops = new int[left.length];
        Arrays.fill(groups, -1);
        Arrays.fill(tops, -1);
        // From the last merge down, each node gets the highest node that is not cut; parents have larger numbers.
        for (int i = left.length - 1; i >= 0; i--) {
            if (distances[i] <= distance) {
                int top = tops[i] < 0 ? i : tops[i];
                setTop(groups, tops, left[i], top);
                setTop(groups, tops, right[i], top);
            }
        }
        int[] numbers = new int[left.length];
        Arrays.fill(numbers, -1);
        int next = 0;
        for (int row = 0; row < rows; row++) {
            int top = groups[row];
            if (top < 0) {
                groups[row] = next++;
            } else {
                if (numbers[top] < 0) {
                    numbers[top] = next++;
                }
                groups[row] = numbers[top];
            }
        }
        return groups;
    }

    private void setTop(int[] groups, int[] tops, int node, int top) {
        if (node < rows) {
            groups[node] = top;
        } else {
            tops[node - rows] = top;
        }
    }

    /** {@return a new array of the left nodes of all merges} */
    public int[] toLeftArray() {
        return left.clone();
    }

    /** {@return a new array of the right nodes of all merges} */
    public int[] toRightArray() {
        return right.clone();
    }

    /** {@return a new array of the distances of all merges} */
    public double[] toDistanceArray() {
        return distances.clone();
    }

    /** {@return a new array of the numbers of rows of all merges} */
    public int[] toSizeArray() {
        return sizes.clone();
    }
}
