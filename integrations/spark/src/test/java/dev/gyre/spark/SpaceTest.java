package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How space is split, and which partitions a query touches. */
class SpaceTest {

    private static final long SEED = 11;

    private static JoinSpec spec(int dims, Metric metric) {
        return spec(dims, 4, metric);
    }

    /** Returns a self-join of columns that are named alike. */
    static JoinSpec spec(int dims, int k, Metric metric) {
        List<String> columns = Collections.nCopies(dims, "x");
        JoinSpec.Side side = new JoinSpec.Side("id", DataTypes.IntegerType, true, columns, JoinSpec.Form.COLUMNS);
        JoinPlans plans = new JoinPlans(null, side, List.of(), List.of());
        return JoinSpec.knn(plans, plans, k, metric);
    }

    /** Returns the cell of some ascending rows, whose ids are their numbers. */
    private static Cell cell(int task, JoinSpec spec, Points points, List<Integer> some) {
        int dims = points.dims();
        DataType[] types = new DataType[1 + dims];
        Arrays.fill(types, DataTypes.DoubleType);
        types[0] = DataTypes.IntegerType;
        Rows rows = new Rows(types.length);
        UnsafeRow row = UnsafeRow.createFromByteArray((2 + dims) * Long.BYTES, 1 + dims);
        for (int each : some) {
            row.setInt(0, each);
            for (int dim = 0; dim < dims; dim++) {
                row.setDouble(1 + dim, points.coordinate(each, dim));
            }
            rows.add(row);
        }
        return new Cell(
                task,
                rows,
                new Source(spec, true, 0, IntStream.rangeClosed(1, dims).toArray(), types),
                false);
    }

    private static Space split(JoinSpec spec, Points points, int partitions) {
        long[] orders = LongStream.range(0, points.size()).toArray();
        return Space.split(spec, new Survey.Sample(orders, points.toRowMajor()), partitions);
    }

    private static Space split(Points points, int partitions) {
        return split(spec(points.dims(), Metric.EUCLIDEAN), points, partitions);
    }

    private static int[] sizes(Points points, Space splits) {
        int[] sizes = new int[splits.partitions()];
        for (int row = 0; row < points.size(); row++) {
            sizes[splits.partition(points.array(), row * points.dims(), row)]++;
        }
        return sizes;
    }

    /** Tasks that share a small heap have fewer rows, down to a least number of bytes. */
    @Test
    void shouldMakeMorePartitionsInASmallHeap() {
        assertEquals(11, partitionsOfFiveMillion(2, 1, 8L << 30));
        assertEquals(28, partitionsOfFiveMillion(2, 1, 800 << 20));
        assertEquals(28, partitionsOfFiveMillion(8, 4, 800 << 20));
        assertEquals(305, partitionsOfFiveMillion(200, 1, 1 << 30));
    }

    private static int partitionsOfFiveMillion(int parallelism, int executors, long heap) {
        Survey side = new Survey(5_000_000, 160_000_000, null, null, new Refusals());
        JoinSpec spec = spec(2, 5, Metric.EUCLIDEAN);
        SizePlan plan = SizePlan.of(spec, SparkJoinOptions.DEFAULT, side, side, parallelism, executors, heap, 8);
        assertEquals(SparkMethod.PARTITIONED, plan.method());
        return plan.partitions();
    }

    /** Each third row is in one spot, and the sample has room for each ninth one. */
    @Test
    void shouldSplitSpaceWhereRowsRepeatInTheRhythmOfTheSample() {
        int n = 120_000;
        Random random = new Random(SEED);
        double[] rows = new double[2 * n];
        Arrays.setAll(rows, i -> i / 2 % 3 == 0 ? 0 : random.nextDouble());
        Points points = Points.of(rows, 2);
        Space space = split(points, 12);
        long ofSpot = IntStream.range(0, n)
                .filter(row -> row % 3 == 0)
                .map(row -> space.partition(points.array(), 2 * row, row))
                .distinct()
                .count();
        assertEquals(12, space.partitions());
        assertTrue(ofSpot >= 3 && ofSpot <= 5, "partitions of the spot: " + ofSpot);
    }

    @ParameterizedTest
    @EnumSource(ShapedPoints.class)
    void shouldSplitIntoPartitionsOfAboutAsManyRows(ShapedPoints shape) {
        Points points = shape.points(20_000, 3, SEED);
        for (int partitions : new int[] {1, 2, 13, 64}) {
            Space splits = split(points, partitions);
            assertEquals(partitions, splits.partitions(), shape + ", seed " + SEED);
            int largest = Arrays.stream(sizes(points, splits)).max().orElseThrow();
            assertTrue(
                    largest <= 2 * points.size() / partitions,
                    shape + ": " + largest + " of " + points.size() + " over " + partitions + ", seed " + SEED);
        }
    }

    /** Not only into a power of two: the half of three is a third. */
    @Test
    void shouldSplitIntoAnyNumberOfEqualParts() {
        Points points = ShapedPoints.UNIFORM.points(30_000, 2, SEED);
        for (int partitions : new int[] {3, 5, 6, 7, 11}) {
            int largest = Arrays.stream(sizes(points, split(points, partitions)))
                    .max()
                    .orElseThrow();
            assertTrue(largest <= 1.15 * points.size() / partitions, largest + " of " + partitions + ", seed " + SEED);
        }
    }

    @Test
    void shouldSplitEqualRowsByTheirIds() {
        Points points = ShapedPoints.ALL_EQUAL.points(1000, 2, SEED);
        Space splits = split(points, 8);
        assertTrue(splits.isSplitById());
        assertEquals(125, Arrays.stream(sizes(points, splits)).max().orElseThrow());
        assertEquals(0, splits.home(new double[] {3, 3}, 0));
    }

    @Test
    void shouldMakeFewerPartitionsOfFewerRows() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        assertEquals(2, split(points, 10).partitions());
        assertEquals(1, split(Points.of(new double[0], 2), 10).partitions());
    }

    @ParameterizedTest
    @EnumSource(ShapedPoints.class)
    void shouldTouchEveryPartitionWithARowWithinTheBound(ShapedPoints shape) {
        for (Metric metric : List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV, Metric.lp(2.5))) {
            Points points = shape.points(600, 2, SEED);
            Points queries = shape.points(50, 2, SEED + 1);
            JoinSpec spec = spec(2, metric);
            Space splits = split(spec, points, 16);
            List<List<Integer>> rows = new ArrayList<>();
            IntStream.range(0, splits.partitions()).forEach(part -> rows.add(new ArrayList<>()));
            for (int row = 0; row < points.size(); row++) {
                rows.get(splits.partition(points.array(), row * 2, row)).add(row);
            }
            Cell[] parts = new Cell[rows.size()];
            Arrays.setAll(parts, part -> cell(part, spec, points, rows.get(part)));
            List<Space.Bounds> bounds = new ArrayList<>();
            for (int part = 0; part < parts.length; part++) {
                bounds.add(Space.Bounds.of(part, parts[part]));
            }
            Space space = splits.withBounds(bounds);
            for (int query = 0; query < queries.size(); query++) {
                checkTouched(queries, query, parts, space, metric, shape);
            }
        }
    }

    private static void checkTouched(
            Points queries, int query, Cell[] parts, Space space, Metric metric, ShapedPoints shape) {
        double[] keys = new double[parts.length];
        double bound = 0;
        for (int part = 0; part < parts.length; part++) {
            Points points = parts[part].points();
            keys[part] = Double.POSITIVE_INFINITY;
            for (int row = 0; row < points.size(); row++) {
                keys[part] = Math.min(keys[part], queries.key(query, points, row, metric.norm()));
            }
            // The least key of the partition in the middle, so that a key equals the bound.
            bound = part == parts.length / 2 ? keys[part] : bound;
        }
        boolean[] touched = new boolean[parts.length];
        space.touched(queries.array(), query * 2, Space.Bound.of(bound), part -> touched[part] = true);
        for (int part = 0; part < parts.length; part++) {
            assertTrue(
                    touched[part] || keys[part] > bound,
                    shape + " " + metric + ": query " + query + ", partition " + part + ", seed " + SEED);
        }
        assertTrue(space.bound(queries.array(), query * 2, 4).key() >= bound(queries, query, parts, metric, 4));
    }

    private static double bound(Points queries, int query, Cell[] parts, Metric metric, int k) {
        return Arrays.stream(parts)
                .map(Cell::points)
                .flatMapToDouble(points -> IntStream.range(0, points.size())
                        .mapToDouble(row -> queries.key(query, points, row, metric.norm())))
                .sorted()
                .skip(k - 1L)
                .findFirst()
                .orElseThrow();
    }
}
