package dev.gyre.tasks.grid;

import dev.gyre.tasks.common.DoubleHeap;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * The points of a grid that are nearest to each query.
 *
 * <p>A query searches all cells within a reach, and repeats this with a larger reach until no point beyond it can be nearer than those
 * kept. It doubles the reach if it found too few points; else it enlarges the reach until it covers the worst point kept. A query that has
 * read too many points and cells gives up, for example in a cell with very many points or far from all points.
 */
public final class GridNearest {

    /** Instead of the first id: the query gave up, and its row is not valid. */
    public static final int GAVE_UP = -2;

    private GridNearest() {}

    /**
     * Keeps the {@link GridParameters#CAPACITY} points nearest to each query; an item is a query. A list is in the order of (distance, id),
     * a heap in no order.
     *
     * @param points in: slots x dims coordinates, row-major
     * @param ids in: for each slot its row
     * @param cells in: the cells of {@link GridStarts}
     * @param directory in: the directory of {@link GridDirectory}
     * @param queries in: queries x dims coordinates, row-major; in a self-join the points
     * @param numbers in: {@link GridParameters} in double
     * @param parameters in: {@link GridParameters}
     * @param keys out: items x capacity keys of the distances; the key of an unused slot is the largest double
     * @param found out: items x capacity ids; -1 if unused, {@link #GAVE_UP} as the first id if the query gave up
     * @param dims number of dimensions
     * @param heap 0 to keep candidates in a list, 1 to keep them in a heap
     * @param norm code of the norm, except powers
     */
    public static void nearestInCells(
            int begin,
            int end,
            double[] points,
            int[] ids,
            int[] cells,
            int[] directory,
            double[] queries,
            double[] numbers,
            int[] parameters,
            double[] keys,
            int[] found,
            int dims,
            int heap,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int query = parameters[GridParameters.FIRST_QUERY] + item;
            if (query < parameters[GridParameters.QUERIES]) {
                double[] point = new double[GridParameters.MAX_DIMENSIONS];
                int[] low = new int[GridParameters.MAX_DIMENSIONS];
                int[] high = new int[GridParameters.MAX_DIMENSIONS];
                int[] tuple = new int[GridParameters.MAX_DIMENSIONS];
                double[] listKeys = new double[NearestPairs.LIST];
                int[] listIds = new int[NearestPairs.LIST];
                for (int dim = 0; dim < dims; dim++) {
                    point[dim] = queries[query * dims + dim];
                }
                int capacity = parameters[GridParameters.CAPACITY];
                int row = item * capacity;
                int own = parameters[GridParameters.SELF] == 1 ? query : -1;
                int last = parameters[GridParameters.CELLS];
                double limit = numbers[GridParameters.LIMIT];
                double reach = numbers[GridParameters.REACH];
                double worst = limit;
                int left = parameters[GridParameters.BUDGET];
                int going = 1;
                while (going == 1) {
                    if (heap == 1) {
                        DoubleHeap.clear(keys, found, row, capacity);
                    } else {
                        DoubleHeap.clear(listKeys, listIds, 0, capacity);
                    }
                    int all = 1;
                    for (int dim = 0; dim < dims; dim++) {
                        GridCells.touched(point[dim], reach, dim, numbers, parameters, low, high);
                        tuple[dim] = low[dim];
                        all *= low[dim] == 0 ? 1 : 0;
                        all *= high[dim] == GridCells.last(dim, parameters) ? 1 : 0;
                    }
                    int from = 0;
                    int after = 0;
                    int walking = 1;
                    while (walking == 1) {
                        int cell = GridCells.find(tuple, after, cells, directory, parameters, dims);
                        int border = GridCells.start(cell, cells, parameters);
                        int to = after == 1 ? border : from;
                        left -= Math.min(to - from, left) + 1;
                        to = left >= 0 ? to : from;
                        for (int slot = from; slot < to; slot++) {
                            double key = GridMatches.toPoint(point, points, slot, 1.0, dims, norm);
                            if (key <= worst) {
                                if (slot != own) {
                                    if (heap == 1) {
                                        worst = NearestPairs.keepInHeap(
                                                keys, found, row, capacity, key, ids[slot], worst);
                                    } else {
                                        worst = NearestPairs.keepInList(
                                                listKeys, listIds, 0, capacity, key, ids[slot], worst);
                                    }
                                }
                            }
                        }
                        from = border;
                        int at = GridCells.place(cell, after, low, high, tuple, cells, parameters, dims);
                        walking = GridCells.advance(tuple, at, low, high, dims);
                        walking *= cell >= last ? after : 1;
                        walking *= left >= 0 ? 1 : 0;
                        after = at == 2 * dims ? 1 : 0;
                        tuple[dims - 1] = after == 1 ? high[dims - 1] : tuple[dims - 1];
                    }
                    double kept = heap == 1 ? keys[row] : listKeys[capacity - 1];
                    double needed = Math.min(kept, limit);
                    double sure = Norms.add(norm, 0.0, reach, 1.0);
                    going = sure <= needed ? 1 : 0;
                    going *= 1 - all;
                    going *= left >= 0 ? 1 : 0;
                    worst = needed;
                    double factor = kept < Double.MAX_VALUE ? 1.125 : 2.0;
                    double wanted = kept < Double.MAX_VALUE ? needed : sure;
                    while (sure <= wanted) {
                        reach *= factor;
                        sure = Norms.add(norm, 0.0, reach, 1.0);
                    }
                }
                if (heap == 0) {
                    for (int slot = 0; slot < capacity; slot++) {
                        keys[row + slot] = listKeys[slot];
                        found[row + slot] = listIds[slot];
                    }
                }
                if (left < 0) {
                    found[row] = GAVE_UP;
                }
            }
        }
    }
}
