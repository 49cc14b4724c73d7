package dev.gyre.engine.op;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.IntRows;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.SliceWork;
import dev.gyre.engine.plan.CallWatch;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.sort.BlockDigits;
import dev.gyre.engine.sort.BlockSort;
import dev.gyre.engine.sort.Blocks;
import dev.gyre.engine.sort.ColumnSource;
import dev.gyre.engine.sort.Groups;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.MergeSort;
import dev.gyre.engine.sort.PointColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SegmentedSort;
import dev.gyre.engine.sort.Segments;
import dev.gyre.engine.sort.SortStrategies;
import dev.gyre.engine.sort.Sorter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sorts arrays and points on an engine's device. Sorts are stable, with the same result on every device.
 *
 * <p>Each call copies its input to the device, sorts it there, and copies the result back. To keep data on the device, put the
 * stages of {@link RadixSort}, {@link MergeSort}, {@link SegmentedSort} or {@link BlockSort} into a program. Memory on the
 * device: {@code (24.3 + 4 c) n} bytes and 1 MiB for n rows of c columns, where an {@code int} or {@code float} key has one
 * column and a {@code long} or {@code double} key two. Safe for use by several threads.
 */
public final class Sorting {

    private static final int MIN_SLICE = 1 << 14;

    private final Placement placement;

    /**
     * Makes the sorts.
     *
     * @param placement decides where each call runs; a context places all calls in itself
     */
    Sorting(Placement placement) {
        this.placement = Objects.requireNonNull(placement, "placement");
    }

    /** Chooses context and method of a call that sorts n rows of the given columns. */
    private Plan choose(int n, int columns, SortOptions.Method asked) {
        return placement.choose(context -> SortStrategies.of(n, columns, asked));
    }

    private Plan preview(int n, int columns, SortOptions.Method asked) {
        return placement.preview(context -> SortStrategies.of(n, columns, asked));
    }

    /** Returns the context of a call that sorts n rows of the given columns in segments. */
    private Context inSegments(int n, int segments, int columns) {
        return placement.at(Operation.SEGMENTED_SORT, new Workload(n, segments, columns, 1));
    }

    private Device previewInSegments(int n, int segments, int columns) {
        Strategy strategy = Strategy.of("segments", new Workload(n, segments, columns, 1), Operation.SEGMENTED_SORT);
        return placement.preview(context -> List.of(strategy)).device();
    }

    /**
     * Computes the order of keys, smallest first.
     *
     * @param keys n keys
     * @return the rows in order: {@code order[0]} is the row of the smallest key; equal keys by ascending row
     * @throws IllegalArgumentException if the sort does not fit the memory limit
     */
    public int[] argsort(Keys keys) {
        return argsort(keys, SortOptions.DEFAULT);
    }

    /**
     * Computes the order of keys.
     *
     * @param keys n keys
     * @param options order and method
     * @return the rows in order; equal keys by ascending row
     * @throws IllegalArgumentException if the sort does not fit the memory limit
     */
    public int[] argsort(Keys keys, SortOptions options) {
        Objects.requireNonNull(options, "options");
        int n = keys.length();
        if (n == 0) {
            return new int[0];
        }
        Plan choice = choose(n, keys.columns(), options.method());
        Context context = choice.context();
        SortOptions.Method method = SortStrategies.method(choice, options.method(), keys.columns());
        return choice.watch().done(rows(context, source(context, keys, options.order()), n, method));
    }

    /**
     * Sorts keys in place, smallest first.
     *
     * @param keys n keys, changed
     * @throws IllegalArgumentException if the sort does not fit the memory limit
     */
    public void sortInPlace(Keys keys) {
        sort(keys, null, SortOptions.DEFAULT);
    }

    /**
     * Sorts keys in place, with a payload.
     *
     * @param keys n keys, changed
     * @param payload a value for each key, which moves along with it
     * @param options order and method
     * @throws IllegalArgumentException if the lengths differ or the sort does not fit the memory limit
     */
    public void sortInPlace(Keys keys, int[] payload, SortOptions options) {
        Objects.requireNonNull(options, "options");
        checkPayload(keys, payload);
        sort(keys, payload, options);
    }

    /** Sorts keys in place, with a payload or, if that is null, without one. */
    private void sort(Keys keys, int[] payload, SortOptions options) {
        int n = keys.length();
        if (n == 0) {
            return;
        }
        Plan choice = choose(n, keys.columns(), options.method());
        Context context = choice.context();
        SortOptions.Method method = SortStrategies.method(choice, options.method(), keys.columns());
        if (keys.columns() > 1) {
            rearrange(context, keys, payload, rows(context, source(context, keys, options.order()), n, method));
            return;
        }
        try (Lease<Sorter> lease = Sorter.pairs(context, n, method)) {
            Sorter sorter = lease.operation();
            forEachSlice(context, n, (begin, end) -> {
                keys.toColumns(sorter.keys(), n, options.order(), begin, end);
                if (payload != null) {
                    System.arraycopy(payload, begin, sorter.payload(), begin, end - begin);
                }
            });
            int[] sortedPayload = sorter.run(lease, n);
            int[] sortedKeys = sorter.sortedKeys();
            forEachSlice(context, n, (begin, end) -> {
                keys.fromColumn(sortedKeys, options.order(), begin, end);
                if (payload != null) {
                    System.arraycopy(sortedPayload, begin, payload, begin, end - begin);
                }
            });
        }
    }

    /**
     * Computes the order of keys within segments, each sorted separately.
     *
     * @param keys n keys
     * @param offsets index of the first key of each segment, ascending from 0, then n; segments may be empty
     * @param options order and method; the method applies to segments that are too long for one work-group
     * @return for each position the row of the key that belongs there; equal keys by ascending row
     * @throws IllegalArgumentException if the offsets do not ascend from 0 to n, or the sort does not fit the memory limit
     */
    public int[] argsortSegments(Keys keys, int[] offsets, SortOptions options) {
        Objects.requireNonNull(options, "options");
        int n = keys.length();
        Checks.offsets(offsets, n);
        if (n == 0) {
            return new int[0];
        }
        return orderInSegments(inSegments(n, offsets.length - 1, keys.columns()), keys, offsets, options);
    }

    private static int[] orderInSegments(Context context, Keys keys, int[] offsets, SortOptions options) {
        int n = keys.length();
        int[] values = columns(context, keys, options.order());
        Segments segments = new Segments(context, offsets, values, keys.columns());
        int[] order = segments.sortShort();
        if (segments.longRows() > 0) {
            ColumnSource columns = segments.longColumns();
            segments.arrangeLong(rows(context, columns, segments.longRows(), longMethod(options.method())), order);
        }
        return order;
    }

    /**
     * Sorts segments of keys in place, each separately, with a payload.
     *
     * @param keys n keys, changed
     * @param payload a value for each key, which moves along with it
     * @param offsets index of the first key of each segment, ascending from 0, then n; segments may be empty
     * @param options order and method; the method applies to segments that are too long for one work-group
     * @throws IllegalArgumentException if the lengths differ, the offsets do not ascend from 0 to n, or the sort does not
     *     fit the memory limit
     */
    public void sortSegmentsInPlace(Keys keys, int[] payload, int[] offsets, SortOptions options) {
        Objects.requireNonNull(options, "options");
        checkPayload(keys, payload);
        Checks.offsets(offsets, keys.length());
        if (keys.length() > 0) {
            Context context = inSegments(keys.length(), offsets.length - 1, keys.columns());
            rearrange(context, keys, payload, orderInSegments(context, keys, offsets, options));
        }
    }

    /**
     * Computes the order of keys by blocks (Åmdal, 2020). A block holds the rows at its positions in the full order. The first of these
     * rows comes first in the block; the others are in any order. Ties are ordered by row, as in the full order, so that each block has a
     * unique set of rows.
     *
     * <p>Fewer blocks need less work: for some thousands of blocks of evenly spread keys, at most half the work of {@link #argsort}. If
     * blocks do not pay off, because of few rows, small blocks, or many keys that agree in their highest bits, the sort computes the whole
     * order; {@link #explainBlocks} predicts this for evenly spread keys. Memory on the device: 44 bytes for each block and 2 MiB more than
     * a sort.
     *
     * @param keys n keys
     * @param blockSize rows of a block, 1 or more; the last block may be smaller
     * @param options order; the method applies if the whole order is computed
     * @return the rows, block by block: block b is at {@code b blockSize} to {@code (b + 1) blockSize - 1}
     * @throws IllegalArgumentException if blockSize is less than 1, or the sort does not fit the memory limit
     */
    public int[] blockOrder(Keys keys, int blockSize, SortOptions options) {
        return blockOrderSegments(keys, new int[] {0, keys.length()}, blockSize, options);
    }

    /**
     * Computes the order of keys by blocks within segments: {@link #blockOrder} of each. Blocks restart in each segment. For
     * more than 256 segments of several blocks, the sort computes the whole order.
     *
     * @param keys n keys
     * @param offsets index of the first key of each segment, ascending from 0, then n; segments may be empty
     * @param blockSize rows of a block, 1 or more; the last block of a segment may be smaller
     * @param options order; the method applies if the whole order is computed
     * @return for each position the row of a key that belongs to the position's block
     * @throws IllegalArgumentException if blockSize is less than 1, the offsets do not ascend from 0 to n, or the sort does
     *     not fit the memory limit
     */
    public int[] blockOrderSegments(Keys keys, int[] offsets, int blockSize, SortOptions options) {
        Objects.requireNonNull(options, "options");
        Checks.atLeast("blockSize", blockSize, 1);
        int n = keys.length();
        Checks.offsets(offsets, n);
        if (n == 0) {
            return new int[0];
        }
        Blocks blocks = new Blocks(offsets, blockSize);
        int width = keys.columns();
        Context context = blocks.segments() == 1
                ? choose(n, width, SortOptions.Method.AUTOMATIC).context()
                : inSegments(n, offsets.length - 1, width);
        if (BlockDigits.sortsWhole(context.device(), n, blocks.cuts(), blocks.segments())) {
            return orderInSegments(context, keys, offsets, options);
        }
        int[] values = columns(context, keys, options.order());
        KeyColumns columns = blocks.labeled(values, width, offsets);
        int digits = blocks.digits(columns, width, context.workers());
        Optional<int[]> order = digits == BlockDigits.WHOLE ? Optional.empty() : blocks.sort(context, columns, digits);
        return order.orElseGet(() -> blocks.segments() == 1
                ? argsortIn(context, keys, options)
                : orderInSegments(context, keys, offsets, options));
    }

    /**
     * Computes the order of points by super key: by one coordinate, ties by the next one, and so on cyclically through all coordinates
     * (Brown, "Building a balanced k-d tree in O(kn log n) time", JCGT 2015). -0.0 and 0.0 are the same coordinate here.
     *
     * @param points the points
     * @param first the most significant coordinate
     * @param options order and method
     * @return the rows in order; equal points by ascending row
     * @throws IllegalArgumentException if there is no such coordinate or the sort does not fit the memory limit
     */
    public int[] superKeyOrder(Points points, int first, SortOptions options) {
        Objects.requireNonNull(options, "options");
        checkFirst(points, first);
        int n = points.size();
        if (n == 0) {
            return new int[0];
        }
        Plan choice = choose(n, points.dims(), options.method());
        Context context = choice.context();
        CallWatch watch = choice.watch();
        int width = PointColumns.width(points, context.workers());
        ColumnSource columns = PointColumns.of(points, first, options.order(), width, context.workers());
        return watch.done(rows(context, columns, n, SortStrategies.method(choice, options.method(), columns.count())));
    }

    /**
     * Finds the groups of equal points. -0.0 and 0.0 are the same coordinate here.
     *
     * <p>O(n). Memory on the device: {@code (8 + 4 c) n} bytes for c columns, which are the dimensions, or twice as many if a
     * coordinate is not a float32.
     *
     * @param points n points
     * @param order all their rows, ascending by super key, as {@link #superKeyOrder} returns them
     * @param first the most significant coordinate of this order
     * @return the rows of each group, in the order; {@link IntRows#toFirstArray} has one row of each group
     * @throws IllegalArgumentException if there is no such coordinate, if a row is missing from the order, if the points are
     *     not sorted in it (the message names the position), or if the work does not fit the memory limit
     */
    public IntRows distinct(Points points, int[] order, int first) {
        checkFirst(points, first);
        int n = points.size();
        Context context = choose(n, points.dims(), SortOptions.Method.AUTOMATIC).context();
        int[] rows = HostArrays.copyOf(order, order.length, context.workers());
        Checks.rows(rows, n, context.workers());
        if (n == 0) {
            return IntRows.of(new int[1], rows);
        }
        int width = PointColumns.width(points, context.workers());
        ColumnSource columns = PointColumns.of(points, first, Order.ASCENDING, width, context.workers());
        Checks.arrayLength(n, columns.count());
        return IntRows.of(Groups.heads(context, rows, columns), rows);
    }

    /**
     * Explains the choice of {@link SortOptions.Method#AUTOMATIC}.
     *
     * @param n number of rows
     * @param columns columns of a key: 1 for int and float, 2 for long and double
     * @return a line with the method and its reason, and one for each method
     */
    public String explain(int n, int columns) {
        return SortStrategies.explain(
                preview(n, columns, SortOptions.Method.AUTOMATIC), n, columns, SortOptions.Method.AUTOMATIC);
    }

    /**
     * Explains how {@link #superKeyOrder} would run.
     *
     * @param points the points
     * @param method the method, or {@link SortOptions.Method#AUTOMATIC}
     * @return a line with the method and its reason, and one for each method
     */
    public String explain(Points points, SortOptions.Method method) {
        Plan choice = preview(points.size(), points.dims(), method);
        Context context = choice.context();
        int width = context == null ? 1 : PointColumns.width(points, context.workers());
        return SortStrategies.explain(choice, points.size(), points.dims() * width, method);
    }

    /**
     * Explains how {@link #argsortSegments} would run.
     *
     * @param offsets index of the first key of each segment, ascending from 0, then n
     * @param method method for long segments, or {@link SortOptions.Method#AUTOMATIC}
     * @return a line with the number of segments for each method
     */
    public String explainSegments(int[] offsets, SortOptions.Method method) {
        int n = offsets.length == 0 ? 0 : offsets[offsets.length - 1];
        Checks.offsets(offsets, n);
        int segments = offsets.length - 1;
        Device device = previewInSegments(n, segments, 1);
        int limit = SegmentedSort.limit(device);
        long tooLong = IntStream.range(0, segments)
                .filter(segment -> offsets[segment + 1] - offsets[segment] > limit)
                .count();
        String start = segments + " segments on " + device + ": ";
        return tooLong == 0
                ? start + "all of up to " + limit + " rows, side by side"
                : start + (segments - tooLong) + " of up to " + limit + " rows side by side, " + tooLong
                        + " longer ones together by " + longMethod(method);
    }

    /**
     * Explains how {@link #blockOrder} would run, for evenly spread keys.
     *
     * @param n number of rows
     * @param blockSize rows of a block, 1 or more
     * @param columns columns of a key: 1 for int and float, 2 for long and double
     * @return a line with the method and its reason
     * @throws IllegalArgumentException if blockSize is less than 1
     */
    public String explainBlocks(int n, int blockSize, int columns) {
        Checks.atLeast("blockSize", blockSize, 1);
        return BlockDigits.explain(
                preview(n, columns, SortOptions.Method.AUTOMATIC).device(), n, blockSize, columns);
    }

    private static int[] argsortIn(Context context, Keys keys, SortOptions options) {
        return new Sorting(Placement.on(context)).argsort(keys, options);
    }

    private static int[] rows(Context context, ColumnSource columns, int n, SortOptions.Method method) {
        Checks.arrayLength(n, columns.count());
        return Sorter.order(context, n, columns, method);
    }

    /** Returns the method for long segments. Their rows usually tie in the first column, which is the segment. */
    private static SortOptions.Method longMethod(SortOptions.Method method) {
        return method == SortOptions.Method.MERGE ? method : SortOptions.Method.RADIX;
    }

    private static ColumnSource source(Context context, Keys keys, Order order) {
        return new ColumnSource(
                keys.columns(),
                0,
                Integer.SIZE,
                (values, stride, also) -> forEachSlice(context, keys.length(), (begin, end) -> {
                    for (int from = begin; from < end; from += MIN_SLICE) {
                        int to = Math.min(end, from + MIN_SLICE);
                        keys.toColumns(values, stride, order, from, to);
                        also.run(from, to);
                    }
                }),
                keys.rows(order));
    }

    private static int[] columns(Context context, Keys keys, Order order) {
        int[] values = new int[Checks.arrayLength(keys.length(), keys.columns())];
        source(context, keys, order).writer().write(values, keys.length());
        return values;
    }

    /** Brings keys and payload into the order of the rows. */
    private static void rearrange(Context context, Keys keys, int[] payload, int[] rows) {
        Keys keysBefore = keys.copy(context.workers());
        int[] payloadBefore = payload == null ? null : HostArrays.copyOf(payload, payload.length, context.workers());
        forEachSlice(context, keys.length(), (begin, end) -> {
            keys.gather(keysBefore, rows, begin, end);
            for (int i = begin; payload != null && i < end; i++) {
                payload[i] = payloadBefore[rows[i]];
            }
        });
    }

    private static void forEachSlice(Context context, int n, SliceWork work) {
        context.workers().forEachSlice(n, MIN_SLICE, work);
    }

    private static void checkFirst(Points points, int first) {
        if (first < 0 || first >= points.dims()) {
            throw new IllegalArgumentException(
                    "first must be in 0..dims-1: first=" + first + ", dims=" + points.dims());
        }
    }

    private static void checkPayload(Keys keys, int[] payload) {
        if (payload.length != keys.length()) {
            throw new IllegalArgumentException("keys and payload must have the same length: keys=" + keys.length()
                    + ", payload=" + payload.length);
        }
    }
}
