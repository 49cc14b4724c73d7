package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.Norms;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Traverses a tree for one query after the other, down to runs of slots whose boxes may match or all match. It tests a node's children
 * together, without a branch that a processor would have to predict. Not safe for use by several threads.
 *
 * <p>A query that finds m of n boxes needs O(m + log n) if boxes are small and far apart. Memory: 4 bytes for each child of the nodes on a
 * path down, and 4 for each match of the largest answer.
 */
final class BoxCursor {

    private static final int PLANE = 2;

    /** Most nodes of the lowest level in which a group of queries is searched together. */
    private static final int MAX_LEAVES = 64;

    private static final int FIRST_ROOM = 1 << 8;
    private static final int MAX_ROOM = Integer.MAX_VALUE - 8;

    private final double[] tree;
    private final int[] ids;
    private final int[] starts;
    private final long[] entries;
    private final int size;
    private final int dims;
    private final int nodeSize;
    private final int relation;
    private final double limit;
    private final int norm;

    /** At least the difference in a dimension between a query and a box within the distance; 0 for other relations. */
    private final double reach;

    /** Whether nodes, and whether entries are tested by the code for two dimensions. */
    private final boolean isPlane;

    private final boolean isOfPlane;

    /** Nodes still to visit, each by the index of its box. */
    private final int[] stack;

    private int waiting;

    /** Nodes of the lowest level that a group of queries may match, found by {@link #noteLeaves}. */
    private final int[] leaves = new int[MAX_LEAVES];

    private int leafCount;

    /** The query; then the largest lower bounds and the least upper bounds of matches. */
    private final double[] query;

    private final double[] max;
    private final double[] min;

    /** The slots that {@link #next} found, and whether all of them match. */
    private int from;

    private int to;
    private boolean all;

    private int[] found = new int[0];

    /**
     * A cursor.
     *
     * @param tree the tree's boxes
     */
    BoxCursor(RTreeIndex index, double[] tree, BoxPredicate predicate) {
        this.tree = tree;
        TreeLayout layout = index.layout();
        ids = index.ids();
        relation = predicate.code();
        limit = predicate.limit();
        norm = predicate.metric().norm().code();
        starts = layout.starts();
        size = layout.size();
        dims = layout.dims();
        nodeSize = layout.nodeSize();
        isPlane = dims == PLANE;
        isOfPlane = isPlane && (relation == BoxRelations.INTERSECTS || relation == BoxRelations.WITHIN);
        reach = relation == BoxRelations.WITHIN_DISTANCE ? reach(limit, norm) : 0;
        entries = new long[layout.levels() + 1];
        Arrays.setAll(entries, layout::entries);
        stack = new int[(layout.levels() + 1) * nodeSize + 1];
        query = new double[2 * dims];
        max = new double[dims];
        min = new double[dims];
    }

    /** Returns at least the largest difference in a dimension whose key is not above a limit; squares below the least number are 0. */
    private static double reach(double limit, int norm) {
        double largest = norm == Norms.EUCLIDEAN ? Math.sqrt(limit) : limit;
        return largest * (1 + 0x1p-40) + 0x1p-500;
    }

    /** The matches of the last query; the array itself, which may be longer. */
    int[] found() {
        return found;
    }

    /** Finds the matches of a query, in the order of the tree, and returns how many there are. */
    int find(double[] queries, int at) {
        start(queries, at);
        int count = 0;
        while (next()) {
            makeRoom(count);
            count = collect(count);
        }
        return count;
    }

    private void makeRoom(int count) {
        int room = count + to - from;
        if (room > found.length) {
            found = Arrays.copyOf(found, Math.max(room, (int)
                    Math.min(MAX_ROOM, Math.max(FIRST_ROOM, 2L * found.length))));
        }
    }

    /** Appends the matches in the slots that {@link #next} found, and returns the new number of matches. */
    private int collect(int count) {
        if (all) {
            System.arraycopy(ids, from, found, count, to - from);
            return count + to - from;
        }
        return isOfPlane ? collectInPlane(count) : collectMatches(count);
    }

    /** Passes the matches of a query to a visitor, in the order of the tree, until the visitor returns false. */
    void forEachMatch(double[] queries, int at, IntPredicate visitor) {
        start(queries, at);
        while (next()) {
            makeRoom(0);
            int count = collect(0);
            for (int i = 0; i < count; i++) {
                if (!visitor.test(found[i])) {
                    return;
                }
            }
        }
    }

    /** The number of a query's matches. */
    int count(double[] queries, int at) {
        start(queries, at);
        int count = 0;
        while (next()) {
            count += countHere();
        }
        return count;
    }

    /** Whether a query has a match. */
    boolean exists(double[] queries, int at) {
        start(queries, at);
        while (next()) {
            if (countHere() > 0) {
                return true;
            }
        }
        return false;
    }

    private int countHere() {
        if (all) {
            return to - from;
        }
        return isOfPlane ? countInPlane() : countMatches();
    }

    private int collectMatches(int count) {
        int end = count;
        for (int slot = from; slot < to; slot++) {
            found[end] = ids[slot];
            end += matches(slot);
        }
        return end;
    }

    private int countMatches() {
        int count = 0;
        for (int slot = from; slot < to; slot++) {
            count += matches(slot);
        }
        return count;
    }

    private void start(double[] queries, int at) {
        ask(queries, at, relation == BoxRelations.WITHIN);
        waiting = 0;
        if (size > 0 && mayMatch(starts[starts.length - 2]) == 1) {
            stack[waiting++] = starts[starts.length - 2];
        }
    }

    private void ask(double[] queries, int at, boolean within) {
        for (int dim = 0; dim < dims; dim++) {
            // Adding 0 changes -0 to 0: differences of equal numbers then have no sign.
            double low = queries[at + dim] + 0.0;
            double high = queries[at + dims + dim] + 0.0;
            query[dim] = low;
            query[dims + dim] = high;
            max[dim] = within ? low : high + reach;
            min[dim] = within ? high : low - reach;
        }
    }

    /**
     * Notes the nodes of the lowest level that meet a box around some queries, for {@link #findInLeaves}: the queries share one path down.
     *
     * @return false if there are too many
     */
    boolean noteLeaves(double[] around) {
        leafCount = 0;
        if (size == 0) {
            return false;
        }
        ask(around, 0, false);
        waiting = 0;
        stack[waiting++] = starts[starts.length - 2];
        while (waiting > 0) {
            int node = stack[--waiting];
            if (node < starts[2]) {
                if (leafCount == MAX_LEAVES) {
                    return false;
                }
                leaves[leafCount++] = node;
            } else {
                waiting = pushChildren(node);
            }
        }
        return true;
    }

    /** Finds the matches of one of the queries for which {@link #noteLeaves} noted nodes, and returns how many there are. */
    int findInLeaves(double[] queries, int at) {
        ask(queries, at, relation == BoxRelations.WITHIN);
        int count = 0;
        for (int i = 0; i < leafCount; i++) {
            int leaf = leaves[i];
            if (mayMatch(leaf) == 1) {
                from = (leaf - starts[1]) * nodeSize;
                to = Math.min(size, from + nodeSize);
                all = relation != BoxRelations.WITHIN && isWithinQuery(leaf);
                makeRoom(count);
                count = collect(count);
            }
        }
        return count;
    }

    /** Goes on to the next slots; false at the end. */
    private boolean next() {
        while (waiting > 0) {
            int node = stack[--waiting];
            int level = 1;
            while (node >= starts[level + 1]) {
                level++;
            }
            all = relation != BoxRelations.WITHIN && isWithinQuery(node);
            if (all || level == 1) {
                from = (int) ((node - starts[level]) * entries[level]);
                to = (int) Math.min(size, from + entries[level]);
                return true;
            }
            waiting = pushChildren(node);
        }
        return false;
    }

    /** Puts the children of a node that may have matches on the stack, and returns its new height. */
    private int pushChildren(int node) {
        int level = 2;
        while (node >= starts[level + 1]) {
            level++;
        }
        int first = starts[level - 1] + (node - starts[level]) * nodeSize;
        int last = Math.min(first + nodeSize, starts[level]);
        if (isPlane) {
            return pushOfPlane(first, last, waiting);
        }
        int count = waiting;
        for (int child = first; child < last; child++) {
            stack[count] = child;
            count += mayMatch(child);
        }
        return count;
    }

    private int pushOfPlane(int first, int last, int top) {
        double right = max[0];
        double upper = max[1];
        double left = min[0];
        double lower = min[1];
        int count = top;
        for (int child = first; child < last; child++) {
            int at = 4 * child;
            stack[count] = child;
            count += 1 + sign(right - tree[at], upper - tree[at + 1], tree[at + 2] - left, tree[at + 3] - lower);
        }
        return count;
    }

    private int collectInPlane(int size) {
        double right = max[0];
        double upper = max[1];
        double left = min[0];
        double lower = min[1];
        int[] ends = found;
        int count = size;
        for (int slot = from; slot < to; slot++) {
            int at = 4 * slot;
            ends[count] = ids[slot];
            count += 1 + sign(right - tree[at], upper - tree[at + 1], tree[at + 2] - left, tree[at + 3] - lower);
        }
        return count;
    }

    private int countInPlane() {
        double right = max[0];
        double upper = max[1];
        double left = min[0];
        double lower = min[1];
        int count = 0;
        for (int slot = from; slot < to; slot++) {
            int at = 4 * slot;
            count += 1 + sign(right - tree[at], upper - tree[at + 1], tree[at + 2] - left, tree[at + 3] - lower);
        }
        return count;
    }

    /** -1 if one of the numbers is negative, otherwise 0; there are no negative zeros. */
    private static int sign(double a, double b, double c, double d) {
        return (int) ((bits(a) | bits(b) | bits(c) | bits(d)) >> 63);
    }

    private static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    private boolean isWithinQuery(int node) {
        int at = 2 * node * dims;
        long outside = 0;
        for (int dim = 0; dim < dims; dim++) {
            outside |= bits(tree[at + dim] - query[dim]) | bits(query[dims + dim] - tree[at + dims + dim]);
        }
        return outside >= 0;
    }

    private int mayMatch(int node) {
        return 1 + outside(node, max, min);
    }

    private int matches(int slot) {
        if (relation == BoxRelations.CONTAINS) {
            return isWithinQuery(slot) ? 1 : 0;
        }
        int mayMatch = mayMatch(slot);
        // Few boxes of a node are so near in each dimension: distances cost ten times as much.
        return relation == BoxRelations.WITHIN_DISTANCE && mayMatch == 1 ? isNear(slot) : mayMatch;
    }

    private int outside(int box, double[] max, double[] min) {
        int at = 2 * box * dims;
        long outside = 0;
        for (int dim = 0; dim < dims; dim++) {
            outside |= bits(max[dim] - tree[at + dim]) | bits(tree[at + dims + dim] - min[dim]);
        }
        return (int) (outside >> 63);
    }

    private int isNear(int box) {
        return BoxRelations.key(query, 0, tree, 2 * box * dims, dims, norm) <= limit ? 1 : 0;
    }
}
