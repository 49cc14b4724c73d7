package dev.gyre.engine.kdtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.common.PackedHeap;
import dev.gyre.tasks.tree.KdParameters;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Splits the windows of a tree at their medians on the threads of the JVM, level by level, then each small window down to the leaves. Where a
 * device partitions sorted orders of all dimensions, the JVM has one order, that of the places, and selects the medians of the others. Places
 * keep that order within each window, so that its halves by the first dimension are there already. The tree is the same.
 *
 * <p>A window is read twice: first to find the pairs between two values of a sample that most likely enclose its median, which is then selected
 * among them, then to move its places. All threads read a window that is too large for one thread, or one of too few. O(n log n) for n places; 16
 * bytes a place.
 */
final class KdMedians {

    /** Binary logarithm of the slots of the largest window that one thread splits, which takes it about 2 ms (AMD EPYC). */
    private static final int ITEM_BITS = 19;

    /** Slots that a thread reads at a time; no more than those of the smallest window that several threads split. */
    private static final int TILE = 1 << 13;

    private static final int MIN_SLICE = 1 << 12;

    /** The dimension whose order is that of the places. */
    private static final int FIRST = 0;

    private final int[] keys;
    private final int[] rows;
    private final int[] splits;
    private final int[] parameters;
    private final int windowBits;
    private final int size;
    private final Workers workers;
    private final Progress progress;

    /** Keys in the order of places, of the dimensions after the first; null if a single one is split, whose keys are above the places. */
    private int[] columns;

    private final Supplier<long[]> newRoom;
    private long[] pairs;
    private long[] room;

    /**
     * Prepares for places in the order of their numbers.
     *
     * @param keys keys of the rows, dimension by dimension; changed
     * @param rows the row of each place
     * @param splits the dimension by which windows are split, indexed by the binary logarithm of their size
     * @param parameters {@link KdParameters}: the size, the stride of the columns, the leaves
     * @param windowBits binary logarithm of the slots of a window that a thread splits down to the leaves
     * @param columns room for the keys of all dimensions but the first, if there are three or more; else not used
     * @param pairs room, the size or longer
     * @param newRoom gives an array of the size or longer; asked if a window has more than {@code 1 << windowBits} slots
     */
    KdMedians(
            int[] keys,
            int[] rows,
            int[] splits,
            int[] parameters,
            int windowBits,
            int[] columns,
            long[] pairs,
            Supplier<long[]> newRoom,
            Workers workers,
            Progress progress) {
        this.keys = keys;
        this.rows = rows;
        this.splits = splits;
        this.parameters = parameters;
        this.windowBits = windowBits;
        this.columns = columns;
        this.pairs = pairs;
        this.newRoom = newRoom;
        this.size = parameters[KdParameters.SIZE];
        this.workers = workers;
        this.progress = progress;
    }

    /** Writes the place of each slot. */
    void write(int rootBits, int[] tree) {
        int[] keyed = Arrays.stream(splits, parameters[KdParameters.LEAF_BITS] + 1, rootBits + 1)
                .filter(dim -> dim != FIRST)
                .distinct()
                .toArray();
        int packed = keyed.length == 1 ? keyed[0] * parameters[KdParameters.STRIDE] : -1;
        columns = keyed.length == 1 ? null : columns;
        workers.forEachSlice(size, MIN_SLICE, (begin, end) -> number(begin, end, packed), progress);
        for (int dim : keyed.length == 1 ? new int[0] : keyed) {
            workers.forEachSlice(size, MIN_SLICE, (begin, end) -> fetch(begin, end, dim), progress);
        }
        int bits = rootBits;
        for (; bits > windowBits; bits--) {
            if (splits[bits] != FIRST) {
                new Level(bits).split();
            }
        }
        boolean moved = bits < rootBits && columns != null;
        for (int dim : moved ? keyed : new int[0]) {
            workers.forEachSlice(size, MIN_SLICE, (begin, end) -> arrange(begin, end, start(dim)), progress);
        }
        finish(bits, keyed, moved ? keys : columns, tree);
    }

    /** The index of a dimension's first key in the columns. */
    private int start(int dim) {
        return (dim - 1) * parameters[KdParameters.STRIDE];
    }

    private void number(int begin, int end, int packed) {
        for (int slot = begin; slot < end; slot++) {
            int key = packed < 0 ? 0 : keys[packed + rows[slot]];
            pairs[slot] = PackedHeap.pack(key, slot);
        }
    }

    private void fetch(int begin, int end, int dim) {
        int from = dim * parameters[KdParameters.STRIDE];
        int to = start(dim);
        for (int slot = begin; slot < end; slot++) {
            columns[to + slot] = keys[from + rows[slot]];
        }
    }

    /**
     * Brings a column from the order of the places into that of the slots, where the keys of the rows were. One column fits a cache that all do not:
     * for a million points of six dimensions this takes 13 ms, and fetching the keys of one window after another 25 (AMD EPYC).
     */
    private void arrange(int begin, int end, int start) {
        for (int slot = begin; slot < end; slot++) {
            keys[start + slot] = columns[start + (int) pairs[slot]];
        }
    }

    private int windows(int bits) {
        return (int) ((size + (1L << bits) - 1) >> bits);
    }

    /** Splits windows down to the leaves. */
    private void finish(int bits, int[] keyed, int[] from, int[] tree) {
        int[] starts = new int[keyed.length + 1];
        int[] orderOf = new int[splits.length];
        for (int order = 1; order <= keyed.length; order++) {
            starts[order] = start(keyed[order - 1]);
            for (int level = 0; level <= bits; level++) {
                orderOf[level] = splits[level] == keyed[order - 1] ? order : orderOf[level];
            }
        }
        int max = Math.min(size, 1 << bits);
        int leafBits = parameters[KdParameters.LEAF_BITS];
        Queue<KdSmallMedians> idle = new ConcurrentLinkedQueue<>();
        workers.forEach(
                windows(bits),
                window -> {
                    KdSmallMedians polled = idle.poll();
                    KdSmallMedians medians = polled == null ? new KdSmallMedians(max, keyed.length) : polled;
                    int begin = window << bits;
                    int end = Math.min(size, begin + (1 << bits));
                    medians.split(pairs, begin, end, bits, leafBits, orderOf, from, starts, tree);
                    idle.add(medians);
                },
                progress);
    }

    /** The windows of a level, which are split by a dimension other than the first. */
    private final class Level {

        private final int bits;
        private final int start;

        Level(int bits) {
            this.bits = bits;
            start = start(splits[bits]);
        }

        void split() {
            room = room == null ? newRoom.get() : room;
            int windows = windows(bits);
            boolean tooFew = windows < 2 * workers.threads() && workers.threads() > 1;
            if (bits > ITEM_BITS || tooFew) {
                splitByAll(windows);
            } else {
                workers.forEach(windows, this::split, progress);
            }
            long[] moved = room;
            room = pairs;
            pairs = moved;
        }

        private int from(int window) {
            return window << bits;
        }

        private int to(int window) {
            return (int) Math.min(size, (window + 1L) << bits);
        }

        /** The first slot of the upper half; the end of the window or beyond if there is none. */
        private int middle(int window) {
            return from(window) + (1 << (bits - 1));
        }

        private boolean hasHalves(int window) {
            return middle(window) < to(window);
        }

        private int end(int tile) {
            return Math.min(size, (tile + 1) * TILE);
        }

        private int windowOf(int tile) {
            return (int) (((long) tile * TILE) >> bits);
        }

        private void split(int window) {
            int from = from(window);
            int to = to(window);
            if (hasHalves(window)) {
                KdSelection.Range range = range(window);
                int[] counts = new int[2];
                collect(from, to, range, counts);
                int at = middle(window) - from - counts[0];
                long bound = at >= 0 && at < counts[1]
                        ? KdSelection.bound(room, from, from + counts[1], from + at)
                        : boundOfAll(window);
                move(from, to, bound, from, middle(window));
            } else {
                System.arraycopy(pairs, from, room, from, to - from);
            }
        }

        private void splitByAll(int windows) {
            KdSelection.Range[] ranges = new KdSelection.Range[windows];
            workers.forEach(windows, window -> ranges[window] = hasHalves(window) ? range(window) : null, progress);
            // For each tile how many pairs are below the range and inside it; then below the bound of the halves.
            int[][] counts = new int[Math.ceilDiv(size, TILE)][2];
            workers.forEach(
                    counts.length,
                    tile -> {
                        if (hasHalves(windowOf(tile))) {
                            collect(tile * TILE, end(tile), ranges[windowOf(tile)], counts[tile]);
                        }
                    },
                    progress);
            long[] bounds = new long[windows];
            boolean[] inside = new boolean[windows];
            workers.forEach(
                    windows,
                    window -> {
                        if (hasHalves(window)) {
                            long[] all = inside(window, counts);
                            inside[window] = all.length > 0;
                            bounds[window] = all.length > 0
                                    ? KdSelection.bound(
                                            all, 0, all.length, middle(window) - from(window) - below(window, counts))
                                    : boundOfAll(window);
                        }
                    },
                    progress);
            workers.forEach(
                    counts.length,
                    tile -> {
                        int window = windowOf(tile);
                        int first = tile * TILE;
                        counts[tile][0] = inside[window]
                                ? counts[tile][0] + count(room, first, first + counts[tile][1], bounds[window])
                                : hasHalves(window) ? count(pairs, first, end(tile), bounds[window]) : 0;
                    },
                    progress);
            int[] lower = new int[counts.length];
            for (int tile = 1; tile < counts.length; tile++) {
                lower[tile] = windowOf(tile) == windowOf(tile - 1) ? lower[tile - 1] + counts[tile - 1][0] : 0;
            }
            workers.forEach(
                    counts.length,
                    tile -> {
                        int window = windowOf(tile);
                        int first = tile * TILE;
                        if (hasHalves(window)) {
                            int upper = middle(window) + first - from(window) - lower[tile];
                            move(first, end(tile), bounds[window], from(window) + lower[tile], upper);
                        } else {
                            System.arraycopy(pairs, first, room, first, end(tile) - first);
                        }
                    },
                    progress);
        }

        private int below(int window, int[][] counts) {
            int below = 0;
            for (int tile = from(window) / TILE; tile < Math.ceilDiv(to(window), TILE); tile++) {
                below += counts[tile][0];
            }
            return below;
        }

        /** The pairs inside the range of a window; none if its median is not among them. */
        private long[] inside(int window, int[][] counts) {
            int first = from(window) / TILE;
            int last = Math.ceilDiv(to(window), TILE);
            int count = 0;
            for (int tile = first; tile < last; tile++) {
                count += counts[tile][1];
            }
            int at = middle(window) - from(window) - below(window, counts);
            if (at < 0 || at >= count) {
                return new long[0];
            }
            long[] inside = new long[count];
            int to = 0;
            for (int tile = first; tile < last; tile++) {
                System.arraycopy(room, tile * TILE, inside, to, counts[tile][1]);
                to += counts[tile][1];
            }
            return inside;
        }

        private long boundOfAll(int window) {
            long[] all = Arrays.copyOfRange(pairs, from(window), to(window));
            return KdSelection.bound(all, 0, all.length, middle(window) - from(window));
        }

        private KdSelection.Range range(int window) {
            int from = from(window);
            int count = to(window) - from;
            long[] sample = new long[KdSelection.samples(count)];
            for (int i = 0; i < sample.length; i++) {
                sample[i] = pair(from + (int) ((long) i * count / sample.length));
            }
            return KdSelection.range(sample, (double) (middle(window) - from) / count);
        }

        private long pair(int index) {
            int slot = (int) pairs[index];
            return columns == null ? pairs[index] : PackedHeap.pack(columns[start + slot], slot);
        }

        /** Puts the key of each place above it, and copies the pairs inside a range to the room, from the same index on. */
        private void collect(int begin, int end, KdSelection.Range range, int[] counts) {
            long min = range.min();
            long beyond = range.beyond();
            int inside = begin;
            int below = 0;
            for (int i = begin; i < end; i++) {
                long pair = pair(i);
                pairs[i] = pair;
                room[inside] = pair;
                int isBelow = pair < min ? 1 : 0;
                below += isBelow;
                inside += (pair < beyond ? 1 : 0) - isBelow;
            }
            counts[0] = below;
            counts[1] = inside - begin;
        }

        private int count(long[] from, int begin, int end, long bound) {
            int below = 0;
            for (int i = begin; i < end; i++) {
                below += from[i] < bound ? 1 : 0;
            }
            return below;
        }

        /** Moves pairs to the room in their order: those below a bound from an index on, and the others from another one on. */
        private void move(int begin, int end, long bound, int firstLower, int firstUpper) {
            int lower = firstLower;
            int upper = firstUpper;
            for (int i = begin; i < end; i++) {
                long pair = pairs[i];
                int isLower = pair < bound ? 1 : 0;
                // Without a branch, which processors would mispredict every other time.
                room[upper + (lower - upper) * isLower] = pair;
                lower += isLower;
                upper += 1 - isLower;
            }
        }
    }
}
