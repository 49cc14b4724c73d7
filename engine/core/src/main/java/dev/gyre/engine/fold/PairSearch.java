package dev.gyre.engine.fold;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the pairs of the tree of a builder, with itself or with queries in a tree of their own: on a device by {@link TreeKernels#PAIR_COUNTS}, a
 * batch of leaves at a time, on the JVM by a {@link PairWalk}.
 *
 * <p>Memory on the device, in bytes, besides the tree: {@code 4 n} for n points, {@code 8 r} for each leaf of a batch and r radii, and for
 * q queries in leaves of l slots {@code q (8 d + 4 + 32 d / l)}. Not safe for use by several threads.
 */
final class PairSearch {

    /** Leaves of a batch: enough for all threads of a large GPU. */
    private static final int BATCH = 1 << 17;

    private static final String ROWS = "pair-rows";
    private static final String PAIRS = "pairs";

    private final Sizes sizes;
    private final TreeArrays arrays;
    private final TreeArrays queries;
    private final int[] rows;
    private final int[] queryRows;
    private final int[] parameters;
    private final int[] queryParameters;
    private final double[] limits;
    private final int[] cells;
    private final long[] counts;
    private final List<Phase> phases = new ArrayList<>();

    /**
     * The sizes of a search.
     *
     * @param points most points
     * @param queries most queries in a tree of their own; 0 if the points are the queries
     * @param dims number of dimensions in the space of the metric
     * @param radii most radii
     */
    record Sizes(Metric metric, int points, int queries, int dims, int radii)
            implements KdBuilder.Searches<PairSearch> {

        @Override
        public PairSearch make(TreeArrays arrays, Layout layout) {
            return new PairSearch(this, arrays, layout);
        }

        @Override
        public List<Phase> phases(PairSearch search) {
            return search.phases;
        }

        TreeLayout queryTree(Device device) {
            return TreeLayout.ofPoints(Math.max(1, queries == 0 ? points : queries), dims, KdBuild.leafBits(device));
        }
    }

    private PairSearch(Sizes sizes, TreeArrays arrays, Layout layout) {
        this.sizes = sizes;
        this.arrays = arrays;
        boolean onJvm = layout.device().type() == Device.Type.JVM;
        boolean self = sizes.queries() == 0;
        TreeLayout max = sizes.queryTree(layout.device());
        int batch = onJvm ? 0 : Math.min(BATCH, max.leaves());
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        queryParameters = layout.add(new int[TreeParameters.LENGTH]);
        limits = layout.add(new double[RadiusBins.LIMITS]);
        cells = layout.add(new int[RadiusBins.CELLS]);
        rows = layout.ints(onJvm ? 0 : sizes.points() + 1);
        queryRows = self ? rows : layout.ints(onJvm ? 0 : sizes.queries() + 1);
        queries = self || onJvm ? arrays : TreeArrays.of(max, layout);
        counts = layout.longs(batch, sizes.radii());
        if (onJvm) {
            return;
        }
        Phase.Builder prepare = Phase.named(ROWS).upload(rows, limits, cells);
        phases.add((self ? prepare : prepare.upload(queryRows, queries.entries(), queries.boxes())).build());
        phases.add(Phase.named(PAIRS)
                .upload(parameters, queryParameters)
                .stage(TreeKernels.PAIR_COUNTS.stage(
                        batch,
                        queries.entries(),
                        queries.boxes(),
                        queryRows,
                        queryParameters,
                        arrays.entries(),
                        arrays.boxes(),
                        rows,
                        parameters,
                        limits,
                        cells,
                        counts,
                        sizes.dims(),
                        sizes.metric().norm().code()))
                .download(counts)
                .build());
    }

    /**
     * Counts on the JVM.
     *
     * @param queried the tree of the queries, the index itself if the points are the queries
     * @return for each of the ascending radii, the pairs that it is the least to contain
     */
    long[] onJvm(KdIndex index, KdIndex queried, RadiusBins bins, Workers workers, Progress progress) {
        return walk(index, queried, bins, workers).count(workers, steps(queried, progress));
    }

    /**
     * Adds up the products of the weights of pairs on the JVM.
     *
     * @param queried the tree of the queries, the index itself if the points are the queries
     * @return for each of the ascending radii, the sum over the pairs that it is the least to contain
     */
    ProductSums weigh(
            KdIndex index,
            KdIndex queried,
            RadiusBins bins,
            SlotWeights queriedWeights,
            SlotWeights weights,
            Workers workers,
            Progress progress) {
        return walk(index, queried, bins, workers).weigh(queriedWeights, weights, workers, steps(queried, progress));
    }

    private PairWalk walk(KdIndex index, KdIndex queried, RadiusBins bins, Workers workers) {
        PairWalk.Side right = side(index, arrays, workers);
        PairWalk.Side left = queried == index ? right : side(queried, queried.arrays(), workers);
        return new PairWalk(left, right, bins, sizes.metric().norm());
    }

    private static Progress steps(KdIndex queried, Progress progress) {
        int size = queried.layout().size();
        return new PartProgress(progress, 0, Math.ceilDiv(size, PairWalk.items(queried.layout())), size);
    }

    private static PairWalk.Side side(KdIndex index, TreeArrays arrays, Workers workers) {
        TreeLayout layout = index.layout();
        int[] before = index.hasSingleRows() ? null : index.rowsBefore(new int[layout.size() + 1], workers);
        return new PairWalk.Side(layout, arrays, before);
    }

    /** Does the same as {@link #onJvm} on a device. */
    long[] onDevice(
            Lease<?> lease, KdIndex index, KdIndex queried, RadiusBins bins, Workers workers, Progress progress) {
        boolean self = queried == index;
        TreeLayout layout = queried.layout();
        System.arraycopy(bins.limits(), 0, limits, 0, limits.length);
        System.arraycopy(bins.cells(), 0, cells, 0, cells.length);
        index.rowsBefore(rows, workers);
        if (!self) {
            queried.rowsBefore(queryRows, workers);
            queried.arrays().copy(queries, layout, workers);
        }
        lease.run(ROWS);
        int batch = counts.length / sizes.radii();
        int leaves = Math.ceilDiv(layout.size(), layout.nodeSize());
        index.layout().write(parameters);
        layout.write(queryParameters);
        parameters[TreeParameters.SELF] = self ? 1 : 0;
        parameters[TreeParameters.CAPACITY] = bins.count();
        parameters[TreeParameters.QUERIES] = batch;
        long[] sums = new long[bins.count()];
        for (int first = 0; first < leaves; first += batch) {
            queryParameters[TreeParameters.FIRST_QUERY] = first;
            int done = Math.min(first, leaves) * layout.nodeSize();
            lease.run(PAIRS, new PartProgress(progress, done, layout.nodeSize(), layout.size()));
            workers.forEach(sums.length, bin -> {
                for (int item = bin * batch; item < (bin + 1) * batch; item++) {
                    sums[bin] += counts[item];
                }
            });
        }
        return sums;
    }
}
