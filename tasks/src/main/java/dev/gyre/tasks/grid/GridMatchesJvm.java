package dev.gyre.tasks.grid;

import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;

/**
 * {@link GridMatches} for the JVM, with special code for the Euclidean norm and one thread per query, as in most searches; all others run
 * {@link GridMatches}. Queries that touch the same cells share the runs of slots, for example queries in one cell that is as wide as the
 * radius. Sums over two and three dimensions are written out.
 */
public final class GridMatchesJvm {

    private static final int MAX_RUNS = 1 << 10;

    private GridMatchesJvm() {}

    /** Shapes and result are as in {@link GridMatches#findInCells}. */
    public static void findInCells(
            int begin,
            int end,
            double[] points,
            int[] cells,
            int[] directory,
            double[] queries,
            int[] starts,
            double[] numbers,
            int[] parameters,
            int[] found,
            int dims,
            int norm,
            int write) {
        if (norm != Norms.EUCLIDEAN || parameters[GridParameters.LANES] != 1) {
            GridMatches.findInCells(
                    begin,
                    end,
                    points,
                    cells,
                    directory,
                    queries,
                    starts,
                    numbers,
                    parameters,
                    found,
                    dims,
                    norm,
                    write);
            return;
        }
        double limit = numbers[GridParameters.LIMIT];
        double reach = numbers[GridParameters.REACH];
        double[] point = new double[dims];
        int[] low = new int[GridParameters.MAX_DIMENSIONS];
        int[] high = new int[GridParameters.MAX_DIMENSIONS];
        int[] ofLow = new int[GridParameters.MAX_DIMENSIONS];
        int[] ofHigh = new int[GridParameters.MAX_DIMENSIONS];
        int[] tuple = new int[GridParameters.MAX_DIMENSIONS];
        int[] runs = new int[2 * MAX_RUNS];
        int known = -1;
        int last = Math.min(end, parameters[GridParameters.QUERIES]);
        for (int item = begin; item < last; item++) {
            boolean same = known >= 0;
            for (int dim = 0; dim < dims; dim++) {
                point[dim] = queries[item * dims + dim];
                low[dim] = GridCells.number(point[dim] - reach, dim, numbers, parameters);
                high[dim] = GridCells.number(point[dim] + reach, dim, numbers, parameters);
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
                int count = GridMatches.walk(
                        point,
                        low,
                        high,
                        tuple,
                        0,
                        points,
                        cells,
                        directory,
                        numbers,
                        parameters,
                        found,
                        starts[item],
                        write,
                        dims,
                        norm);
                if (write == 0) {
                    starts[item] = count;
                }
            } else if (write == 0) {
                int count = 0;
                for (int run = 0; run < known; run++) {
                    count += count(point, points, runs[2 * run], runs[2 * run + 1], limit, dims);
                }
                starts[item] = count;
            } else {
                int at = starts[item];
                for (int run = 0; run < known; run++) {
                    at = write(point, points, runs[2 * run], runs[2 * run + 1], limit, dims, found, at);
                }
            }
        }
    }

    /** Writes the runs of a box of cells. Returns their number, or -1 if there are too many. */
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
                if (count == MAX_RUNS) {
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
                count += SquareSums.square(points[2 * slot] - x) + SquareSums.square(points[2 * slot + 1] - y) <= limit
                        ? 1
                        : 0;
            }
        } else {
            for (int slot = from; slot < to; slot++) {
                count += SquareSums.toPoint(query, points, slot, dims) <= limit ? 1 : 0;
            }
        }
        return count;
    }

    private static int write(
            double[] query, double[] points, int from, int to, double limit, int dims, int[] found, int start) {
        int at = start;
        for (int slot = from; slot < to; slot++) {
            if (SquareSums.toPoint(query, points, slot, dims) <= limit) {
                found[at++] = slot;
            }
        }
        return at;
    }
}
