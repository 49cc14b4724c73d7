package dev.gyre.benchmarks;

import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.BlockSort;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.MergeSort;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SegmentedSort;
import dev.gyre.engine.sort.SortSteps;
import dev.gyre.engine.sort.SortStrategies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Sorts and orders of data on the device. */
final class SortWork {

    /** Mean number of keys of a segment. */
    static final int MEAN_LENGTH = 16;

    private static final long SEED = 20261120L;
    private static final String FETCH_SKIPPED = "fetch skipped";
    private static final String SORT_AGAIN = "sort by all columns";

    private SortWork() {}

    /**
     * One sort of all keys.
     *
     * @return the work; its outputs are the payload and the keys in order
     */
    static ResidentWork pairs(SortOptions.Method method, int[] keys, Device device) {
        SortOptions.Method chosen =
                method == SortOptions.Method.AUTOMATIC ? SortStrategies.fastest(device, keys.length) : method;
        return chosen == SortOptions.Method.MERGE ? merge(keys, device) : radix(keys, device);
    }

    private static ResidentWork radix(int[] keys, Device device) {
        RadixSort sort = new RadixSort(keys.length, Layout.on(device));
        fill(keys, sort.keys(), sort.payload());
        return work(sort.keys(), sort.payload(), sort.pairs());
    }

    private static ResidentWork merge(int[] keys, Device device) {
        MergeSort sort = new MergeSort(keys.length, noColumns(), Layout.on(device));
        sort.setSize(keys.length);
        fill(keys, sort.keys(), sort.payload());
        return work(sort.keys(), sort.payload(), sort.pairs());
    }

    /**
     * Sorts of many segments.
     *
     * @param offsets where segments begin, and the end of the last one
     * @return the work; its outputs are the payload and the keys in order, and how many segments were left out because they are too long
     */
    static ResidentWork segments(int[] keys, int[] offsets, Device device) {
        SegmentedSort sort = new SegmentedSort(keys.length, offsets, noColumns(), Layout.on(device));
        sort.setSegments(keys.length, offsets.length - 1);
        int[] input = new int[keys.length];
        int[] payload = new int[keys.length];
        fill(keys, input, payload);
        SortSteps sorted = sort.sort(input, payload);
        List<Object> inputs = new ArrayList<>(List.of(input, payload, offsets));
        inputs.addAll(List.of(sorted.uploads()));
        return ResidentWork.of(
                inputs,
                List.of(input, payload),
                sorted.stages(),
                List.of(sorted.payload(), sorted.keys(), sort.skipped()),
                null);
    }

    /** Cuts at random positions: lengths of any size, most of them short. */
    static int[] offsets(int n) {
        int[] offsets = new int[n / MEAN_LENGTH + 1];
        SplittableRandom random = new SplittableRandom(SEED);
        Arrays.setAll(offsets, i -> random.nextInt(n + 1));
        offsets[0] = 0;
        offsets[1] = n;
        Arrays.sort(offsets);
        return offsets;
    }

    /**
     * The order of points by super key. If {@link SortOptions.Method#RADIX_THEN_TIES} leaves runs of ties unsorted, reading their number and
     * sorting again are part of a timed run.
     *
     * @param values columns, which are left as they are
     * @return the work; its outputs are the rows in order, and, for that method, how many runs of ties were left unsorted and the rows in
     *     the order of the second sort
     */
    static ResidentWork superKeyOrder(SortOptions.Method method, int[] values, int n, int dims, Device device) {
        KeyColumns columns = KeyColumns.of(values, n, dims, 0);
        if (method == SortOptions.Method.MERGE) {
            MergeSort sort = new MergeSort(n, columns, Layout.on(device));
            sort.setSize(n);
            return order(values, sort.order());
        }
        RadixSort sort = new RadixSort(n, Layout.on(device));
        if (method == SortOptions.Method.RADIX) {
            return order(values, sort.order(columns));
        }
        SegmentedSort sortOfTies = new SegmentedSort(n, new int[1], columns, Layout.on(device));
        SortSteps byFirst = sort.orderByFirst(columns);
        SortSteps byOthers = sortOfTies.sort(byFirst.keys(), byFirst.payload());
        List<Stage> stages = new ArrayList<>(byFirst.stages());
        stages.addAll(byOthers.stages());
        SortSteps again = sort.order(columns);
        List<Object> inputs = new ArrayList<>(List.of(values));
        for (SortSteps steps : List.of(byFirst, byOthers, again)) {
            inputs.addAll(List.of(steps.uploads()));
        }
        int[] skipped = sortOfTies.skipped();
        Phase.Builder sortAgain = Phase.named(SORT_AGAIN);
        again.stages().forEach(sortAgain::stage);
        return ResidentWork.of(
                inputs,
                List.of(),
                stages,
                List.of(byOthers.payload(), skipped, again.payload()),
                new ResidentWork.Detour(
                        List.of(Phase.named(FETCH_SKIPPED).download(skipped).build(), sortAgain.build()),
                        (execution, sortByFirst) -> {
                            sortByFirst.run();
                            execution.run(FETCH_SKIPPED, Progress.NONE);
                            if (IntStream.of(skipped).anyMatch(count -> count > 0)) {
                                execution.run(SORT_AGAIN, Progress.NONE);
                            }
                        }));
    }

    private static ResidentWork order(int[] values, SortSteps sorted) {
        List<Object> inputs = new ArrayList<>(List.of(values));
        inputs.addAll(List.of(sorted.uploads()));
        return ResidentWork.of(inputs, sorted.stages(), List.of(sorted.payload()));
    }

    /** Returns columns of positive whole numbers as float32, whose bits have the same order. */
    static int[] columns(int n, int dims, int ties) {
        int distinct = Math.ceilDiv(n, ties);
        int[] values = new int[Math.multiplyExact(n, dims)];
        BenchmarkData.forEach(
                values.length, (random, i) -> values[i] = Float.floatToRawIntBits(1 + random.nextInt(distinct)));
        return values;
    }

    /** {@code n} keys of a {@code shape} as a column: floats, or ints of the {@code type} {@code int}, which are 2^31 times larger. */
    static int[] column(Sizes sizes) {
        double[] values = BenchmarkData.points(sizes.text("shape", "UNIFORM"), sizes.number("n"), 1)
                .toRowMajor();
        boolean whole = sizes.text("type", "float").equals("int");
        int[] column = new int[values.length];
        for (int i = 0; i < column.length; i++) {
            int bits = Float.floatToRawIntBits((float) values[i]);
            column[i] = whole ? (int) (values[i] * 0x1p31) : bits ^ ((bits >> 31) & Integer.MAX_VALUE);
        }
        return column;
    }

    /** The full order of a column, which is left as it is. */
    static ResidentWork order(int[] column, Device device) {
        RadixSort sort = new RadixSort(column.length, Layout.on(device));
        return order(column, sort.order(KeyColumns.of(column, column.length, 1, 0)));
    }

    /**
     * The order of a column by blocks. If the block sort gives up, the full order is part of a run.
     *
     * @param column the keys, which are left as they are
     * @param blockSize keys of a block
     * @param digits passes: see {@link BlockSort}
     * @return the work; its outputs are the rows by blocks, and in full order if that gave up
     */
    static ResidentWork blockOrder(int[] column, int blockSize, int digits, Device device) {
        int n = column.length;
        int[] starts = IntStream.range(0, Math.ceilDiv(n, blockSize))
                .map(block -> block * blockSize)
                .toArray();
        ResidentWork full = order(column, device);
        BlockSort blocks = new BlockSort(n, starts.length, KeyColumns.of(column, n, 1, 0), digits, Layout.on(device));
        blocks.setBlocks(n, starts);
        return ResidentWork.of(
                full.inputs(),
                List.of(),
                full.stages(),
                List.of(blocks.rows(), full.outputs().get(0)),
                new ResidentWork.Detour(blocks.phases(), (execution, fullSort) -> {
                    if (!blocks.run(execution)) {
                        fullSort.run();
                    }
                }));
    }

    /** Returns columns for sorts of keys: there is no second column that decides ties. */
    private static KeyColumns noColumns() {
        return KeyColumns.of(new int[1], 1, 1, 0);
    }

    private static void fill(int[] from, int[] keys, int[] payload) {
        System.arraycopy(from, 0, keys, 0, from.length);
        Arrays.setAll(payload, row -> row);
    }

    private static ResidentWork work(int[] keys, int[] payload, SortSteps sorted) {
        List<Object> inputs = new ArrayList<>(List.of(keys, payload));
        inputs.addAll(List.of(sorted.uploads()));
        return ResidentWork.of(
                inputs, List.of(keys, payload), sorted.stages(), List.of(sorted.payload(), sorted.keys()), null);
    }
}
