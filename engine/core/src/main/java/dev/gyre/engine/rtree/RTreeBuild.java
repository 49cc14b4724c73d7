package dev.gyre.engine.rtree;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.Cuts;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.tree.MatchSearch;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.List;

/**
 * Orders boxes for an R-tree. The rest of the tree follows from the order.
 *
 * <pre>
 * X_SORT   keys ─ rows ─ sort
 * HILBERT  keys ─ hilbert ─ rows ─ sort
 * STR      keys ─ rows ─ sort ─ (tiles ─ rows ─ sort ─ sort by tiles)*
 * </pre>
 *
 * <p>Boxes are ordered by the middles of their sides, as keys of 32 bits with a high resolution where boxes are dense
 * ({@link CoordinateKeys}); boxes of equal keys are ordered by their rows. Searches do not depend on the keys.
 *
 * <p>O(d n). Memory on the device, in bytes, for n boxes of d dimensions: {@code n (16 d + 4 (d + 1) + 16.1)} and 1 MiB at most. Not safe for
 * use by several threads.
 */
final class RTreeBuild implements MatchSearch.Order, Blueprint.Made {

    private static final String KEYS = "keys";
    private static final String HILBERT = "hilbert";
    private static final String ROWS = "rows";
    private static final String SORT = "sort";
    private static final String TILES = "tiles";
    private static final String IDS = "ids";

    /** Keys of a line of memory. */
    private static final int LINE = 32;

    private final double[] boxes;
    private final int capacity;
    private final int dims;
    private final double[] cuts;
    private final int stride;
    private final int[] keys;
    private final int[] parameters;
    private final int[] column;
    private final RadixSort sort;
    private final Steps sorted;

    /**
     * Declares the arrays of orders.
     *
     * @param capacity most boxes, 1 or more
     */
    RTreeBuild(int capacity, int dims, Layout layout) {
        boxes = layout.input(double[].class, capacity, 2L * dims);
        this.capacity = capacity;
        this.dims = dims;
        stride = Math.multiplyExact(Math.ceilDiv(capacity, LINE), LINE);
        cuts = layout.doubles(dims, CoordinateKeys.CUTS);
        keys = layout.ints(dims + 1L, stride);
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        column = layout.add(new int[1]);
        sort = new RadixSort(capacity, layout);
        layout.output(sort.payload());
        sorted = sort.reorderBy(keys, column);
    }

    /** Room for the boxes: capacity x 2 dims bounds. */
    @Override
    public double[] queries() {
        return boxes;
    }

    /** The cuts by which boxes are ordered. */
    static void cut(Boxes boxes, double[] cuts) {
        int dims = boxes.dims();
        double[] extent = boxes.extent();
        double[] bounds = boxes.array();
        for (int dim = 0; dim < dims; dim++) {
            int low = dim;
            double[] middles = Cuts.sample(
                    boxes.size(), row -> (bounds[2 * row * dims + low] + bounds[(2 * row + 1) * dims + low]) * 0.5);
            Cuts.write(middles, extent[dim], extent[dims + dim], dim, cuts);
        }
    }

    @Override
    public Program program() {
        return new Program("r-tree build", phases());
    }

    /** The phases; a program may have others too. */
    @Override
    public List<Phase> phases() {
        return List.of(
                Phase.named(KEYS)
                        .upload(boxes, cuts, parameters)
                        .stage(RTreeKernels.KEYS.stage(capacity, boxes, cuts, parameters, keys))
                        .build(),
                Phase.named(HILBERT)
                        .upload(parameters)
                        .stage(RTreeKernels.HILBERT.stage(capacity, parameters, keys))
                        .build(),
                Phase.named(ROWS).stage(sort.rows()).build(),
                Phase.named(SORT).steps(sorted).upload(column).build(),
                Phase.named(TILES)
                        .upload(parameters)
                        .stage(RTreeKernels.TILES.stage(capacity, sort.payload(), parameters, keys))
                        .build(),
                Phase.named(IDS).download(sort.payload()).build());
    }

    /** Writes some boxes into the array that {@link #order} reads. */
    void write(Boxes source, int first, int count, Lease<?> lease) {
        int width = 2 * dims;
        lease.writeAll(source.array(), first * width, boxes, 0, count * width);
    }

    /** The row of each slot, after {@link #order}. */
    @Override
    public int[] ids() {
        return sort.payload();
    }

    /**
     * Orders the boxes that {@link #write} wrote.
     *
     * @param source the set of which these boxes are a part
     * @param lease of the program that has this build
     */
    void order(Boxes source, int size, Packing packing, int nodeSize, Lease<?> lease, Progress progress) {
        cut(source, cuts);
        parameters[TreeParameters.SIZE] = size;
        parameters[TreeParameters.DIMENSIONS] = dims;
        parameters[TreeParameters.STRIDE] = stride;
        sort.setSize(size);
        lease.run(KEYS, progress);
        if (packing == Packing.HILBERT) {
            lease.run(HILBERT, progress);
        }
        lease.run(ROWS, progress);
        sortBy(packing == Packing.HILBERT ? dims : 0, lease, progress);
        if (packing == Packing.STR) {
            // The same number of slabs in each dimension; a slab consists of whole slabs of the next dimension.
            int slabs = (int) Math.ceil(Math.pow(Math.ceilDiv(size, nodeSize), 1.0 / dims));
            long tile = (long) nodeSize * Math.round(Math.pow(slabs, dims - 1.0));
            for (int dim = 1; dim < dims; dim++) {
                parameters[TreeParameters.TILE] = (int) Math.min(tile, Integer.MAX_VALUE);
                lease.run(TILES, progress);
                lease.run(ROWS, progress);
                sortBy(dim, lease, progress);
                sortBy(dims, lease, progress);
                tile /= slabs;
            }
        }
    }

    private void sortBy(int dim, Lease<?> lease, Progress progress) {
        column[0] = dim * stride;
        lease.run(SORT, progress);
    }

    /** Copies the order to the host. */
    int[] download(Lease<?> lease, int size) {
        lease.run(IDS, Progress.NONE);
        int[] ids = new int[size];
        lease.readAll(sort.payload(), 0, ids, 0, size);
        return ids;
    }

    private record Sizes(int capacity, int dims) implements Blueprint<RTreeBuild> {

        @Override
        public RTreeBuild make(Layout layout) {
            return new RTreeBuild(capacity, dims, layout);
        }
    }

    /** Borrows a program for some boxes; on the JVM it reads them in place. */
    static Lease<RTreeBuild> lease(Context context, Boxes boxes) {
        Sizes exact = new Sizes(boxes.size(), boxes.dims());
        Sizes rounded = new Sizes(context.capacity(boxes.size()), boxes.dims());
        return context.leaseOrOnce(context.shared(exact, rounded), null, (Object) boxes.array());
    }
}
