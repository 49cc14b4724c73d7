package dev.gyre.engine.topk;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The scores of one side of a join as values, see {@link PairRank}. Safe for use by several threads. */
final class Side {

    /** Rows of the sample that gives the distribution of the values. */
    private static final int SAMPLE = 1 << 12;

    /** Rows of a chunk, so that 16 threads share 1 million scores evenly: a chunk takes 30 us (AMD EPYC, November 2026). */
    private static final int CHUNK = 1 << 14;

    /** Chosen rows that are worth a thread's start. */
    private static final int COPIED = 1 << 14;

    /** Scores that are turned into values at a time: they stay in the first-level cache, and leave little room empty. */
    private static final int PIECE = 1 << 8;

    private static final long SEED = 16;
    private static final long OTHER_SEED = 17;

    private final Scores scores;
    private final boolean ascending;
    private final Workers workers;
    private double[] sample;

    /**
     * Some rows, ascending, with their values.
     *
     * @param rows the rows, or null for all rows
     * @param values a value for each
     */
    record Rows(int[] rows, double... values) {

        int size() {
            return values.length;
        }

        int row(int i) {
            return rows == null ? i : rows[i];
        }

        /** The points of the rows, in their order. */
        Points points(Points all, Workers workers) {
            return rows == null
                    ? all
                    : HostArrays.gather(all, rows, size(), new double[Math.multiplyExact(size(), all.dims())], workers);
        }
    }

    Side(Scores scores, boolean ascending, Workers workers) {
        this.scores = scores;
        this.ascending = ascending;
        this.workers = workers;
    }

    /** One random row from each of a number of equal parts. */
    static int[] strata(int size, int parts) {
        return strata(size, parts, SEED);
    }

    /** Other rows of the same kind, for the other side: a join of a set with itself would else take each row's distance to itself. */
    static int[] otherStrata(int size, int parts) {
        return strata(size, parts, OTHER_SEED);
    }

    private static int[] strata(int size, int parts, long seed) {
        int count = Math.min(size, parts);
        int[] rows = new int[count];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            long begin = (long) i * size / count;
            long end = (i + 1L) * size / count;
            rows[i] = (int) (begin + random.nextLong(end - begin));
        }
        return rows;
    }

    int size() {
        return scores.size();
    }

    double best() {
        return ascending ? 0.0 - scores.min() : scores.max();
    }

    double worst() {
        return ascending ? 0.0 - scores.max() : scores.min();
    }

    double value(int row) {
        return ascending ? 0.0 - scores.score(row) : scores.score(row);
    }

    /** Values of a sample of rows, the best one first; of all rows if there are few. */
    double[] sample() {
        if (sample == null) {
            int[] rows = strata(scores.size(), SAMPLE);
            double[] values = new double[rows.length];
            Arrays.setAll(values, i -> 0.0 - value(rows[i]));
            Arrays.sort(values);
            Arrays.setAll(values, i -> 0.0 - values[i]);
            sample = values;
        }
        return sample;
    }

    Rows all() {
        if (!ascending && scores.array() instanceof double[] doubles) {
            return new Rows(null, doubles);
        }
        double[] values = new double[size()];
        workers.forEachSlice(size(), CHUNK, (begin, end) -> values(begin, end, values, begin), Progress.NONE);
        return new Rows(null, values);
    }

    Rows of(int... rows) {
        return new Rows(rows, Arrays.stream(rows).mapToDouble(this::value).toArray());
    }

    private void values(int begin, int end, double[] to, int at) {
        double sign = ascending ? -1 : 1;
        scores.write(begin, end, to, at);
        for (int i = at; i < at + end - begin; i++) {
            to[i] = to[i] * sign + 0.0;
        }
    }

    /**
     * The rows of a side with at least a value; among the first rows, those with at least a lower value.
     *
     * @param leastAtFirst the least value of the first rows, not above that of all
     */
    record Choice(Side side, double min, double leastAtFirst, int lastOfFirst) {

        /** The rows with at least a value. */
        Choice(Side side, double min) {
            this(side, min, min, Integer.MAX_VALUE);
        }

        private boolean isAll() {
            return (lastOfFirst >= side.size() - 1 ? leastAtFirst : min) <= side.worst();
        }

        /** Rows after which no row is chosen. */
        private int end() {
            return isAll() ? 0 : min == Double.POSITIVE_INFINITY ? first() : side.size();
        }

        private int first() {
            return leastAtFirst < min || lastOfFirst >= side.size() - 1
                    ? (int) Math.min(side.size(), lastOfFirst + 1L)
                    : 0;
        }
    }

    /** Chooses rows of each side, of all sides at the same time. Memory: about 36 bytes for each chosen row; 12 remain. */
    static Rows[] choose(Workers workers, Progress progress, Choice... choices) {
        int[] offsets = new int[choices.length + 1];
        for (int i = 0; i < choices.length; i++) {
            offsets[i + 1] = offsets[i] + Math.ceilDiv(choices[i].end(), CHUNK);
        }
        Chosen[] chunks = new Chosen[offsets[choices.length]];
        workers.forEach(
                chunks.length,
                chunk -> {
                    int of = 0;
                    while (chunk >= offsets[of + 1]) {
                        of++;
                    }
                    chunks[chunk] = choices[of].side().chunk(choices[of], chunk - offsets[of]);
                },
                progress);
        Rows[] rows = new Rows[choices.length];
        Arrays.setAll(
                rows,
                i -> choices[i].isAll()
                        ? choices[i].side().all()
                        : joined(workers, Arrays.copyOfRange(chunks, offsets[i], offsets[i + 1])));
        return rows;
    }

    private static Rows joined(Workers workers, Chosen... chunks) {
        int[] starts = new int[chunks.length + 1];
        for (int i = 0; i < chunks.length; i++) {
            starts[i + 1] = starts[i] + chunks[i].size;
        }
        int size = starts[chunks.length];
        int[] rows = new int[size];
        double[] values = new double[size];
        int each = Math.clamp((long) chunks.length * COPIED / Math.max(1, size), 1, Math.max(1, chunks.length));
        workers.forEachSlice(chunks.length, each, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                System.arraycopy(chunks[i].rows, 0, rows, starts[i], chunks[i].size);
                System.arraycopy(chunks[i].values, 0, values, starts[i], chunks[i].size);
            }
        });
        return new Rows(rows, values);
    }

    /** The chosen rows of a chunk. */
    private Chosen chunk(Choice choice, int chunk) {
        int begin = chunk * CHUNK;
        int end = Math.min(choice.end(), begin + CHUNK);
        int split = Math.clamp(choice.first(), begin, end);
        Chosen chosen = new Chosen();
        double[] some = new double[PIECE];
        collect(begin, split, choice.leastAtFirst(), some, chosen);
        collect(split, end, choice.min(), some, chosen);
        return chosen;
    }

    private void collect(int begin, int end, double min, double[] some, Chosen to) {
        for (int first = begin; first < end; first += PIECE) {
            int last = Math.min(end, first + PIECE);
            values(first, last, some, 0);
            to.add(first, last - first, some, min);
        }
    }

    /** Rows that were chosen. */
    private static final class Chosen {

        private int[] rows = new int[2 * PIECE];
        private double[] values = new double[2 * PIECE];
        private int size;

        /** Adds those of the next rows that have at least a value. */
        void add(int first, int count, double[] some, double min) {
            if (rows.length < size + count) {
                rows = Arrays.copyOf(rows, 2 * rows.length);
                values = Arrays.copyOf(values, rows.length);
            }
            int at = size;
            for (int i = 0; i < count; i++) {
                if (some[i] >= min) {
                    rows[at] = first + i;
                    values[at++] = some[i];
                }
            }
            size = at;
        }
    }
}
