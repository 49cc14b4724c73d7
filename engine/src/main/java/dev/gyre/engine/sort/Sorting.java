package dev.gyre.engine.sort;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.SliceWork;
import dev.gyre.engine.jvm.Workers;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sorting of arrays and points on an engine's device: stable, with the same result on every device.
 *
 * <p>Each call copies its input to the device, sorts it there, and copies the result back; to keep data on the device, put
 * the stages of {@link RadixSort}, {@link MergeSort}, {@link SegmentedSort} or {@link BlockSort} into a program. Memory on the device:
 * {@code (24 + 4 c) n} bytes and 1 MiB for n rows of c columns, where an {@code int} or {@code float} key takes one column
 * and a {@code long} or {@code double} key two. Safe for use by several threads.
 */
public final class Sorting {

    private static final int MIN_SLICE = 1 << 14;

    private final Backend backend;
    private final Workers workers;
    private final long memoryLimit;

    /**
     * Sorting on a device.
     *
     * @param backend the device
     * @param workers the host's threads
     * @param memoryLimit bytes that arrays on the device may take
     */
    public Sorting(Backend backend, Workers workers, long memoryLimit) {
        this.backend = backend;
        this.workers = workers;
        this.memoryLimit = memoryLimit;
    }

    /**
     * The order of keys, smallest first.
     *
     * @param keys n keys
     * @return the rows in order: {@code order[0]} is the row of the smallest key; equal keys by ascending row
     * @throws IllegalArgumentException if the sort does not fit the memory limit
     */
    public int[] argsort(Keys keys) {
        return argsort(keys, SortOptions.DEFAULT);
    }

    /**
     * The order of keys.
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
        int[] values = columns(keys, options.order());
        return rows(KeyColumns.of(values, n, keys.columns(), 0), n, options.method());
    }

    /**
     * Sorts keys where they are, smallest first.
     *
     * @param keys n keys, changed
     * @throws IllegalArgumentException if the sort does not fit the memory limit
     */
    public void sortInPlace(Keys keys) {
        sortInPlace(keys, new int[keys.length()], SortOptions.DEFAULT);
    }

    /**
     * Sorts keys where they are, with a payload.
     *
     * @param keys n keys, changed
     * @param payload a value for each key, moved as its key is
     * @param options order and method
     * @throws IllegalArgumentException if the lengths differ or the sort does not fit the memory limit
     */
    public void sortInPlace(Keys keys, int[] payload, SortOptions options) {
        Objects.requireNonNull(options, "options");
        checkPayload(keys, payload);
        int n = keys.length();
        if (n == 0) {
            return;
        }
        if (keys.columns() > 1) {
            rearrange(keys, payload, argsort(keys, options));
            return;
        }
        checkMemory(n, 1);
        try (Sorter sorter = Sorter.ofPairs(backend, n, resolve(options.method(), n, 1))) {
            forEachSlice(n, (begin, end) -> {
                keys.toColumns(sorter.keys(), n, options.order(), begin, end);
                System.arraycopy(payload, begin, sorter.payload(), begin, end - begin);
            });
            int[] sortedPayload = sorter.run(n);
            int[] sortedKeys = sorter.sortedKeys();
            forEachSlice(n, (begin, end) -> {
                keys.fromColumn(sortedKeys, options.order(), begin, end);
                System.arraycopy(sortedPayload, begin, payload, begin, end - begin);
            });
        }
    }

    /**
     * The order of keys inside of segments, each sorted for itself.
     *
     * @param keys n keys
     * @param offsets for each segment the place of its first key, ascending from 0, and n at the end; segments may be empty
     * @param options order and method; the method is for segments that are too long to be sorted by one work-group
     * @return for each place the row of the key that belongs there; equal keys by ascending row
     * @throws IllegalArgumentException if the offsets do not ascend from 0 to n, or the sort does not fit the memory limit
     */
    public int[] argsortSegments(Keys keys, int[] offsets, SortOptions options) {
        Objects.requireNonNull(options, "options");
        int n = keys.length();
        checkOffsets(offsets, n);
        if (n == 0) {
            return new int[0];
        }
        int[] values = columns(keys, options.order());
        checkMemory(n + offsets.length, keys.columns());
        KeyColumns columns = KeyColumns.of(values, n, keys.columns(), 0);
        Segments segments = new Segments(backend.device(), offsets, columns);
        int[] order = segments.sortShort(backend);
        if (segments.longRows().length > 0) {
            int[] longRows = segments.longRows();
            KeyColumns longColumns = segments.longColumns();
            int[] sorted = rows(longColumns, longRows.length, longMethod(options.method()));
            for (int i = 0; i < longRows.length; i++) {
                order[longRows[i]] = longRows[sorted[i]];
            }
        }
        return order;
    }

    /**
     * Sorts segments of keys where they are, each for itself, with a payload.
     *
     * @param keys n keys, changed
     * @param payload a value for each key, moved as its key is
     * @param offsets for each segment the place of its first key, ascending from 0, and n at the end; segments may be empty
     * @param options order and method; the method is for segments that are too long to be sorted by one work-group
     * @throws IllegalArgumentException if the lengths differ, the offsets do not ascend from 0 to n, or the sort does not
     *     fit the memory limit
     */
    public void sortSegmentsInPlace(Keys keys, int[] payload, int[] offsets, SortOptions options) {
        checkPayload(keys, payload);
        rearrange(keys, payload, argsortSegments(keys, offsets, options));
    }

    /**
     * The order of keys by blocks: a block holds the rows that the full order has in its places, in any order, but with the
     * first one of them first (Åmdal, 2020). Which rows are in which block is as definite as the full order: ties are by row.
     *
     * <p>The fewer blocks there are, the less is to be done: down to half the work of {@link #argsort} and less, for some
     * thousands of blocks of keys that are spread evenly. Where that does not pay, for few rows, small blocks, or keys of
     * which many agree in their highest bits, the whole order is made; {@link #explainBlocks} tells for keys that are spread
     * evenly. Memory on the device: 44 bytes for each block and 2 MiB more than a sort.
     *
     * @param keys n keys
     * @param blockSize rows of a block, 1 or more; the last block may be smaller
     * @param options order; the method is for where the whole order is made
     * @return the rows, block after block: block b is in places {@code b blockSize} to {@code (b + 1) blockSize - 1}
     * @throws IllegalArgumentException if blockSize is less than 1, or the sort does not fit the memory limit
     */
    public int[] blockOrder(Keys keys, int blockSize, SortOptions options) {
        return blockOrderSegments(keys, new int[] {0, keys.length()}, blockSize, options);
    }

    /**
     * The order of keys by blocks inside of segments: {@link #blockOrder} of each. Blocks begin anew in each segment. For
     * more than 256 segments of several blocks the whole order is made.
     *
     * @param keys n keys
     * @param offsets for each segment the place of its first key, ascending from 0, and n at the end; segments may be empty
     * @param blockSize rows of a block, 1 or more; the last block of a segment may be smaller
     * @param options order; the method is for where the whole order is made
     * @return for each place the row of a key that belongs into the place's block
     * @throws IllegalArgumentException if blockSize is less than 1, the offsets do not ascend from 0 to n, or the sort does
     *     not fit the memory limit
     */
    public int[] blockOrderSegments(Keys keys, int[] offsets, int blockSize, SortOptions options) {
        Objects.requireNonNull(options, "options");
        checkBlockSize(blockSize);
        int n = keys.length();
        checkOffsets(offsets, n);
        if (n == 0) {
            return new int[0];
        }
        Blocks blocks = new Blocks(offsets, blockSize);
        int width = keys.columns();
        if (SortTable.sortsWhole(backend.device(), n, blocks.cuts(), blocks.segments())) {
            return argsortSegments(keys, offsets, options);
        }
        int[] values = columns(keys, options.order());
        KeyColumns columns = blocks.labeled(values, width, offsets);
        checkMemory(4L * n * columns.count() + BlockSort.bytes(n, blocks.count()), n, columns.count());
        int digits = blocks.digits(columns, width, workers);
        Optional<int[]> order = digits == SortTable.WHOLE ? Optional.empty() : blocks.sort(backend, columns, digits);
        return order.orElseGet(() -> blocks.segments() == 1
                ? rows(KeyColumns.of(values, n, width, 0), n, options.method())
                : argsortSegments(keys, offsets, options));
    }

    /**
     * The order of points by super key: by one coordinate, ties by the next one, and so on around to the one before (Brown,
     * "Building a balanced k-d tree in O(kn log n) time", JCGT 2015). -0.0 and 0.0 are the same coordinate here.
     *
     * @param points the points
     * @param first the coordinate that counts most
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
        return rows(PointColumns.of(points, first, options.order(), workers), n, options.method());
    }

    /**
     * The groups of equal points. -0.0 and 0.0 are the same coordinate here.
     *
     * <p>O(n). Memory on the device: {@code (8 + 4 c) n} bytes for c columns, which are the dimensions, or twice as many where
     * a coordinate is no float32.
     *
     * @param points n points
     * @param order all their rows, ascending by super key: what {@link #superKeyOrder} returns
     * @param first the coordinate that counts most in this order
     * @return the groups, in the order
     * @throws IllegalArgumentException if there is no such coordinate, if a row is missing from the order, if the points are
     *     not sorted in it (the message names the place), or if the work does not fit the memory limit
     */
    public Distinct distinct(Points points, int[] order, int first) {
        checkFirst(points, first);
        int[] rows = order.clone();
        Groups.checkRows(rows, points.size());
        if (rows.length == 0) {
            return new Distinct(rows, new int[1]);
        }
        KeyColumns columns = PointColumns.of(points, first, Order.ASCENDING, workers);
        checkMemory(Groups.deviceBytes(rows.length, columns.count()), rows.length, columns.count());
        return Groups.find(backend, rows, columns);
    }

    /**
     * What {@link SortMethod#AUTOMATIC} comes to.
     *
     * @param n number of rows
     * @param columns columns of a key: 1 for int and float, 2 for long and double
     * @return the method and why, in one line
     */
    public String explain(int n, int columns) {
        return SortTable.explain(backend.device(), n, columns, SortMethod.AUTOMATIC);
    }

    /**
     * How {@link #superKeyOrder} would go about it.
     *
     * @param points the points
     * @param method how, or {@link SortMethod#AUTOMATIC}
     * @return the method and why, in one line
     */
    public String explain(Points points, SortMethod method) {
        int columns = points.dims() * PointColumns.width(points, workers);
        return SortTable.explain(backend.device(), points.size(), columns, method);
    }

    /**
     * How {@link #argsortSegments} would go about it.
     *
     * @param offsets for each segment the place of its first key, ascending from 0, and n at the end
     * @param method how long segments are sorted, or {@link SortMethod#AUTOMATIC}
     * @return how many segments are sorted in which way, in one line
     */
    public String explainSegments(int[] offsets, SortMethod method) {
        checkOffsets(offsets, offsets.length == 0 ? 0 : offsets[offsets.length - 1]);
        int limit = SegmentedSort.limit(backend.device());
        int segments = offsets.length - 1;
        long tooLong = IntStream.range(0, segments)
                .filter(segment -> offsets[segment + 1] - offsets[segment] > limit)
                .count();
        String start = segments + " segments on " + backend.device() + ": ";
        return tooLong == 0
                ? start + "all of up to " + limit + " rows, side by side"
                : start + (segments - tooLong) + " of up to " + limit + " rows side by side, " + tooLong
                        + " longer ones together by " + longMethod(method);
    }

    /**
     * How {@link #blockOrder} is done, for keys that are spread evenly.
     *
     * @param n number of rows
     * @param blockSize rows of a block, 1 or more
     * @param columns columns of a key: 1 for int and float, 2 for long and double
     * @return what is done and why, in one line
     * @throws IllegalArgumentException if blockSize is less than 1
     */
    public String explainBlocks(int n, int blockSize, int columns) {
        checkBlockSize(blockSize);
        return SortTable.explainBlocks(backend.device(), n, blockSize, columns);
    }

    private int[] rows(KeyColumns columns, int n, SortMethod method) {
        checkMemory(n, columns.count());
        try (Sorter sorter = Sorter.ofRows(backend, n, columns, resolve(method, n, columns.count()))) {
            return sorter.run(n);
        }
    }

    private SortMethod resolve(SortMethod method, int n, int columns) {
        return method == SortMethod.AUTOMATIC ? SortTable.choose(backend.device(), n, columns) : method;
    }

    /** Rows of long segments tie in the first column, the segment, more often than not. */
    private static SortMethod longMethod(SortMethod method) {
        return method == SortMethod.MERGE ? method : SortMethod.RADIX;
    }

    private int[] columns(Keys keys, Order order) {
        int n = keys.length();
        int[] values = new int[checkedLength(n, keys.columns())];
        forEachSlice(n, (begin, end) -> keys.toColumns(values, n, order, begin, end));
        return values;
    }

    /** Brings keys and payload into the order of the rows. */
    private void rearrange(Keys keys, int[] payload, int[] rows) {
        Keys keysBefore = keys.copy();
        int[] payloadBefore = payload.clone();
        forEachSlice(keys.length(), (begin, end) -> {
            keys.gather(keysBefore, rows, begin, end);
            for (int i = begin; i < end; i++) {
                payload[i] = payloadBefore[rows[i]];
            }
        });
    }

    private void forEachSlice(int n, SliceWork work) {
        workers.forEachSlice(n, MIN_SLICE, work, Progress.NONE);
    }

    private void checkMemory(int n, int columns) {
        checkMemory(Sorter.deviceBytes(n, columns), n, columns);
    }

    private void checkMemory(long needed, int n, int columns) {
        Device device = backend.device();
        long limit = Math.min(memoryLimit, device.memoryBytes());
        if (needed > limit) {
            throw new IllegalArgumentException("the sort does not fit the memory of " + device + ": needed=" + needed
                    + " bytes, limit=" + limit + ", n=" + n + ", columns=" + columns);
        }
    }

    /** The length of columns side by side, which must fit an array. */
    static int checkedLength(int n, int columns) {
        long length = (long) n * columns;
        if (length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("n x columns must be below 2^31 - 8: n=" + n + ", columns=" + columns);
        }
        return (int) length;
    }

    private static void checkBlockSize(int blockSize) {
        if (blockSize < 1) {
            throw new IllegalArgumentException("blockSize must be 1 or more: blockSize=" + blockSize);
        }
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

    private static void checkOffsets(int[] offsets, int n) {
        if (offsets.length == 0 || offsets[0] != 0 || offsets[offsets.length - 1] != n) {
            throw new IllegalArgumentException("offsets must go from 0 to n: n=" + n + ", offsets="
                    + (offsets.length == 0 ? "none" : offsets[0] + ".." + offsets[offsets.length - 1]));
        }
        int wrong = IntStream.range(1, offsets.length)
                .filter(i -> offsets[i] < offsets[i - 1])
                .findFirst()
                .orElse(0);
        if (wrong > 0) {
            throw new IllegalArgumentException("offsets must ascend: offsets[" + (wrong - 1) + "]=" + offsets[wrong - 1]
                    + ", offsets[" + wrong + "]=" + offsets[wrong]);
        }
    }
}
