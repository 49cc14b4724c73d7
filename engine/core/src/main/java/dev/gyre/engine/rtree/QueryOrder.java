package dev.gyre.engine.rtree;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.tasks.common.CoordinateKeys;

/** An order in which consecutive queries follow the same paths through a tree, so that caches still hold what they read. */
final class QueryOrder {

    /** Fewer queries keep their own order. */
    private static final int FEWEST = 1 << 10;

    private static final int MIN_SLICE = 1 << 12;

    /** Bits of a cell's number, for all dimensions together. */
    private static final int BITS = 16;

    private QueryOrder() {}

    /**
     * Orders queries by the cells of a coarse grid in Morton order: a cell's number interleaves the bits of its coordinates. O(q).
     *
     * @return the order; null if it would not pay off
     */
    static int[] of(Boxes queries, Workers workers) {
        int size = queries.size();
        if (size < FEWEST) {
            return null;
        }
        double[] cuts = new double[queries.dims() * CoordinateKeys.CUTS];
        RTreeBuild.cut(queries, cuts);
        int[] cells = new int[size];
        workers.forEachSlice(size, MIN_SLICE, (begin, end) -> {
            for (int query = begin; query < end; query++) {
                cells[query] = cell(queries, query, cuts);
            }
        });
        int[] next = new int[(1 << BITS) + 1];
        for (int cell : cells) {
            next[cell + 1]++;
        }
        for (int cell = 0; cell < 1 << BITS; cell++) {
            next[cell + 1] += next[cell];
        }
        int[] order = new int[size];
        for (int query = 0; query < size; query++) {
            order[next[cells[query]]++] = query;
        }
        return order;
    }

    private static int cell(Boxes queries, int query, double[] cuts) {
        int dims = queries.dims();
        int bits = BITS / dims;
        int at = 2 * query * dims;
        int everyBit = 0;
        for (int bit = 0; bit < bits; bit++) {
            everyBit |= 1 << (bit * dims);
        }
        int cell = 0;
        for (int dim = 0; dim < dims; dim++) {
            double middle = (queries.array()[at + dim] + queries.array()[at + dims + dim]) * 0.5;
            int key = CoordinateKeys.key(middle, cuts, dim) ^ Integer.MIN_VALUE;
            cell |= Integer.expand(key >>> (Integer.SIZE - bits), everyBit << dim);
        }
        return cell;
    }
}
