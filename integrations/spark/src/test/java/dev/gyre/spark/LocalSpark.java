package dev.gyre.spark;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A session on two threads that all tests share, and tables in it. */
final class LocalSpark {

    /** Whether the session compiles the projections and predicates of a query: see {@link #session()}. */
    static final String CODE = "spark.sql.codegen.factoryMode";

    private LocalSpark() {}

    /**
     * Returns the session; the JVM's end closes it. Most of its queries are small, so it compiles no code for each of them; those with
     * Kryo, in a cluster, and of many rows do.
     */
    static SparkSession session() {
        return SparkSession.getActiveSession()
                .getOrElse(() -> builder("local[2]")
                        .config("spark.sql.codegen.wholeStage", "false")
                        .config(CODE, "NO_CODEGEN")
                        .getOrCreate());
    }

    /** Stops the session, so that the next one can have another master. */
    static void stop() {
        session().stop();
    }

    static SparkSession.Builder builder(String master) {
        return SparkSession.builder()
                .master(master)
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.extensions", GyreExtensions.class.getName());
    }

    /** How the rows of a table are distributed over partitions. */
    enum Layout {
        /** As they come. */
        SLICES,

        /** By a hash of all columns. */
        HASHED,

        /** All in one partition; the others are empty. */
        ONE
    }

    /**
     * Makes a table: ids, then numbers.
     *
     * @param ids gives the id of a row
     * @param numbers row-major
     */
    static Dataset<Row> table(
            DataType idType, IntFunction<Object> ids, double[] numbers, int width, Layout layout, int partitions) {
        List<StructField> fields = new ArrayList<>();
        fields.add(DataTypes.createStructField("id", idType, true));
        for (int i = 0; i < width; i++) {
            fields.add(DataTypes.createStructField("c" + i, DataTypes.DoubleType, true));
        }
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < numbers.length / width; row++) {
            Object[] values = new Object[width + 1];
            values[0] = ids.apply(row);
            for (int i = 0; i < width; i++) {
                values[i + 1] = numbers[row * width + i];
            }
            rows.add(RowFactory.create(values));
        }
        Collections.shuffle(rows, new Random(7));
        Dataset<Row> table = session().createDataFrame(rows, new StructType(fields.toArray(new StructField[0])));
        return switch (layout) {
            case SLICES -> table.repartition(partitions);
            case HASHED -> table.repartition(partitions, table.col("id"), table.col("c0"));
            case ONE -> table.coalesce(1).union(table.limit(0));
        };
    }

    static Dataset<Row> table(Points points, Layout layout, int partitions) {
        return table(DataTypes.LongType, row -> (long) row, points.toRowMajor(), points.dims(), layout, partitions);
    }

    static Dataset<Row> table(Boxes boxes, Layout layout, int partitions) {
        return table(DataTypes.LongType, row -> (long) row, boxes.toRowMajor(), 2 * boxes.dims(), layout, partitions);
    }

    static String[] columns(int from, int to) {
        String[] columns = new String[to - from];
        Arrays.setAll(columns, i -> "c" + (from + i));
        return columns;
    }

    static PointTable points(Points points, Layout layout, int partitions) {
        return PointTable.of(table(points, layout, partitions), "id", columns(0, points.dims()));
    }

    static BoxTable boxes(Boxes boxes, Layout layout, int partitions) {
        return new BoxTable(
                table(boxes, layout, partitions),
                "id",
                List.of(columns(0, boxes.dims())),
                List.of(columns(boxes.dims(), 2 * boxes.dims())));
    }

    /** Returns the rows as sorted text, to compare rows in any order. */
    static List<String> sorted(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Row::toString).sorted().toList();
    }
}
