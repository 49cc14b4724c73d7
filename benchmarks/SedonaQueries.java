import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.Function;
import org.apache.sedona.spark.SedonaContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Queries of SpatialBench by Apache Sedona on Spark, local, on the tables that {@code benchmarks/run spatialbench} writes; a peer of that
 * command, run from its source: {@code sedona.sh} beside it tells how. Query 0 is that of {@code SparkKnn.java}. Arguments: the folder of
 * the tables, the query, the rounds. Each run reads the tables, computes all rows in their order, and throws them away; then, not timed, it counts them and adds up their measure.
 */
public final class SedonaQueries {

    /** The join of all columns of SparkKnn.java, over its tables; no query of SpatialBench. */
    private static final int KNN = 0;

    /** The join "intersects" of SparkKnn.java. */
    private static final int INTERSECTS = -1;

    private static final String PICKUP = "ST_GeomFromWKB(t_pickuploc)";
    private static final String CENTER = "ST_Point(-111.7610, 34.8697)";
    private static final String BOX = "ST_PolygonFromEnvelope(-111.9060, 34.7347, -111.6160, 35.0047)";
    private static final String MONTH = "date_trunc('month', timestamp_millis(t_pickuptime))";

    /** A query, and the measure whose sum is printed. */
    private record Query(String sql, String measure) {}

    private static final Map<Integer, Query> QUERIES = Map.of(
            INTERSECTS,
            new Query(
                    "select t_tripkey, k from (select t_tripkey, " + PICKUP + " p from trip where t_tripkey <= 1000000) t"
                            + " join shapes on ST_Intersects(p, g)",
                    "k"),
            KNN,
            new Query(
                    "select l.*, r.*, ST_Distance(l.g, r.g) d from (select *, ST_Point(x, y) g from q) l"
                            + " join (select *, ST_Point(x, y) g from p) r on ST_KNN(l.g, r.g, 5, false)",
                    "d"),
            1,
            new Query(
                    "select t_tripkey, ST_X(p) x, ST_Y(p) y, t_pickuptime, ST_Distance(p, " + CENTER + ") d from (select *, " + PICKUP
                            + " p from trip) where ST_DWithin(p, " + CENTER + ", 0.45) order by d, t_tripkey",
                    "d"),
            3,
            new Query(
                    "select " + MONTH + " m, count(t_tripkey) n, avg(t_distance) d, avg(t_dropofftime - t_pickuptime) w,"
                            + " avg(t_fare) f from trip where ST_DWithin(" + PICKUP + ", " + BOX + ", 0.045) group by 1 order by 1",
                    "d"),
            5,
            new Query(
                    "select t_custkey, " + MONTH + " m, ST_Area(ST_ConvexHull(ST_Collect(collect_list(ST_GeomFromWKB(t_dropoffloc))))) a,"
                            + " count(*) n from trip group by t_custkey, 2 having count(*) > 5 order by n desc, t_custkey",
                    "a"),
            7,
            new Query(
                    "select t_tripkey, t_distance, l, t_distance / nullif(l, 0) r from (select t_tripkey, t_distance, ST_Length(ST_MakeLine("
                            + PICKUP + ", ST_GeomFromWKB(t_dropoffloc))) / 0.000009 l from trip)"
                            + " order by r desc nulls last, t_distance desc, t_tripkey",
                    "r"),
            8,
            new Query(
                    "select b_buildingkey, b_name, count(*) n from trip join building on ST_DWithin(" + PICKUP
                            + ", ST_GeomFromWKB(b_boundary), 0.0045) group by 1, 2 order by n desc, 1",
                    "n"),
            9,
            new Query(
                    "select a, b, s1, s2, o, case when o = 0 then 0.0 when s1 + s2 - o = 0 then 1.0 else o / (s1 + s2 - o) end r from"
                            + " (select l.k a, r.k b, ST_Area(l.g) s1, ST_Area(r.g) s2, ST_Area(ST_Intersection(l.g, r.g)) o"
                            + " from shapes l join shapes r on ST_Intersects(l.g, r.g) where l.k < r.k) order by r desc, a, b",
                    "r"),
            12,
            new Query(
                    "select t_tripkey, t_pickuploc, b.k, b_name, ST_Distance(t.p, b.g) d from (select t_tripkey, t_pickuploc, "
                            + PICKUP + " p from trip) t join shapes b on ST_KNN(t.p, b.g, 5, false) order by d, b.k",
                    "d"));

    private SedonaQueries() {}

    /** Runs a query as often as asked. */
    public static void main(String[] arguments) {
        String tables = arguments[0];
        int number = Integer.parseInt(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        long begin = System.nanoTime();
        SparkSession spark = SedonaContext.create(SedonaContext.builder()
                .master("local[2]")
                .appName("spatialbench")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.session.timeZone", "UTC")
                .getOrCreate());
        System.err.println("session " + (System.nanoTime() - begin) / 1e9 + " s");
        Query query = QUERIES.get(number);
        for (int round = 1; round <= rounds; round++) {
            long threads = threadNanos();
            long start = System.nanoTime();
            answer(spark, tables, query).write().format("noop").mode("overwrite").save();
            double seconds = (System.nanoTime() - start) / 1e9;
            System.err.println("of all threads " + (threadNanos() - threads) / 1e9 + " s");
            String sums = round > 1 ? "\t0\t" : sums(answer(spark, tables, query), query);
            System.out.println("spatialbench-time\tSedona\t" + number + "\t" + round + "\t" + seconds + sums + "\t");
        }
        spark.stop();
    }

    private static long threadNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static Dataset<Row> answer(SparkSession spark, String tables, Query query) {
        if (query == QUERIES.get(KNN)) {
            for (String side : new String[] {"q", "p"}) {
                spark.read().parquet(tables + "/" + side).createOrReplaceTempView(side);
            }
            return spark.sql(query.sql);
        }
        Function<String, Dataset<Row>> table = name -> spark.read().parquet(tables + "/" + name + ".parquet");
        table.apply("trip").createOrReplaceTempView("trip");
        table.apply("building").createOrReplaceTempView("building");
        spark.sql("select b_buildingkey k, b_name, ST_GeomFromWKB(b_boundary) g from building")
                .createOrReplaceTempView("shapes");
        return spark.sql(query.sql);
    }

    private static String sums(Dataset<Row> answer, Query query) {
        Row row = answer.selectExpr("count(*)", "sum(" + query.measure + ")").first();
        return "\t" + row.get(0) + "\t" + row.get(1);
    }
}
