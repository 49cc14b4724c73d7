package dev.gyre.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;
import org.apache.spark.sql.types.DataType;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A join in Spark's physical plan. Its jobs start when the plan is executed. What it keeps on the executors goes with the end of the
 * query; the next query of the same plan runs it again.
 *
 * <p>Not for callers: it is public, as its constructor is, because Spark copies nodes by reflection, from the elements of their product.
 */
@SuppressWarnings("serial")
public final class JoinExec extends SparkPlan {

    private static final long serialVersionUID = 1;

    /** Places of columns of the left and the right row; a column that the join makes has its index. */
    static final int LEFT = -1;

    static final int RIGHT = -2;

    private final JoinSpec spec;
    // Spark sends plans to tasks that need a part of them, such as a join around this one, whose tasks ask for the
    // columns of the result.
    private final transient SparkJoinOptions options;
    private final transient Seq<Attribute> leftKeys;
    private final transient Seq<Attribute> rightKeys;
    private final transient List<Integer> places;
    private final transient Seq<Attribute> columns;
    private final Seq<Attribute> output;
    private final Seq<SparkPlan> children;
    private transient java.util.Map<Counter, SQLMetric> counters;
    private transient JoinRun.Result result;
    private transient String planned;

    /**
     * Made by this package, and by Spark from the elements of the product.
     *
     * @param leftKeys keys of the left side, as in {@link JoinNode}
     * @param rightKeys keys of the right side
     * @param places where each column comes from
     * @param columns the columns of a child, or that the join makes
     * @param output the same columns, under their own or other ids
     */
    public JoinExec(
            JoinSpec spec,
            SparkJoinOptions options,
            Seq<Attribute> leftKeys,
            Seq<Attribute> rightKeys,
            List<Integer> places,
            Seq<Attribute> columns,
            Seq<Attribute> output,
            Seq<SparkPlan> children) {
        this.spec = spec;
        this.options = options;
        this.leftKeys = leftKeys;
        this.rightKeys = rightKeys;
        this.places = places;
        this.columns = columns;
        this.output = output;
        this.children = children;
    }

    synchronized java.util.Map<Counter, SQLMetric> counters() {
        if (counters == null) {
            counters = Counter.all(sparkContext());
        }
        return counters;
    }

    /** {@return the method and the reason for it, or an empty text before the join ran} */
    synchronized String plan() {
        return planned == null ? "" : planned;
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
        return new JoinExec(spec, options, leftKeys, rightKeys, places, columns, output, newChildren);
    }

    @Override
    public Map<String, SQLMetric> metrics() {
        java.util.Map<String, SQLMetric> byName = new HashMap<>();
        counters().forEach((counter, metric) -> byName.put(counter.name(), metric));
        return Map.from(CollectionConverters.asScala(byName));
    }

    @Override
    public synchronized RDD<InternalRow> doExecute() {
        if (result == null) {
            ExecutorEngine.closeWith(sparkContext());
            JavaRDD<UnsafeRow> lefts = rows(children.head());
            JavaRDD<UnsafeRow> rights = spec.self() ? lefts : rows(children.last());
            result = new JoinRun(sparkContext(), options, columnsOfResult(), counters())
                    .run(source(false), source(true), lefts, rights);
            planned = result.plan().method() + ": " + result.plan().why();
            releaseAfterQuery();
        }
        return result.rows().rdd();
    }

    private static JavaRDD<UnsafeRow> rows(SparkPlan child) {
        return child.execute().toJavaRDD().map(UnsafeRow.class::cast);
    }

    private Source source(boolean isRight) {
        List<Attribute> all = JoinNode.list((isRight ? children.last() : children.head()).output());
        int[] keys = JoinNode.list(isRight ? rightKeys : leftKeys).stream()
                .mapToInt(key -> JoinNode.indexOf(all, key))
                .toArray();
        int ids = (isRight ? spec.right() : spec.left()).idType() == null ? 0 : 1;
        return new Source(
                spec,
                isRight,
                ids == 0 ? -1 : keys[0],
                Arrays.copyOfRange(keys, ids, keys.length),
                all.stream().map(Attribute::dataType).toArray(DataType[]::new));
    }

    private Output columnsOfResult() {
        List<Attribute> lefts = JoinNode.list(children.head().output());
        List<Attribute> rights = JoinNode.list(children.last().output());
        List<Output.Column> all = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Attribute column = columns.apply(i);
            boolean isFixed = UnsafeRow.isFixedLength(column.dataType());
            int slot = places.get(i);
            all.add(
                    switch (slot) {
                        case LEFT -> new Output.Column(Output.From.LEFT, JoinNode.indexOf(lefts, column), isFixed);
                        case RIGHT -> new Output.Column(Output.From.RIGHT, JoinNode.indexOf(rights, column), isFixed);
                        default -> new Output.Column(Output.From.MADE, slot, isFixed);
                    });
        }
        return new Output(spec, List.copyOf(all));
    }

    /** Executors with blocks are held, so the blocks go with the query. Without a query, as in {@code rdd}, they go with their last use. */
    private void releaseAfterQuery() {
        String query = sparkContext().getLocalProperty(SQLExecution.EXECUTION_ID_KEY());
        if (query == null) {
            return;
        }
        sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onOtherEvent(SparkListenerEvent event) {
                if (event instanceof SparkListenerSQLExecutionEnd end
                        && query.equals(Long.toString(end.executionId()))) {
                    sparkContext().removeSparkListener(this);
                    release();
                }
            }
        });
    }

    private synchronized void release() {
        if (result != null) {
            result.kept().forEach(Runnable::run);
            result = null;
        }
    }

    @Override
    public String nodeName() {
        return "GyreJoin";
    }

    @Override
    public String simpleString(int maxFields) {
        return JoinNode.text(spec, options)
                + (plan().isEmpty() ? ", planned by the sizes when it runs" : ", ran as " + plan());
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
        return List.of(spec, options, leftKeys, rightKeys, places, columns, output, children);
    }

    @Override
    public boolean canEqual(Object that) {
        return that instanceof JoinExec;
    }

    /** Equal joins of equal plans are equal, so that Spark runs one of them where both are exchanged. */
    @Override
    public boolean equals(Object other) {
        return other instanceof JoinExec same && elements().equals(same.elements());
    }

    @Override
    public int hashCode() {
        return Objects.hash(spec, children);
    }
}
