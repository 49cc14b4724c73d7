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
 * Splits the windows of a tree at their medians on the threads of the JVM, level by level, then each small window down to the leaves. Places
 * are not kept in order: where a device partitions sorted orders of all dimensions, the JVM selects, which reads each place about twice a
 * level. In few dimensions, small windows are split by orders too, by {@link KdOrders}. The tree is the same.
 *
 * <p>A window that is too large for one thread, or one of too few, is partitioned by all threads around the two values of
 * {@link KdSelection#rangeForAll}; one thread then selects among those between. O(n log n) for n places; 16 bytes a place.
 */
final class KdMedians {

    /** Binary logarithm of the slots of the largest window that one thread splits, which takes it about 2 ms (AMD EPYC). */
    private static final int ITEM_BITS = 19;

    /** Slots that a thread partitions at a time; no more than those of the smallest window that several threads split. */
    private static final int TILE = 1 << 14;

    private static final int MIN_SLICE = 1 << 12;

    /** The dimension whose order is that of the places. */
    private static final int FIRST = 0;

    /**
     * Most dimensions besides the first for which small windows are split by orders instead of selections. A build of a million took 149 ms instead
     * of 160 in two dimensions and 229 instead of 240 in three, and no less in six (one thread of an AMD EPYC).
     */
    private static final int MOST_ORDERED = 2;

    /** No dimension. */
    private static final int NONE = -1;

    private final int[] keys;
    private final int[] rows;
    private final int[] splits;
    private final int[] parameters;
    private final int windowBits;
    private final int size;
    private final Workers workers;
    private final Progress progress;
    /** Keys in the order of places, of the dimensions that need them. */
    private int[] columns;

    private final Supplier<long[]> newPairs;
    private final Supplier<long[]> newRoom;
    private long[] pairs;
    private long[] room;

    /** The dimension of the keys above the places. */
    private int packed = NONE;

    /**
     * Prepares for places in the order of their numbers.
     *
     * @param keys keys of the rows, dimension by dimension
     * @param rows the row of each place
     * @param splits the dimension by which windows are split, indexed by the binary logarithm of their size
     * @param parameters {@link KdParameters}: the size, the stride of the columns, the leaves
     * @param windowBits binary logarithm of the slots of a window that a thread splits down to the leaves
     * @param newPairs gives an array of the size or longer; asked once
     * @param newRoom the same; asked if places are split by all threads
     */
    KdMedians(
            int[] keys,
            int[] rows,
            int[] splits,
            int[] parameters,
            int windowBits,
            Supplier<long[]> newPairs,
            Supplier<long[]> newRoom,
            Workers workers,
            Progress progress) {
        this.keys = keys;
        this.rows = rows;
        this.splits = splits;
        this.parameters = parameters;
        this.windowBits = windowBits;
        this.newPairs = newPairs;
        this.newRoom = newRoom;
        this.size = parameters[KdParameters.SIZE];
        this.workers = workers;
        this.progress = progress;
    }

    /** Writes the place of each slot. */
    void write(int rootBits, int[] tree) {
        pairs = newPairs.get();
        int[] keyed = Arrays.stream(splits, parameters[KdParameters.LEAF_BITS] + 1, rootBits + 1)
                .filter(dim -> dim != FIRST)
                .distinct()
                .toArray();
        if (keyed.length == 1) {
            packed = keyed[0];
        } else {
            fetchColumns(keyed);
        }
        workers.forEachSlice(size, MIN_SLICE, this::number, progress);
        int bits = rootBits;
        // As long as places are in order, their halves by the first dimension are too.
        while (bits > windowBits && splits[bits] == FIRST) {
            bits--;
        }
        for (; bits > windowBits; bits--) {
            split(bits);
        }
        int left = bits;
        if (keyed.length <= MOST_ORDERED && left <= KdOrders.MAX_BITS) {
            finishByOrders(left, keyed, tree);
        } else {
            workers.forEach(windows(bits), window -> finish(window << left, left, tree), progress);
        }
    }

    /** Splits windows down to the leaves by the orders of their dimensions. */
    private void finishByOrders(int bits, int[] keyed, int[] tree) {
        int[] starts = new int[keyed.length + 1];
        int[] orderOf = new int[splits.length];
        for (int order = 1; order <= keyed.length; order++) {
            starts[order] = keyed[order - 1] * parameters[KdParameters.STRIDE];
            for (int level = 0; level <= bits; level++) {
                orderOf[level] = splits[level] == keyed[order - 1] ? order : orderOf[level];
            }
        }
        Queue<KdOrders> idle = new ConcurrentLinkedQueue<>();
        workers.forEach(
                windows(bits),
                window -> {
                    int from = window << bits;
                    int to = Math.min(size, from + (1 << bits));
                    KdOrders room = idle.poll();
                    KdOrders orders = room == null ? new KdOrders(Math.min(size, 1 << bits), keyed.length) : room;
                    orders.split(
                            pairs, from, to, bits, parameters[KdParameters.LEAF_BITS], orderOf, columns, starts, tree);
                    idle.add(orders);
                },
                progress);
    }

    private void fetchColumns(int[] dims) {
        int stride = parameters[KdParameters.STRIDE];
        columns = new int[dims.length == 0 ? 0 : keys.length];
        for (int dim : dims) {
            int start = dim * stride;
            workers.forEachSlice(
                    size,
                    MIN_SLICE,
                    (begin, end) -> {
                        for (int place = begin; place < end; place++) {
                            columns[start + place] = keys[start + rows[place]];
                        }
                    },
                    progress);
        }
    }

    private void number(int begin, int end) {
        int start = Math.max(0, packed) * parameters[KdParameters.STRIDE];
        for (int place = begin; place < end; place++) {
            int key = packed == NONE ? 0 : keys[start + rows[place]];
            pairs[place] = PackedHeap.pack(key, place);
        }
    }

    private int windows(int bits) {
        return (int) ((size + (1L << bits) - 1) >> bits);
    }

    /** Puts the key of each place above it. */
    private void pack(int low, int high, int dim) {
        int start = dim * parameters[KdParameters.STRIDE];
        for (int i = low; i < high; i++) {
            int place = (int) pairs[i];
            pairs[i] = PackedHeap.pack(columns[start + place], place);
        }
    }

    /** Writes the places of leaves, ascending in each. */
    private void writeLeaves(int low, int high, int[] tree) {
        int leaf = 1 << parameters[KdParameters.LEAF_BITS];
        for (int first = low; first < high; first += leaf) {
            int end = Math.min(first + leaf, high);
            for (int i = first; i < end; i++) {
                int place = (int) pairs[i];
                int hole = i;
                while (hole > first && tree[hole - 1] > place) {
                    tree[hole] = tree[hole - 1];
                    hole--;
                }
                tree[hole] = place;
            }
        }
    }

    /** Splits a window down to the leaves. */
    private void finish(int from, int bits, int[] tree) {
        int to = Math.min(size, from + (1 << bits));
        int keys = packed;
        for (int level = bits; level > parameters[KdParameters.LEAF_BITS]; level--) {
            int dim = splits[level];
            if (dim != FIRST && dim != keys) {
                pack(from, to, dim);
                keys = dim;
            }
            int half = 1 << (level - 1);
            int shift = dim == FIRST ? KdSelection.BY_PLACE : KdSelection.BY_KEY;
            for (int low = from; low < to - half; low += 1 << level) {
                KdSelection.select(pairs, low, Math.min(low + (1 << level), to), low + half, shift);
            }
        }
        writeLeaves(from, to, tree);
    }

    private void split(int bits) {
        int dim = splits[bits];
        if (dim != FIRST && dim != packed) {
            workers.forEachSlice(size, MIN_SLICE, (begin, end) -> pack(begin, end, dim), progress);
            packed = dim;
        }
        int shift = dim == FIRST ? KdSelection.BY_PLACE : KdSelection.BY_KEY;
        int windows = windows(bits);
        boolean tooFew = windows < 2 * workers.threads() && workers.threads() > 1;
        if (bits > ITEM_BITS || tooFew) {
            new Level(bits, shift).split();
        } else {
            int half = 1 << (bits - 1);
            workers.forEach(
                    windows,
                    window -> {
                        int from = window << bits;
                        int to = (int) Math.min(size, from + (1L << bits));
                        if (half < to - from) {
                            KdSelection.select(pairs, from, to, from + half, shift);
                        }
                    },
                    progress);
        }
    }

    /** The windows of a level, split by all threads. */
    private final class Level {

        private final int bits;
        private final int shift;
        private final long[][] ranges;
        /** For each tile, the index to which its next pair goes: below the range, inside, beyond. */
        private final int[][] next = new int[Math.ceilDiv(size, TILE)][3];

        Level(int bits, int shift) {
            this.bits = bits;
            this.shift = shift;
            ranges = new long[windows(bits)][];
        }

        void split() {
            room = room == null ? newRoom.get() : room;
            workers.forEach(ranges.length, window -> ranges[window] = range(window), progress);
            workers.forEach(next.length, this::count, progress);
            int[][] bounds = new int[ranges.length][];
            for (int window = 0; window < ranges.length; window++) {
                bounds[window] = place(window);
            }
            workers.forEach(next.length, this::scatter, progress);
            long[] moved = room;
            room = pairs;
            pairs = moved;
            workers.forEach(ranges.length, window -> select(window, bounds[window]), progress);
        }

        private int from(int window) {
            return window << bits;
        }

        private int to(int window) {
            return (int) Math.min(size, (window + 1L) << bits);
        }

        /** The first slot of the upper half; the end of the window if there is none. */
        private int middle(int window) {
            return Math.min(to(window), from(window) + (1 << (bits - 1)));
        }

        private long[] range(int window) {
            return KdSelection.rangeForAll(pairs, from(window), to(window), middle(window), shift);
        }

        private long[] rangeOf(int tile) {
            return ranges[(int) (((long) tile * TILE) >> bits)];
        }

        private void count(int tile) {
            long[] range = rangeOf(tile);
            int below = 0;
            int notBeyond = 0;
            int to = Math.min(size, (tile + 1) * TILE);
            for (int i = tile * TILE; i < to; i++) {
                long value = pairs[i] << shift;
                below += value < range[0] ? 1 : 0;
                notBeyond += value < range[1] ? 1 : 0;
            }
            next[tile][0] = below;
            next[tile][1] = notBeyond - below;
        }

        /** Turns the counts of a window's tiles into places. Returns where the pairs inside its range begin and end. */
        private int[] place(int window) {
            int first = from(window) / TILE;
            int end = Math.ceilDiv(to(window), TILE);
            int below = from(window);
            int inside = below;
            for (int tile = first; tile < end; tile++) {
                inside += next[tile][0];
            }
            int beyond = inside;
            for (int tile = first; tile < end; tile++) {
                beyond += next[tile][1];
            }
            int[] bounds = {inside, beyond};
            for (int tile = first; tile < end; tile++) {
                int[] counts = next[tile];
                int rest = Math.min(size, (tile + 1) * TILE) - tile * TILE - counts[0] - counts[1];
                int[] places = {below, inside, beyond};
                below += counts[0];
                inside += counts[1];
                beyond += rest;
                next[tile] = places;
            }
            return bounds;
        }

        private void scatter(int tile) {
            long[] range = rangeOf(tile);
            int[] places = next[tile];
            int to = Math.min(size, (tile + 1) * TILE);
            for (int i = tile * TILE; i < to; i++) {
                long pair = pairs[i];
                long value = pair << shift;
                int side = (value >= range[0] ? 1 : 0) + (value >= range[1] ? 1 : 0);
                room[places[side]++] = pair;
            }
        }

        /** Selects among the pairs inside the range, which the median only seldom is not. */
        private void select(int window, int[] bounds) {
            int middle = middle(window);
            int low = middle < bounds[0] ? from(window) : middle < bounds[1] ? bounds[0] : bounds[1];
            int high = middle < bounds[0] ? bounds[0] : middle < bounds[1] ? bounds[1] : to(window);
            KdSelection.select(pairs, low, high, middle, shift);
        }
    }
}
