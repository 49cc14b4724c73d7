package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.select.SinglePass;
import dev.gyre.engine.sort.Blocks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares sorts, the removal of duplicates and selections with the oracles. */
final class SortChecks {

    static final List<OperationCheck> ALL = List.of(
            new OperationCheck("block-sort", SortChecks::blockSort),
            new OperationCheck("distinct", SortChecks::distinct),
            new OperationCheck("selection", SortChecks::selection),
            new OperationCheck("sort", SortChecks::sort));

    private SortChecks() {}

    /** Compares block sort with the full order, by the public call or with any number of digits instead of the planned number. */
    private static Optional<String> blockSort(Context context, Sample sample) {
        Random random = sample.random();
        int n = 1 + sample.size() * (1 + random.nextInt(MAX_FACTOR));
        TypedKeys typed = new TypedKeys(sample.shape().rows(n, 1, random), random);
        int[] offsets = random.nextBoolean() ? new int[] {0, n} : Offsets.drawAny(n, random);
        int blockSize = 1 + random.nextInt(random.nextBoolean() ? n : Math.min(n, 64));
        Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
        int[] expected = typed.orderOfSegments(offsets, order);
        String what = typed + ", " + order + ", segments=" + (offsets.length - 1) + ", blockSize=" + blockSize;
        if (random.nextInt(4) == 0) {
            Sorting sorting = Placed.sorting(Placement.on(context));
            int[] actual =
                    sorting.blockOrderSegments(typed.keys(), offsets, blockSize, SortOptions.DEFAULT.withOrder(order));
            return SortOracle.blockDifference(what, expected, offsets, blockSize, actual);
        }
        Blocks blocks = new Blocks(offsets, blockSize);
        int digits = blocks.cuts() == 0 ? random.nextInt(3) : 1 + random.nextInt(2);
        // If each segment is a block, only the positions of rows show their segments, and passes would change these.
        int used = blocks.cuts() == 0 && blocks.segments() > 1 ? 0 : digits;
        return blocks.sort(context, blocks.labeled(typed.columns(order), typed.columnCount(), offsets), used)
                .flatMap(actual ->
                        SortOracle.blockDifference(what + ", digits=" + used, expected, offsets, blockSize, actual));
    }

    /** Compares duplicate removal with a comparison of each point with the one before it. */
    private static Optional<String> distinct(Context context, Sample sample) {
        Random random = sample.random();
        double[] rows = sample.rows(random);
        for (int row = 0; row + 1 < sample.size(); row++) {
            if (random.nextInt(4) == 0) {
                int other = random.nextInt(sample.size());
                System.arraycopy(rows, row * sample.dims(), rows, other * sample.dims(), sample.dims());
            }
        }
        Points points = Points.of(rows, sample.dims());
        int first = random.nextInt(sample.dims());
        int[] order = SortOracle.superKeyOrder(points, first, Order.ASCENDING);
        Sorting sorting = Placed.sorting(Placement.on(context));
        Optional<String> difference = SortOracle.difference(
                "offsets of groups, super key from " + first,
                SortOracle.groupOffsets(points, order),
                sorting.distinct(points, order, first).toOffsets());
        return difference.isPresent() ? difference : unsorted(sorting, points, order, first, random);
    }

    /** Swaps two rows; unless they are equal, the call must refuse the order. */
    private static Optional<String> unsorted(Sorting sorting, Points points, int[] order, int first, Random random) {
        if (order.length < 2) {
            return Optional.empty();
        }
        int a = random.nextInt(order.length);
        int b = random.nextInt(order.length);
        boolean equal = SortOracle.samePlace(points, order[a], order[b]);
        int row = order[a];
        order[a] = order[b];
        order[b] = row;
        try {
            sorting.distinct(points, order, first);
            return equal ? Optional.empty() : Optional.of("an order with rows " + a + " and " + b + " swapped passed");
        } catch (IllegalArgumentException e) {
            return equal ? Optional.of("an order was refused: " + e.getMessage()) : Optional.empty();
        }
    }

    private static final int MAX_VALUES = 20_000;

    /** Compares selection with the oracle: floats and ints, rows up to 20,000 values, k of all sizes, every method. */
    private static Optional<String> selection(Context context, Sample sample) {
        Random random = sample.random();
        int n = Math.min(MAX_VALUES, Math.max(1, sample.size() * (random.nextBoolean() ? 1 : 13)));
        int rows = 1 + random.nextInt(Math.min(6, MAX_VALUES / n));
        int k = random.nextBoolean() ? 1 + random.nextInt(n) : 1 + random.nextInt(Math.min(n, 100));
        double[] values = sample.shape().rows(rows * n, 1, random);
        Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
        SelectionOptions options = SelectionOptions.DEFAULT.withOrder(order).withSorted(random.nextInt(4) > 0);
        boolean floats = random.nextBoolean();
        boolean inBatches = random.nextInt(4) == 0;
        String what = "rows=" + rows + ", n=" + n + ", k=" + k + ", " + options + ", in batches=" + inBatches + ", ";
        if (!inBatches) {
            return difference(Placed.selection(Placement.on(context)), values, rows, k, options, floats)
                    .map(text -> what + text);
        }
        // Memory for one or two rows at a time.
        try (Context little = context.within(64L * n + (8L << 10) + 600L * k)) {
            return difference(Placed.selection(Placement.on(little)), values, rows, k, options, floats)
                    .map(text -> what + text);
        }
    }

    private static Optional<String> difference(
            Selection selection, double[] values, int rows, int k, SelectionOptions options, boolean floats) {
        for (SelectionOptions.Method method : methods(k)) {
            SelectionOptions given = options.withMethod(method);
            Optional<String> difference = floats
                    ? checkFloats(selection, values, rows, k, given)
                    : checkInts(selection, values, rows, k, given);
            if (difference.isPresent()) {
                return difference.map(text -> method + ", " + text);
            }
        }
        return Optional.empty();
    }

    private static List<SelectionOptions.Method> methods(int k) {
        List<SelectionOptions.Method> methods = new ArrayList<>(List.of(SelectionOptions.Method.values()));
        if (k > SinglePass.MAX_K) {
            methods.remove(SelectionOptions.Method.SINGLE_PASS);
        }
        return methods;
    }

    private static Optional<String> checkFloats(
            Selection selection, double[] values, int rows, int k, SelectionOptions options) {
        float[] matrix = new float[values.length];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = (float) values[i];
        }
        return SelectionOracle.difference(
                matrix, options.order(), options.sorted(), selection.of(matrix, rows, k, options));
    }

    private static Optional<String> checkInts(
            Selection selection, double[] values, int rows, int k, SelectionOptions options) {
        int[] matrix = new int[values.length];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = (int) (values[i] * 1000);
        }
        return SelectionOracle.difference(
                matrix, options.order(), options.sorted(), selection.of(matrix, rows, k, options));
    }

    private static final int MAX_FACTOR = 12;

    /** Compares all kinds of sorts, of keys of the four types, segments and super keys, with a sort of java.util. */
    private static Optional<String> sort(Context context, Sample sample) {
        Random random = sample.random();
        Sorting sorting = Placed.sorting(Placement.on(context));
        SortOptions.Method[] methods = SortOptions.Method.values();
        SortOptions options = new SortOptions(
                random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING, methods[random.nextInt(methods.length)]);
        int n = sample.size() * (random.nextInt(3) == 0 ? 1 + random.nextInt(MAX_FACTOR) : 1);
        return switch (random.nextInt(3)) {
            case 0 -> new TypedKeys(sample.shape().rows(n, 1, random), random).difference(sorting, options, random);
            case 1 -> segments(sorting, sample, n, options, random);
            default -> superKeys(sorting, sample, options, random);
        };
    }

    private static Optional<String> segments(
            Sorting sorting, Sample sample, int n, SortOptions options, Random random) {
        TypedKeys typed = new TypedKeys(sample.shape().rows(n, 1, random), random);
        int[] offsets = Offsets.drawAny(n, random);
        int[] expected = typed.orderOfSegments(offsets, options.order());
        return SortOracle.difference(
                "segments of " + typed + ", " + (offsets.length - 1) + " segments, " + options,
                expected,
                sorting.argsortSegments(typed.keys(), offsets, options));
    }

    private static Optional<String> superKeys(Sorting sorting, Sample sample, SortOptions options, Random random) {
        double[] rows = sample.rows(random);
        if (random.nextBoolean()) {
            Arrays.setAll(rows, i -> (float) Math.clamp(rows[i], -Float.MAX_VALUE, Float.MAX_VALUE));
        }
        Points points = Points.of(rows, sample.dims());
        int first = random.nextInt(sample.dims());
        int[] expected = SortOracle.superKeyOrder(points, first, options.order());
        return SortOracle.difference(
                "super key from " + first + ", " + options, expected, sorting.superKeyOrder(points, first, options));
    }
}
