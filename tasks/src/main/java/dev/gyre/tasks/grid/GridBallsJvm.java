package dev.gyre.tasks.grid;

import dev.gyre.tasks.common.Norms;

/**
 * {@link GridRegions} on the JVM, in the Euclidean norm: queries that touch the same cells, as those of one cell do where cells are as wide as the radius, share the
 * runs of slots, and sums over two and three dimensions are written out.
 */
final class GridBallsJvm {

    private static final int MOST_RUNS = 1 << 10;

    private GridBallsJvm() {}

    /** Whether a search is one of those. */
    static boolean isOne(int norm, int[] parameters) {
        return norm == Norms.EUCLIDEAN && parameters[GridParameters.LANES] == 1;
    }

    /**
     * Counts the slots around each query and, where there are starts, notes them.
     *
     * @param starts where the slots of each query go; null where they are counted alone
     * @param out the slots, or the counts
     */
    static void search(
            int begin,
            int end,
            double[] points,
            int[] cells,
            int[] directory,
            double[] queries,
            int[] starts,
            double[] numbers,
            int[] parameters,
            int[] out,
            int dims) {
        double limit = numbers[GridParameters.LIMIT];
        double reach = numbers[GridParameters.REACH];
        double[] place = new double[dims];
        int[] low = new int[GridParameters.MAX_DIMENSIONS];
        int[] high = new int[GridParameters.MAX_DIMENSIONS];
        int[] ofLow = new int[GridParameters.MAX_DIMENSIONS];
        int[] ofHigh = new int[GridParameters.MAX_DIMENSIONS];
        int[] tuple = new int[GridParameters.MAX_DIMENSIONS];
        int[] runs = new int[2 * MOST_RUNS];
        int known = -1;
        int last = Math.min(end, parameters[GridParameters.QUERIES]);
        for (int item = begin; item < last; item++) {
            boolean same = known >= 0;
            for (int dim = 0; dim < dims; dim++) {
                place[dim] = queries[item * dims + dim];
                low[dim] = GridCells.number(place[dim] - reach, dim, numbers, parameters);
                high[dim] = GridCells.number(place[dim] + reach, dim, numbers, parameters);
                same &= low[dim] == ofLow[dim] && high[dim] == ofHigh[dim];
            }
            if (!same) {
                for (int dim = 0; dim < dims; dim++) {
                    ofLow[dim] = low[dim];
                    ofHigh[dim] = high[dim];
                    tuple[dim] = low[dim];
                }
                known = runs(low, high, tuple, cells, directory, parameters, dims, runs);
            }
            if (known < 0) {
                for (int dim = 0; dim < dims; dim++) {
                    tuple[dim] = low[dim];
                }
                int start = starts == null ? 0 : starts[item];
                int write = starts == null ? 0 : 1;
                int count = GridRegions.walk(
                        place,
                        low,
                        high,
                        tuple,
                        0,
                        points,
                        cells,
                        directory,
                        numbers,
                        parameters,
                        out,
                        start,
                        write,
                        dims,
                        Norms.EUCLIDEAN);
                if (starts == null) {
                    out[item] = count;
                }
            } else if (starts == null) {
                int count = 0;
                for (int run = 0; run < known; run++) {
                    count += count(place, points, runs[2 * run], runs[2 * run + 1], limit, dims);
                }
                out[item] = count;
            } else {
                int at = starts[item];
                for (int run = 0; run < known; run++) {
                    at = write(place, points, runs[2 * run], runs[2 * run + 1], limit, dims, out, at);
                }
            }
        }
    }

    /** Notes the runs of a box of cells; their number, or -1 where they are too many. */
    private static int runs(
            int[] low, int[] high, int[] tuple, int[] cells, int[] directory, int[] parameters, int dims, int[] runs) {
        int count = 0;
        int from = 0;
        int after = 0;
        int end = parameters[GridParameters.CELLS];
        int going = 1;
        while (going == 1) {
            int cell = GridCells.find(tuple, after, cells, directory, parameters, dims);
            int border = GridCells.start(cell, cells, parameters);
            if (after == 1) {
                if (count == MOST_RUNS) {
                    return -1;
                }
                runs[2 * count] = from;
                runs[2 * count + 1] = border;
                count++;
            }
            from = border;
            int at = GridCells.place(cell, after, low, high, tuple, cells, parameters, dims);
            going = GridCells.advance(tuple, at, low, high, dims);
            going *= cell >= end ? after : 1;
            after = at == 2 * dims ? 1 : 0;
            tuple[dims - 1] = after == 1 ? high[dims - 1] : tuple[dims - 1];
        }
        return count;
    }

    private static int count(double[] query, double[] points, int from, int to, double limit, int dims) {
        int count = 0;
        if (dims == 2) {
            double x = query[0];
            double y = query[1];
            for (int slot = from; slot < to; slot++) {
                count += square(points[2 * slot] - x) + square(points[2 * slot + 1] - y) <= limit ? 1 : 0;
            }
        } else {
            for (int slot = from; slot < to; slot++) {
                count += toPoint(query, points, slot, dims) <= limit ? 1 : 0;
            }
        }
        return count;
    }

    private static int write(
            double[] query, double[] points, int from, int to, double limit, int dims, int[] found, int start) {
        int at = start;
        for (int slot = from; slot < to; slot++) {
            if (toPoint(query, points, slot, dims) <= limit) {
                found[at++] = slot;
            }
        }
        return at;
    }

    private static double toPoint(double[] query, double[] points, int slot, int dims) {
        int at = slot * dims;
        if (dims == 2) {
            return square(points[at] - query[0]) + square(points[at + 1] - query[1]);
        }
        if (dims == 3) {
            return square(points[at] - query[0])
                    + square(points[at + 1] - query[1])
                    + square(points[at + 2] - query[2]);
        }
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum += square(points[at + dim] - query[dim]);
        }
        return sum;
    }

    private static double square(double difference) {
        return difference * difference;
    }
}
