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

    private static final int CHUNK = 1 << 16;

    /** Scores of another type that are converted to double at a time: they stay in the first-level cache. */
    private static final int PIECE = 1 << 10;

    private static final long SEED = 16;
    private static final long OTHER_SEED = 17;

    private final Scores scores;
    private final boolean ascending;
    private final Workers workers;
    private final int[] sampleRows;
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
        sampleRows = strata(scores.size(), SAMPLE);
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
            double[] values = new double[sampleRows.length];
            Arrays.setAll(values, i -> 0.0 - value(sampleRows[i]));
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
        workers.forEachSlice(size(), CHUNK, (begin, end) -> values(begin, end, values), Progress.NONE);
        return new Rows(null, values);
    }

    Rows of(int... rows) {
        return new Rows(rows, Arrays.stream(rows).mapToDouble(this::value).toArray());
    }

    private void values(int begin, int end, double[] to) {
        double sign = ascending ? -1 : 1;
        scores.write(begin, end, to, begin);
        for (int row = begin; row < end; row++) {
            to[row] = to[row] * sign + 0.0;
        }
    }

    /**
     * The rows with at least a value; among the first rows, those with at least a lower value.
     *
     * @param leastAtFirst the least value of the first rows, not above that of all
     */
    Rows atLeast(double min, double leastAtFirst, int lastOfFirst, Progress progress) {
        if ((lastOfFirst >= size() - 1 ? leastAtFirst : min) <= worst()) {
            return all();
        }
        int first = leastAtFirst < min ? Math.min(size(), lastOfFirst + 1) : 0;
        int end = first > 0 && min == Double.POSITIVE_INFINITY ? first : size();
        Collector collector = (chunk, rows, values, start) -> {
            int at = chunk * CHUNK;
            int after = Math.min(end, at + CHUNK);
            int split = Math.clamp(first, at, after);
            int ofFirst = collect(at, split, leastAtFirst, rows, values, start);
            return ofFirst + collect(split, after, min, rows, values, start + ofFirst);
        };
        int chunks = Math.ceilDiv(end, CHUNK);
        int[] starts = new int[chunks + 1];
        workers.forEach(chunks, chunk -> starts[chunk + 1] = collector.collect(chunk, null, null, 0), progress);
        for (int chunk = 0; chunk < chunks; chunk++) {
            starts[chunk + 1] += starts[chunk];
        }
        int[] rows = new int[starts[chunks]];
        double[] values = new double[starts[chunks]];
        workers.forEach(chunks, chunk -> collector.collect(chunk, rows, values, starts[chunk]), progress);
        return new Rows(rows, values);
    }

    /** Counts the selected rows of a chunk, and writes them if there is an array for them. */
    private interface Collector {
        int collect(int chunk, int[] rows, double[] values, int start);
    }

    /** Counts the rows with at least a value, and writes them if there is an array for them. */
    private int collect(int begin, int end, double min, int[] rows, double[] values, int start) {
        if (scores.array() instanceof double[] doubles) {
            return collect(doubles, begin, begin, end, min, rows, values, start);
        }
        double[] some = new double[Math.min(PIECE, end - begin)];
        int count = 0;
        for (int first = begin; first < end; first += PIECE) {
            int last = Math.min(end, first + PIECE);
            scores.write(first, last, some, 0);
            count += collect(some, 0, first, last, min, rows, values, start + count);
        }
        return count;
    }

    /** The same for rows whose scores are in an array from an index on. */
    private int collect(double[] from, int at, int begin, int end, double min, int[] rows, double[] values, int start) {
        double sign = ascending ? -1 : 1;
        int count = 0;
        for (int row = begin; row < end; row++) {
            double value = from[at + row - begin] * sign;
            if (value >= min) {
                count += keep(row, value, rows, values, start + count);
            }
        }
        return count;
    }

    private static int keep(int row, double value, int[] rows, double[] values, int at) {
        if (rows != null) {
            rows[at] = row;
            values[at] = value + 0.0;
        }
        return 1;
    }
}
