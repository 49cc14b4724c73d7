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
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeParameters;
import dev.gyre.tasks.tree.TreeStatistics;
import java.util.Arrays;
import java.util.List;

/**
 * Folds columns of values over the neighbors of the slots of a tree by {@link TreeKernels#STATISTICS}, column by column, a batch of slots at a
 * time.
 *
 * <p>Memory on the device, in bytes, besides the tree: for n points {@code 60 n} and {@code 32 n / l} in leaves of l slots, for q queries
 * {@code 8 d q}, and 44 for each slot of a batch. On the host as much. Not safe for use by several threads.
 */
final class StatisticsSearch {

    private static final int BATCH = 1 << 18;
    private static final int MIN_SLICE = 1 << 10;

    /** Slots of a block of running sums. */
    private static final int BLOCK = 1 << 14;

    private static final String COLUMN = "column";
    private static final String FOLD = "fold";

    private final double[] queries;
    private final int[] rows;
    private final double[] sums;
    private final double[] extremes;
    private final int[] parameters;
    private final double[] limits;
    private final int[] counts;
    private final double[] folded;
    private final int batch;
    private final boolean self;
    private final List<Phase> phases;

    /**
     * The sizes of a search.
     *
     * @param points most points
     * @param queries most queries; 0 if the points are the queries
     * @param dims number of dimensions in the space of the metric
     */
    record Sizes(Metric metric, int points, int queries, int dims) implements KdBuilder.Searches<StatisticsSearch> {

        @Override
        public StatisticsSearch make(TreeArrays arrays, Layout layout) {
            return new StatisticsSearch(this, arrays, layout);
        }

        @Override
        public List<Phase> phases(StatisticsSearch search) {
            return search.phases;
        }
    }

    /** Takes the answers of the slots of a batch: of slot {@code first + i}, element i of the counts, and its numbers of the folded ones. */
    @FunctionalInterface
    interface Answers {
        void take(int column, int first, int count, int[] counts, double[] folded);
    }

    private StatisticsSearch(Sizes sizes, TreeArrays arrays, Layout layout) {
        Device device = layout.device();
        self = sizes.queries() == 0;
        batch = Math.min(BATCH, self ? sizes.points() : sizes.queries());
        int numbers = TreeLayout.ofPoints(sizes.points(), sizes.dims(), KdBuild.leafBits(device))
                .numbers();
        queries = self ? arrays.entries() : layout.input(double[].class, sizes.queries(), sizes.dims());
        rows = layout.input(int[].class, sizes.points() + 1L);
        sums = layout.input(double[].class, TreeStatistics.PARTS, sizes.points() + 1L);
        extremes = layout.input(double[].class, 2, numbers);
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        limits = layout.add(new double[TreeNearest.LIMITS]);
        counts = layout.output(int[].class, batch);
        folded = layout.output(double[].class, TreeStatistics.FOLDED, batch);
        Phase.Builder column = Phase.named(COLUMN).upload(rows, sums, extremes, limits);
        phases = List.of(
                (self ? column : column.upload(queries)).build(),
                Phase.named(FOLD)
                        .upload(parameters)
                        .stage(TreeKernels.STATISTICS.stage(
                                batch,
                                queries,
                                arrays.entries(),
                                arrays.boxes(),
                                rows,
                                sums,
                                extremes,
                                parameters,
                                limits,
                                counts,
                                folded,
                                sizes.dims(),
                                sizes.metric().norm().code()))
                        .download(counts, folded)
                        .build());
    }

    /**
     * Folds all columns, at least one.
     *
     * @param queried the tree of the queries, the index itself if the points are the queries, whose own slots are then left out
     * @param limit the largest key
     */
    void run(
            Lease<?> lease,
            KdIndex index,
            KdIndex queried,
            double limit,
            List<ValueColumn> columns,
            Answers answers,
            Workers workers,
            Progress progress) {
        TreeLayout layout = index.layout();
        int items = queried.layout().size();
        index.rowsBefore(rows, workers);
        lease.writeAll(rows, layout.size() + 1);
        limits[TreeNearest.LIMIT] = limit;
        if (!self) {
            int length = items * layout.dims();
            lease.writeAll(queried.arrays().entries(), 0, queries, 0, length);
        }
        layout.write(parameters);
        parameters[TreeParameters.SELF] = self ? 1 : 0;
        parameters[TreeParameters.QUERIES] = items;
        for (int column = 0; column < columns.size(); column++) {
            write(index, columns.get(column), sums, extremes, workers);
            lease.writeAll(sums, TreeStatistics.PARTS * (layout.size() + 1));
            lease.writeAll(extremes, 2 * layout.numbers());
            lease.run(COLUMN);
            for (int first = 0; first < items; first += batch) {
                parameters[TreeParameters.FIRST_QUERY] = first;
                int count = Math.min(batch, items - first);
                lease.run(FOLD, new PartProgress(progress, first, 1, first + count));
                lease.readAll(counts, count);
                lease.readAll(folded, TreeStatistics.FOLDED * count);
                answers.take(column, first, count, counts, folded);
            }
        }
    }

    /** Writes the sums before each slot, and the extremes of all slots and nodes. */
    static void write(KdIndex index, ValueColumn column, double[] sums, double[] extremes, Workers workers) {
        TreeLayout layout = index.layout();
        int size = layout.size();
        int parts = TreeStatistics.PARTS;
        Arrays.fill(sums, 0, parts, 0);
        workers.forEachSlice(size, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                int at = parts * (slot + 1);
                Arrays.fill(sums, at, at + parts, 0);
                double min = Double.MAX_VALUE;
                double max = -Double.MAX_VALUE;
                for (int row = index.ids()[slot]; row >= 0; row = index.groups().next(row)) {
                    column.add(row, sums, at, false);
                    min = Math.min(min, column.value(row));
                    max = Math.max(max, column.value(row));
                }
                extremes[2 * slot] = min;
                extremes[2 * slot + 1] = max;
            }
        });
        addUp(sums, size, workers);
        layout.forEachNode(workers, (number, from, to) -> writeExtremes(extremes, number, from, to));
    }

    private static void writeExtremes(double[] extremes, int at, int from, int to) {
        double min = Double.MAX_VALUE;
        double max = -Double.MAX_VALUE;
        for (int number = from; number < to; number++) {
            min = Math.min(min, extremes[2 * number]);
            max = Math.max(max, extremes[2 * number + 1]);
        }
        extremes[2 * at] = min;
        extremes[2 * at + 1] = max;
    }

    /** Makes running sums of the parts of slots: within blocks, then of blocks. All are exact, in any order. */
    private static void addUp(double[] sums, int size, Workers workers) {
        int parts = TreeStatistics.PARTS;
        int blocks = Math.ceilDiv(size, BLOCK);
        workers.forEachSlice(blocks, 1, (begin, end) -> {
            for (int block = begin; block < end; block++) {
                int last = parts * (Math.min((block + 1) * BLOCK, size) + 1);
                for (int i = parts * (block * BLOCK + 2); i < last; i++) {
                    sums[i] += sums[i - parts];
                }
            }
        });
        double[] before = new double[parts * (blocks + 1)];
        for (int block = 1; block < blocks; block++) {
            for (int part = 0; part < parts; part++) {
                before[parts * block + part] = before[parts * (block - 1) + part] + sums[parts * block * BLOCK + part];
            }
        }
        workers.forEachSlice(blocks, 1, (begin, end) -> {
            for (int block = Math.max(1, begin); block < end; block++) {
                int last = parts * (Math.min((block + 1) * BLOCK, size) + 1);
                for (int i = parts * (block * BLOCK + 1); i < last; i++) {
                    sums[i] += before[parts * block + i % parts];
                }
            }
        });
    }
}
