package dev.gyre.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Ascending$;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.InterpretedOrdering;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import org.apache.spark.sql.types.DataType;
import scala.collection.Iterator;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * A join of geometries in Spark's physical plan. The right side goes to every executor, in the order of its ids; left rows do not move.
 *
 * <p>Not for callers: it is public, as its constructor is, because Spark copies nodes by reflection, from the elements of their product.
 */
@SuppressWarnings("serial")
public final class GeometryExec extends SparkPlan {

    private static final long serialVersionUID = 1;

    /** The setting of Spark that limits what a driver collects. */
    private static final String MAX_RESULT = "spark.driver.maxResultSize";

    private final GeometrySpec spec;
    private final Seq<Attribute> keys;
    private final Seq<Attribute> output;
    private final Seq<SparkPlan> children;

    /**
     * Made by this package, and by Spark from the elements of the product.
     *
     * @param keys as of {@link GeometryNode}
     * @param output the columns of both sides, then what the join makes
     */
    public GeometryExec(GeometrySpec spec, Seq<Attribute> keys, Seq<Attribute> output, Seq<SparkPlan> children) {
        this.spec = spec;
        this.keys = keys;
        this.output = output;
        this.children = children;
    }

    /** Plans the joins of geometries. */
    static final class Strategy extends SparkStrategy {

        private static final long serialVersionUID = 1;

        @Override
        public Seq<SparkPlan> apply(LogicalPlan plan) {
            return plan instanceof GeometryNode join
                    ? JoinNode.seq(List.of(new GeometryExec(
                            join.spec(),
                            join.keys(),
                            join.output(),
                            JoinNode.seq(JoinNode.list(join.children()).stream()
                                    .map(this::planLater)
                                    .toList()))))
                    : JoinNode.seq(List.of());
        }
    }

    @Override
    public Seq<Attribute> output() {
        return output;
    }

    @Override
    public Seq<SparkPlan> children() {
        return children;
    }

    /** The join makes some of its columns itself, so not all of them are references. */
    @Override
    public AttributeSet references() {
        return inputSet();
    }

    @Override
    public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
        return new GeometryExec(spec, keys, output, newChildren);
    }

    @Override
    public RDD<InternalRow> doExecute() {
        ExecutorEngine.closeWith(sparkContext());
        GeometryRows.Source left = source(false);
        Broadcast<Shared<GeometryRows>> right = JavaSparkContext.fromSparkContext(sparkContext())
                .broadcast(new Shared<>(new GeometryRows(source(true), sorted(children.last()))));
        GeometrySpec asked = spec;
        DataType[] types =
                JoinNode.list(output).stream().map(Attribute::dataType).toArray(DataType[]::new);
        return children.head()
                .execute()
                .toJavaRDD()
                .mapPartitions(rows ->
                        new GeometryMatches(asked, rows, left, right.value().value(), types))
                .rdd();
    }

    private GeometryRows.Source source(boolean isRight) {
        List<Attribute> columns = JoinNode.list((isRight ? children.last() : children.head()).output());
        Attribute geometry = isRight ? keys.last() : keys.head();
        return new GeometryRows.Source(
                columns.size(), JoinNode.indexOf(columns, geometry), geometry.name(), geometry.dataType());
    }

    /** Returns rows by their ids, then by their geometries. */
    private Rows sorted(SparkPlan side) {
        List<Attribute> columns = JoinNode.list(side.output());
        List<SortOrder> order = JoinNode.list(keys).subList(1, keys.length()).stream()
                .map(key -> new SortOrder(
                        new BoundReference(JoinNode.indexOf(columns, key), key.dataType(), true),
                        Ascending$.MODULE$,
                        Ascending$.MODULE$.defaultNullOrdering(),
                        JoinNode.seq(List.of())))
                .toList();
        InternalRow[] all = collected(side).toArray(InternalRow[]::new);
        Arrays.sort(all, new InterpretedOrdering(JoinNode.seq(order)));
        Rows rows = new Rows(columns.size());
        for (InternalRow row : all) {
            rows.add((UnsafeRow) row);
        }
        return rows;
    }

    /**
     * Collects a side that goes to every executor.
     *
     * @throws IllegalArgumentException if it is too large
     */
    private List<InternalRow> collected(SparkPlan side) {
        long max = SparkJoinOptions.geometryBytes(conf());
        List<InternalRow> all = new ArrayList<>();
        long bytes = 0;
        try {
            // Rows come compressed, and are unpacked one after the other.
            Iterator<InternalRow> rows = side.executeCollectIterator()._2();
            while (rows.hasNext()) {
                all.add(rows.next());
                bytes += ((UnsafeRow) all.getLast()).getSizeInBytes();
                if (bytes > max) {
                    throw tooLarge(
                            "it has more than " + max + " bytes, as spark.gyre.geometryBytes says, after " + all.size()
                                    + " rows",
                            null);
                }
            }
        } catch (Exception e) {
            if (String.valueOf(e.getMessage()).contains(MAX_RESULT)) {
                throw tooLarge(e.getMessage(), e);
            }
            throw e;
        }
        return all;
    }

    private static IllegalArgumentException tooLarge(String why, Exception causeOrNull) {
        return new IllegalArgumentException(
                "the right side of a join of geometries goes to every executor, by way of the driver, and is too large for that: "
                        + why
                        + "; let the smaller side be the right one, or raise the setting and the memory of driver and executors",
                causeOrNull);
    }

    @Override
    public String nodeName() {
        return "GyreGeometryJoin";
    }

    @Override
    public String simpleString(int maxFields) {
        return "GyreGeometryJoin " + spec.text() + ", the right side to every executor";
    }

    @Override
    public int productArity() {
        return elements().size();
    }

    @Override
    public Object productElement(int n) {
        return elements().get(n);
    }

    private List<Object> elements() {
        return List.of(spec, keys, output, children);
    }

    @Override
    public boolean canEqual(Object that) {
        return that instanceof GeometryExec;
    }

    /** Equal joins of equal plans are equal, so that Spark runs one of them where both are exchanged. */
    @Override
    public boolean equals(Object other) {
        return other instanceof GeometryExec same && elements().equals(same.elements());
    }

    @Override
    public int hashCode() {
        return Objects.hash(spec, children);
    }
}
