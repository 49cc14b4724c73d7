package dev.gyre.engine.sort;

import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Orders rows on the threads of the JVM. The number of a row and, above it, as many bits of its key as fit are one long: the first bits of
 * the two columns that count most in which rows differ. All threads move the rows into buckets, by cuts of a sample of the keys. Then each
 * bucket, which fits the cache of a core, is sorted by one thread, and rows that tie are sorted there by the next columns. A large bucket
 * is treated like all rows before.
 *
 * <p>O(c n) expected for n rows of c columns, O(c n log n) at worst. Memory: 12 bytes a row, 8 more for the rows of a large bucket, and the
 * columns if the keys cannot be read where they are. Stable, so equal rows stay in ascending order.
 */
public final class RowOrder {

    private static final int DIGIT_BITS = 8;

    private static final int DIGITS = 1 << DIGIT_BITS;

    /** Most digits by which a bucket is sorted. */
    private static final int MAX_DIGITS = 3;

    /** Binary logarithm of the rows of a bucket, as long as there are not too many: 64 KB with the room to sort them. */
    private static final int BUCKET_BITS = 12;

    private static final int MAX_BUCKETS = 1 << 11;

    /** Most rows from which the cuts between buckets are derived, of which there is one in {@link #SAMPLED_SHARE}. */
    private static final int SAMPLE = 1 << 14;

    private static final int SAMPLED_SHARE = 16;

    /** Most bits of a key that decide its bucket. */
    private static final int MAX_PREFIX_BITS = 16;

    /** Most rows that one thread sorts at once. */
    private static final int LARGE = 1 << 17;

    /** Most rows for which comparing is faster than counting digits. */
    private static final int COMPARED = 128;

    /** Most rows with the same keys that are compared by the next columns. */
    private static final int FEW = 8;

    /** Bits of digits beyond those that number the rows of a bucket, so that few rows are in disorder after them. */
    private static final int MORE_BITS = 3;

    /** Moves of a row, in the mean of a bucket, after which inserting rows is given up. */
    private static final int MOVES = 4;

    /** Rows that a thread moves at a time: about 0.2 ms (AMD EPYC). */
    private static final int TILE = 1 << 16;

    private static final int CHUNK = 1 << 10;

    private final int n;
    private final RowKeys keys;
    private final Workers workers;
    private final int rowBits;
    private final long rowMask;
    private final long[] pairs;
    private final int[] rows;

    /** Room to sort buckets that no thread uses at the moment. */
    private final Queue<Bucket> idle = new ConcurrentLinkedQueue<>();

    /** Bits of a pair below those of keys: they are of the row, or 0. */
    private int low;

    /** The pairs of a large bucket before they are moved. */
    private long[] room = {};

    private RowOrder(int n, RowKeys keys, long[] pairs, int[] rows, Workers workers) {
        this.n = n;
        this.keys = keys;
        this.workers = workers;
        rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
        rowMask = (1L << rowBits) - 1;
        this.pairs = pairs;
        this.rows = rows;
    }

    /** Returns n rows in order, 1 or more. */
    public static int[] of(int n, ColumnSource source, Workers workers) {
        return of(n, source.rows(n), workers);
    }

    /** Returns n rows in the order of their keys, 1 or more. */
    public static int[] of(int n, RowKeys keys, Workers workers) {
        int[] rows = new int[n];
        write(n, keys, new long[n], rows, workers);
        return rows;
    }

    /**
     * Writes n rows in the order of their keys, 1 or more.
     *
     * @param pairs room, n or more
     * @param rows receives the rows, n or more
     */
    public static void write(int n, RowKeys keys, long[] pairs, int[] rows, Workers workers) {
        new RowOrder(n, keys, pairs, rows, workers).sort();
    }

    /** Writes the pairs of a part of a range to the begin of an array. */
    private interface Reader {
        void read(int begin, int end, long[] chunk);

        /** Reads a part of a range chunk by chunk. */
        default void forEachChunk(int begin, int end, Chunk work) {
            long[] chunk = new long[CHUNK];
            for (int from = begin; from < end; from += CHUNK) {
                int to = Math.min(from + CHUNK, end);
                read(from, to, chunk);
                work.accept(chunk, to - from);
            }
        }
    }

    /** Works on the first pairs of a chunk. */
    private interface Chunk {
        void accept(long[] chunk, int size);
    }

    private void sort() {
        // Some rows may tell already that the first bits differ.
        long differing = differing(0, Math.min(n, CHUNK), keys::writeBits);
        int lead = Long.numberOfLeadingZeros(differing < 0 ? differing : differing(0, n, keys::writeBits));
        low = Math.clamp(keys.columns() == 1 ? lead + Integer.SIZE : lead, rowBits, Long.SIZE - 1);
        int decided = Math.min(keys.columns(), lead < rowBits ? 1 : 2);
        Reader reader = (begin, end, chunk) -> {
            keys.writeBits(begin, end, chunk);
            for (int row = begin; row < end; row++) {
                // Shifts are modulo 64.
                long key = lead == Long.SIZE ? 0 : chunk[row - begin] << lead;
                chunk[row - begin] = key & ~rowMask | row;
            }
        };
        if (n <= COMPARED) {
            reader.read(0, n, pairs);
            new Bucket().sort(0, n, 0, Long.SIZE, decided);
        } else {
            sort(0, n, reader, Long.SIZE, decided);
        }
    }

    /** The bits in which some pairs of a range differ. */
    private long differing(int begin, int end, Reader reader) {
        int size = end - begin;
        int tile = tile(size);
        long[] found = new long[Math.ceilDiv(size, tile)];
        long[] first = new long[1];
        reader.read(begin, begin + 1, first);
        workers.forEach(found.length, number -> {
            reader.forEachChunk(begin + number * tile, end(begin, end, tile, number), (chunk, count) -> {
                long bits = 0;
                for (int i = 0; i < count; i++) {
                    bits |= chunk[i] ^ first[0];
                }
                found[number] |= bits;
            });
        });
        return Arrays.stream(found).reduce(0, (one, other) -> one | other);
    }

    /** Rows of a tile: as many tiles for each thread as for the others, if that leaves half a tile or more. */
    private int tile(int size) {
        int threads = workers.threads();
        int tiles = Math.ceilDiv(size, TILE);
        int even = Math.min(Math.ceilDiv(tiles, threads) * threads, 2 * tiles - 1);
        return threads == 1 ? size : Math.ceilDiv(size, even);
    }

    private static int end(int begin, int end, int tile, int number) {
        return (int) Math.min(end, begin + (number + 1L) * tile);
    }

    /**
     * Sorts the rows of a range.
     *
     * @param reader gives their pairs, in the order of rows
     * @param bits the last bits of pairs in which they differ; more than those of rows
     * @param decided the columns after which rows with the same keys tie
     */
    private void sort(int begin, int end, Reader reader, int bits, int decided) {
        RowBuckets cuts = cuts(begin, end, reader, bits);
        int[] begins = move(begin, end, reader, cuts);
        workers.forEachSlice(cuts.count(), 1, (from, to) -> {
            Bucket polled = idle.poll();
            Bucket bucket = polled == null ? new Bucket() : polled;
            for (int i = from; i < to; i++) {
                if (begins[i + 1] - begins[i] <= LARGE) {
                    bucket.sort(begins[i], begins[i + 1], cuts.first(i), cuts.bits(i), decided);
                }
            }
            idle.add(bucket);
        });
        for (int i = 0; i < cuts.count(); i++) {
            if (begins[i + 1] - begins[i] > LARGE) {
                sortLarge(begins[i], begins[i + 1], decided);
            }
        }
    }

    /** Cuts a range into buckets of about equal size, as far as a sample tells. */
    private RowBuckets cuts(int begin, int end, Reader reader, int bits) {
        int size = end - begin;
        int wanted = Math.clamp(size >> BUCKET_BITS, 1, MAX_BUCKETS);
        int prefixBits = Math.min(bits - low, wanted == 1 ? 1 : MAX_PREFIX_BITS);
        int[] sampled = new int[1 << prefixBits];
        char[] buckets = new char[sampled.length];
        int[] prefixes = new int[2 * wanted + 1];
        RowBuckets all = new RowBuckets(bits - prefixBits, buckets, prefixes);
        int samples = Math.min(Math.ceilDiv(size, SAMPLED_SHARE), SAMPLE);
        int[] found = new int[samples];
        workers.forEachSlice(samples, CHUNK, (from, to) -> {
            long[] pair = new long[1];
            for (int i = from; i < to; i++) {
                int at = begin + (int) ((long) i * size / samples);
                reader.read(at, at + 1, pair);
                found[i] = all.prefix(pair[0]);
            }
        });
        for (int prefix : found) {
            sampled[prefix]++;
        }
        int count = 0;
        int inBucket = 0;
        for (int prefix = 0; prefix < sampled.length; prefix++) {
            if (prefix > prefixes[count] && (long) (inBucket + sampled[prefix]) * wanted > samples) {
                prefixes[++count] = prefix;
                inBucket = 0;
            }
            buckets[prefix] = (char) count;
            inBucket += sampled[prefix];
        }
        prefixes[++count] = sampled.length;
        return new RowBuckets(all.shift(), buckets, Arrays.copyOf(prefixes, count + 1));
    }

    /** Moves the pairs of a range into buckets; returns where each begins, and the end. */
    private int[] move(int begin, int end, Reader reader, RowBuckets cuts) {
        int size = end - begin;
        int tile = tile(size);
        int[][] places = new int[Math.ceilDiv(size, tile)][cuts.count()];
        workers.forEach(places.length, number -> {
            int last = end(begin, end, tile, number);
            count(begin + number * tile, last, reader, places[number], cuts);
        });
        int[] begins = begins(begin, places, cuts.count());
        workers.forEach(places.length, number -> {
            int last = end(begin, end, tile, number);
            scatter(begin + number * tile, last, reader, places[number], cuts);
        });
        return begins;
    }

    /**
     * Turns the counts of buckets in each tile into the places of their first pairs; returns where each bucket begins, and the end. Reads tile by
     * tile: for 160 tiles of 2,048 buckets, one bucket after another took 0.5 ms (AMD EPYC), while all threads wait.
     */
    private static int[] begins(int begin, int[][] places, int buckets) {
        int[] begins = new int[buckets + 1];
        for (int[] ofTile : places) {
            for (int bucket = 0; bucket < buckets; bucket++) {
                begins[bucket + 1] += ofTile[bucket];
            }
        }
        begins[0] = begin;
        for (int bucket = 0; bucket < buckets; bucket++) {
            begins[bucket + 1] += begins[bucket];
        }
        int[] next = begins.clone();
        for (int[] ofTile : places) {
            for (int bucket = 0; bucket < buckets; bucket++) {
                int count = ofTile[bucket];
                ofTile[bucket] = next[bucket];
                next[bucket] += count;
            }
        }
        return begins;
    }

    private static void count(int begin, int end, Reader reader, int[] counts, RowBuckets cuts) {
        char[] buckets = cuts.buckets();
        reader.forEachChunk(begin, end, (chunk, size) -> {
            for (int i = 0; i < size; i++) {
                counts[buckets[cuts.prefix(chunk[i])]]++;
            }
        });
    }

    private void scatter(int begin, int end, Reader reader, int[] next, RowBuckets cuts) {
        char[] buckets = cuts.buckets();
        reader.forEachChunk(begin, end, (chunk, size) -> {
            for (int i = 0; i < size; i++) {
                pairs[next[buckets[cuts.prefix(chunk[i])]]++] = chunk[i];
            }
        });
    }

    /** Sorts the rows of a large bucket, on all threads. */
    private void sortLarge(int begin, int end, int decided) {
        int size = end - begin;
        Reader there = (from, to, chunk) -> System.arraycopy(pairs, from, chunk, 0, to - from);
        long differing = differing(begin, end, there) & ~rowMask;
        if (differing == 0 && decided == keys.columns()) {
            workers.forEachSlice(size, TILE, (from, to) -> writeRows(begin + from, begin + to));
        } else if (differing == 0) {
            workers.forEachSlice(size, TILE, (from, to) -> setKeys(begin + from, begin + to, decided));
            low = Math.min(low, Integer.SIZE);
            sortLarge(begin, end, decided + 1);
        } else {
            room = room.length < size ? new long[size] : room;
            long[] copy = room;
            workers.forEachSlice(
                    size, TILE, (from, to) -> System.arraycopy(pairs, begin + from, copy, from, to - from));
            sort(
                    begin,
                    end,
                    (from, to, chunk) -> System.arraycopy(copy, from - begin, chunk, 0, to - from),
                    Long.SIZE - Long.numberOfLeadingZeros(differing),
                    decided);
        }
    }

    private int row(int index) {
        return (int) (pairs[index] & rowMask);
    }

    private void setKeys(int begin, int end, int column) {
        for (int i = begin; i < end; i++) {
            int row = row(i);
            pairs[i] = ((long) keys.value(row, column) ^ Integer.MIN_VALUE) << Integer.SIZE | row;
        }
    }

    private void writeRows(int begin, int end) {
        for (int i = begin; i < end; i++) {
            rows[i] = row(i);
        }
    }

    /** Sorts one bucket after another, on one thread. */
    private final class Bucket {

        private final int[] counts = new int[MAX_DIGITS * DIGITS];
        private long[] from = {};
        private long[] to = {};

        /**
         * Sorts the rows of a range.
         *
         * @param first the least pair, but for bits that all pairs share
         * @param bits the last bits in which pairs differ, counted from the least one on
         * @param decided the columns after which rows with the same keys tie
         */
        void sort(int begin, int end, long first, int bits, int decided) {
            int size = end - begin;
            if (size > COMPARED && bits > low) {
                int wanted = Integer.SIZE - Integer.numberOfLeadingZeros(size) + MORE_BITS;
                int digits = Math.min(Math.ceilDiv(Math.min(wanted, bits - low), DIGIT_BITS), MAX_DIGITS);
                sortDigits(begin, size, first, Math.max(low, bits - digits * DIGIT_BITS), digits);
            }
            if (!insert(begin, end)) {
                sortAll(begin, end);
            }
            if (decided < keys.columns()) {
                sortRuns(begin, end, decided);
            }
            writeRows(begin, end);
        }

        /** Sorts by comparing pairs as numbers without a sign. */
        private void sortAll(int begin, int end) {
            flip(begin, end);
            Arrays.sort(pairs, begin, end);
            flip(begin, end);
        }

        private void flip(int begin, int end) {
            for (int i = begin; i < end; i++) {
                pairs[i] ^= Long.MIN_VALUE;
            }
        }

        /** Sorts by some digits from a shift on. */
        private void sortDigits(int begin, int size, long min, int shift, int digits) {
            if (to.length < size) {
                from = new long[size];
                to = new long[size];
            }
            count(begin, size, min, shift);
            boolean isMoved = false;
            for (int digit = 0; digit < digits; digit++) {
                if (place(digit, size)) {
                    move(isMoved ? from : pairs, isMoved ? 0 : begin, size, min, shift, digit);
                    long[] moved = to;
                    to = from;
                    from = moved;
                    isMoved = true;
                }
            }
            if (isMoved) {
                System.arraycopy(from, 0, pairs, begin, size);
            }
        }

        private void count(int begin, int size, long min, int shift) {
            Arrays.fill(counts, 0);
            for (int i = begin; i < begin + size; i++) {
                long key = pairs[i] - min >>> shift;
                counts[(int) key & DIGITS - 1]++;
                counts[DIGITS | (int) (key >>> DIGIT_BITS) & DIGITS - 1]++;
                counts[2 * DIGITS | (int) (key >>> 2 * DIGIT_BITS) & DIGITS - 1]++;
            }
        }

        /** Turns the counts of a digit into places; returns false if all rows share the digit. */
        private boolean place(int digit, int size) {
            int before = 0;
            for (int at = digit * DIGITS; at < (digit + 1) * DIGITS; at++) {
                int count = counts[at];
                if (count == size) {
                    return false;
                }
                counts[at] = before;
                before += count;
            }
            return true;
        }

        private void move(long[] source, int begin, int size, long min, int shift, int digit) {
            long[] target = to;
            int first = digit * DIGITS;
            int digitShift = shift + digit * DIGIT_BITS;
            for (int i = begin; i < begin + size; i++) {
                long pair = source[i];
                target[counts[first | (int) (pair - min >>> digitShift) & DIGITS - 1]++] = pair;
            }
        }

        /** Sorts a range of which few pairs are in disorder; returns false, with the pairs in any order, if they are many. */
        private boolean insert(int begin, int end) {
            long left = (long) MOVES * (end - begin) + COMPARED * COMPARED;
            for (int i = begin + 1; i < end; i++) {
                long pair = pairs[i];
                int hole = i;
                while (hole > begin && Long.compareUnsigned(pairs[hole - 1], pair) > 0) {
                    pairs[hole] = pairs[hole - 1];
                    hole--;
                }
                pairs[hole] = pair;
                left -= i - hole;
                if (left < 0) {
                    return false;
                }
            }
            return true;
        }

        /** Sorts runs of rows with the same keys by the next columns. */
        private void sortRuns(int begin, int end, int decided) {
            for (int run = begin, next; run < end; run = next) {
                long key = pairs[run] >>> rowBits;
                next = run + 1;
                while (next < end && pairs[next] >>> rowBits == key) {
                    next++;
                }
                if (next - run > FEW) {
                    sortRun(run, next, decided);
                } else if (next - run > 1) {
                    insertRows(run, next, decided);
                }
            }
        }

        /** Sorts a few rows with the same keys by comparing the next columns, in which they are equal more often than not. */
        private void insertRows(int begin, int end, int column) {
            for (int i = begin + 1; i < end; i++) {
                long pair = pairs[i];
                int hole = i;
                while (hole > begin && isLess(row(i), row(hole - 1), column)) {
                    hole--;
                }
                System.arraycopy(pairs, hole, pairs, hole + 1, i - hole);
                pairs[hole] = pair;
            }
        }

        private boolean isLess(int row, int other, int column) {
            for (int next = column; next < keys.columns(); next++) {
                int value = keys.value(row, next);
                int otherValue = keys.value(other, next);
                if (value != otherValue) {
                    return value < otherValue;
                }
            }
            return false;
        }

        private void sortRun(int begin, int end, int column) {
            setKeys(begin, end, column);
            long min = -1;
            long max = 0;
            for (int i = begin; i < end; i++) {
                min = Long.compareUnsigned(pairs[i], min) < 0 ? pairs[i] : min;
                max = Long.compareUnsigned(pairs[i], max) > 0 ? pairs[i] : max;
            }
            sort(begin, end, min, Long.SIZE - Long.numberOfLeadingZeros(max - min), column + 1);
        }
    }
}
