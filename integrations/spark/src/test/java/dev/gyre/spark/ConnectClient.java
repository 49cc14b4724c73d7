package dev.gyre.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.call_function;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** What a client of Spark Connect does. Its session, rows and functions are those of the client's jar. */
public final class ConnectClient {

    private ConnectClient() {}

    /** Returns what each use gave: rows in their order, or the exception. */
    public static Map<String, String> run(String server) {
        SparkSession session = SparkSession.builder().remote(server).getOrCreate();
        try {
            session.sql("SELECT id, double(id * id) AS x FROM range(3)").createOrReplaceTempView("q");
            session.sql("SELECT id, double(id * 3 % 4) AS x FROM range(4)").createOrReplaceTempView("p");
            String nearest = "SELECT q.id, p.id FROM q JOIN p EXACT NEAREST 1 BY DISTANCE"
                    + " gyre_distance(q.id, array(q.x), p.id, array(p.x)) ORDER BY q.id";
            Map<String, String> found = new LinkedHashMap<>();
            put(
                    found,
                    "function",
                    () -> rows(
                            session.sql(
                                    "SELECT * FROM gyre_knn_join(TABLE(q), TABLE(SELECT id, x FROM p), k => 1) ORDER BY query_id")));
            put(found, "nearest", () -> rows(session.sql(nearest)));
            put(found, "nearestByJoin", () -> rows(nearestByJoin(session.table("q"), session.table("p"))));
            put(found, "refused", () -> rows(session.sql("SELECT * FROM gyre_knn_join(TABLE(q), TABLE(p), 0)")));
            PointTable points = PointTable.of(session.table("p"), "id", "x");
            put(found, "classic", () -> rows(SparkJoins.knnSelfJoin(points, 1, SparkJoinOptions.DEFAULT)));
            put(found, "reports", () -> JoinReport.of(session.table("q")).toString());
            return found;
        } finally {
            session.stop();
        }
    }

    private static void put(Map<String, String> found, String what, Supplier<String> use) {
        try {
            found.put(what, use.get());
        } catch (Exception e) {
            found.put(what, e.toString());
        }
    }

    private static String rows(Dataset<Row> rows) {
        return rows.collectAsList().toString();
    }

    /** By reflection, because data sets have this method from Spark 4.2 on. */
    private static Dataset<Row> nearestByJoin(Dataset<Row> q, Dataset<Row> p) {
        Column distance =
                call_function("gyre_distance", q.col("id"), array(q.col("x")), p.col("id"), array(p.col("x")));
        try {
            @SuppressWarnings("unchecked")
            Dataset<Row> near = (Dataset<Row>) Dataset.class
                    .getMethod("nearestByJoin", Dataset.class, Column.class, int.class, String.class, String.class)
                    .invoke(q, p, distance, 1, "exact", "distance");
            return near.select(q.col("id"), p.col("id")).orderBy(q.col("id"));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
