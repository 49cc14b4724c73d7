package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How space is split, and which partitions a query touches. */
class CellsTest {

    private static final long SEED = 11;

    private static JoinSpec spec(int dims, Metric metric) {
        return spec(dims, 4, metric);
    }

    /** Returns a self-join of columns that are named alike. */
    static JoinSpec spec(int dims, int k, Metric metric) {
        List<String> columns = Collections.nCopies(dims, "x");
        JoinPlans side = new JoinPlans(null, new JoinSpec.Side("id", DataTypes.IntegerType, columns));
        return JoinSpec.knn(side, side, k, metric);
    }

    private static Rows rows(Points points) {
        Rows rows = new Rows(Ids.of(DataTypes.IntegerType, "id"), points.dims());
        try (ColumnarBatch batch = batch(points)) {
            for (int row = 0; row < points.size(); row++) {
                rows.add(batch, row);
            }
        }
        return rows;
    }

    private static ColumnarBatch batch(Points points) {
        var columns = new OnHeapColumnVector[points.dims() + 1];
        columns[0] = new OnHeapColumnVector(Math.max(1, points.size()), DataTypes.IntegerType);
        for (int dim = 0; dim < points.dims(); dim++) {
            columns[dim + 1] = new OnHeapColumnVector(Math.max(1, points.size()), DataTypes.DoubleType);
            for (int row = 0; row < points.size(); row++) {
                columns[dim + 1].putDouble(row, points.coordinate(row, dim));
            }
        }
        for (int row = 0; row < points.size(); row++) {
            columns[0].putInt(row, row);
        }
        return new ColumnarBatch(columns, points.size());
    }

    private static Splits splits(Points points, int partitions) {
        double[] weights = new double[points.size()];
        Arrays.fill(weights, 1);
        return Splits.of(rows(points).ids(), points.toRowMajor(), points.dims(), weights, partitions);
    }

    private static int[] sizes(Points points, Splits splits) {
        int[] sizes = new int[splits.partitions()];
        Ids ids = rows(points).ids();
        for (int row = 0; row < points.size(); row++) {
            sizes[splits.partition(points.array(), row * points.dims(), ids, row)]++;
        }
        return sizes;
    }

    @ParameterizedTest
    @EnumSource(ShapedPoints.class)
    void shouldSplitIntoPartitionsOfAboutAsManyRows(ShapedPoints shape) {
        Points points = shape.points(20_000, 3, SEED);
        for (int partitions : new int[] {1, 2, 13, 64}) {
            Splits splits = splits(points, partitions);
            assertEquals(partitions, splits.partitions(), shape + ", seed " + SEED);
            int largest = Arrays.stream(sizes(points, splits)).max().orElseThrow();
            assertTrue(
                    largest <= 2 * points.size() / partitions,
                    shape + ": " + largest + " of " + points.size() + " over " + partitions + ", seed " + SEED);
        }
    }

    @Test
    void shouldSplitEqualRowsByTheirIds() {
        Points points = ShapedPoints.ALL_EQUAL.points(1000, 2, SEED);
        Splits splits = splits(points, 8);
        assertEquals(1, splits.leaves());
        assertTrue(splits.isSplitById());
        assertEquals(125, Arrays.stream(sizes(points, splits)).max().orElseThrow());
        assertEquals(0, splits.firstPartition(new double[] {3, 3}, 0));
    }

    @Test
    void shouldMakeFewerPartitionsOfFewerRows() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        assertEquals(2, splits(points, 10).partitions());
        assertEquals(1, splits(Points.of(new double[0], 2), 10).partitions());
    }

    @ParameterizedTest
    @EnumSource(ShapedPoints.class)
    void shouldTouchEveryPartitionWithARowWithinTheBound(ShapedPoints shape) {
        for (Metric metric : List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV, Metric.lp(2.5))) {
            Points points = shape.points(600, 2, SEED);
            Points queries = shape.points(50, 2, SEED + 1);
            JoinSpec spec = spec(2, metric);
            Splits splits = splits(points, 16);
            Rows[] parts = new Rows[splits.partitions()];
            Arrays.setAll(parts, part -> rows(points).empty());
            Rows all = rows(points);
            for (int row = 0; row < points.size(); row++) {
                parts[splits.partition(points.array(), row * 2, all.ids(), row)].add(all, row);
            }
            List<Cells.Bounds> bounds = new ArrayList<>();
            for (int part = 0; part < parts.length; part++) {
                bounds.add(Cells.Bounds.of(part, Cell.ofSorted(part, parts[part], spec)));
            }
            Cells cells = new Cells(splits, spec, bounds);
            for (int query = 0; query < queries.size(); query++) {
                checkTouched(queries, query, parts, cells, metric, shape);
            }
        }
    }

    private static void checkTouched(
            Points queries, int query, Rows[] parts, Cells cells, Metric metric, ShapedPoints shape) {
        double[] keys = new double[parts.length];
        double bound = 0;
        for (int part = 0; part < parts.length; part++) {
            Points points = Points.of(parts[part].trimmed(), 2);
            keys[part] = Double.POSITIVE_INFINITY;
            for (int row = 0; row < points.size(); row++) {
                keys[part] = Math.min(keys[part], queries.key(query, points, row, metric.norm()));
            }
            // The least key of the partition in the middle, so that a key equals the bound.
            bound = part == parts.length / 2 ? keys[part] : bound;
        }
        boolean[] touched = new boolean[parts.length];
        cells.touched(
                queries.array(),
                query * 2,
                queries.array(),
                query * 2,
                new Cells.Bound(bound, null, 0),
                part -> touched[part] = true);
        for (int part = 0; part < parts.length; part++) {
            assertTrue(
                    touched[part] || keys[part] > bound,
                    shape + " " + metric + ": query " + query + ", partition " + part + ", seed " + SEED);
        }
        assertTrue(cells.bound(queries.array(), query * 2, 4).key() >= bound(queries, query, parts, metric, 4));
    }

    private static double bound(Points queries, int query, Rows[] parts, Metric metric, int k) {
        return Arrays.stream(parts)
                .map(part -> Points.of(part.trimmed(), 2))
                .flatMapToDouble(points -> IntStream.range(0, points.size())
                        .mapToDouble(row -> queries.key(query, points, row, metric.norm())))
                .sorted()
                .skip(k - 1L)
                .findFirst()
                .orElseThrow();
    }
}
