package dev.gyre.engine.topk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.verify.Sample;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PointGridTest {

    private static final int ROWS = 20_000;

    /** Points whose extent says nothing about the distances of neighbors. */
    private enum Places {
        TWO_TOWNS(2) {
            @Override
            void fill(double[] row, int i, Random random) {
                Arrays.setAll(row, dim -> i % 2 * 1e6 + 1000 * random.nextGaussian());
            }
        },
        TOWN_AND_COUNTRY(2) {
            @Override
            void fill(double[] row, int i, Random random) {
                double wide = i % 10 == 0 ? 1e8 : 1000;
                Arrays.setAll(row, dim -> wide * random.nextDouble());
            }
        },
        FAR_ROW(3) {
            @Override
            void fill(double[] row, int i, Random random) {
                Arrays.setAll(row, dim -> i == 77 ? 1e12 : 1000 * random.nextDouble());
            }
        },
        MANY_TOWNS(3) {
            @Override
            void fill(double[] row, int i, Random random) {
                Random town = new Random(i % 300);
                Arrays.setAll(row, dim -> 1e9 * town.nextDouble() + 100 * random.nextGaussian());
            }
        },
        DIAGONAL(2) {
            @Override
            void fill(double[] row, int i, Random random) {
                double along = 1e6 * random.nextDouble();
                Arrays.fill(row, along);
            }
        },
        /** Rows of a cluster differ in the last dimension only. */
        THIN_CLUSTERS(6) {
            @Override
            void fill(double[] row, int i, Random random) {
                Arrays.fill(row, i % 2 * 1e6);
                row[5] = 1000 * random.nextDouble();
            }
        },
        /** Most rows are in one place, near the origin; the others are too far from it for cells of the usual numbers. */
        BEYOND_ALL_NUMBERS(1) {
            @Override
            void fill(double[] row, int i, Random random) {
                row[0] = i % 4 == 0 ? 1e100 * random.nextDouble() : random.nextDouble();
            }
        };

        private final int dims;

        Places(int dims) {
            this.dims = dims;
        }

        abstract void fill(double[] row, int i, Random random);

        Points points(long seed) {
            Random random = new Random(seed);
            double[] rows = new double[ROWS * dims];
            double[] row = new double[dims];
            for (int i = 0; i < ROWS; i++) {
                fill(row, i, random);
                System.arraycopy(row, 0, rows, i * dims, dims);
            }
            return Points.wrap(rows, dims);
        }
    }

    private static Side.Rows rows(int size) {
        return new Side.Rows(null, new double[size]);
    }

    private static PointGrid grid(Points points, Points queries, double reach, boolean spreadOut) {
        Cells cells = new CellSample(points, null, queries, null, reach).cells(spreadOut ? 1.0 / 16 : 1);
        return new PointGrid(points, rows(points.size()), cells, 1, spreadOut, null);
    }

    /** Points that all queries meet. */
    private static long met(PointGrid grid, Points queries) {
        Cells.Lists lists = new Cells.Lists();
        long met = 0;
        for (int query = 0; query < queries.size(); query++) {
            grid.look(queries.array(), query * queries.dims(), lists);
            for (int i = 0; i < lists.count; i++) {
                met += grid.end(lists.lists[i]) - grid.start(lists.lists[i]);
            }
        }
        return met;
    }

    @ParameterizedTest
    @EnumSource(Places.class)
    void shouldMeetFewPointsWhereverTheyAre(Places places) {
        Points points = places.points(1);
        Points others = places.points(2);
        for (boolean spreadOut : new boolean[] {false, true}) {
            for (double reach : new double[] {1e-6, 1e-9}) {
                long self = met(grid(points, points, reach, spreadOut), points);
                long two = met(grid(points, others, reach, spreadOut), others);
                assertTrue(self < 30L * ROWS && two < 30L * ROWS, spreadOut + ", " + reach + ": " + self + ", " + two);
            }
        }
    }

    @Test
    void shouldMeetFewPointsWhereQueriesAre() {
        Random random = new Random(3);
        // One point in a hundred is where all queries are.
        double[] of = IntStream.range(0, 2 * ROWS)
                .mapToDouble(i -> (i / 2 % 100 == 0 ? 1 : 1e6) * random.nextDouble())
                .toArray();
        Points points = Points.wrap(of, 2);
        Points queries = Points.wrap(random.doubles(2 * ROWS).toArray(), 2);
        long met = met(grid(points, queries, 1e-6, false), queries);
        assertTrue(met < 30L * ROWS, "met=" + met);
    }

    @Test
    void shouldMeetAllPointsWithinReach() {
        for (Sample sample : Sample.series(600, 67)) {
            Random random = sample.random();
            int dims = sample.dims();
            int size = Math.min(sample.size(), 120);
            double[] all = sample.shape().rows(2 * size, dims, random);
            Points points = Points.wrap(Arrays.copyOf(all, size * dims), dims);
            Points queries = Points.wrap(Arrays.copyOfRange(all, size * dims, all.length), dims);
            double[] reaches = {0x1p-530, 1e-300, 1e-9, 0.1, 1e9, 1e100, 0x1p502};
            double some = size == 0 ? 1 : Math.max(0x1p-530, apart(points, 0, queries, size - 1));
            for (double reach : new double[] {reaches[random.nextInt(reaches.length)], some}) {
                boolean spreadOut = random.nextBoolean();
                // A reach exceeds the rounding error of a difference.
                PointGrid grid = grid(points, queries, reach * (1 + 0x1p-40), spreadOut);
                check(points, queries, reach, grid, sample + ", reach=" + reach);
            }
        }
    }

    private static void check(Points points, Points queries, double reach, PointGrid grid, String what) {
        Cells.Lists lists = new Cells.Lists();
        for (int query = 0; query < queries.size(); query++) {
            int[] met = new int[points.size()];
            grid.look(queries.array(), query * queries.dims(), lists);
            for (int i = 0; i < lists.count; i++) {
                for (int entry = grid.start(lists.lists[i]); entry < grid.end(lists.lists[i]); entry++) {
                    met[grid.rows()[entry]]++;
                }
            }
            for (int row = 0; row < met.length; row++) {
                if (met[row] > 1 || met[row] == 0 && apart(points, row, queries, query) <= reach) {
                    throw new AssertionError(what + ", query=" + query + ", row=" + row + ", met=" + met[row]);
                }
            }
        }
    }

    /** The largest difference of coordinates. */
    private static double apart(Points points, int row, Points queries, int query) {
        return IntStream.range(0, points.dims())
                .mapToDouble(dim -> Math.abs(points.coordinate(row, dim) - queries.coordinate(query, dim)))
                .max()
                .orElseThrow();
    }
}
