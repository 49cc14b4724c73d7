package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
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

    // Not transient: Spark sends plans to tasks that need a part of them, such as a join around this one.
    private final JoinSpec spec;
    private final transient SparkJoinOptions options;
    private final Seq<Attribute> left;
    private final Seq<Attribute> right;
    private final Seq<Attribute> copied;
    private final Seq<Attribute> copies;
    private final Seq<Attribute> made;
    private final Seq<NamedExpression> columns;
    private final Seq<SparkPlan> children;
    private Counters counters;
    private transient JoinRun.Result result;
    private transient String planned = "";

    /**
     * Made by this package, and by Spark from the elements of the product.
     *
     * @param columns columns of the result: those of a {@link JoinNode}, under their own or other names
     */
    public JoinExec(
            JoinSpec spec,
            SparkJoinOptions options,
            Seq<Attribute> left,
            Seq<Attribute> right,
            Seq<Attribute> copied,
            Seq<Attribute> copies,
            Seq<Attribute> made,
            Seq<NamedExpression> columns,
            Seq<SparkPlan> children) {
        this.spec = spec;
        this.options = options;
        this.left = left;
        this.right = right;
        this.copied = copied;
        this.copies = copies;
        this.made = made;
        this.columns = columns;
        this.children = children;
    }

    synchronized Counters counters() {
        if (counters == null) {
            counters = Counters.of(sparkContext());
        }
        return counters;
    }

    /** {@return the method and the reason for it, or an empty text before the join ran} */
    synchronized String plan() {
        return planned == null ? "" : planned;
    }

    @Override
    public Seq<Attribute> output() {
        return JoinNode.seq(JoinNode.list(columns).stream()
                .map(NamedExpression::toAttribute)
                .toList());
    }

    @Override
    public Seq<SparkPlan> children() {
        return children;
    }

    @Override
    public AttributeSet references() {
        return JoinNode.references(spec, children, left, right);
    }

    @Override
    public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
        return new JoinExec(spec, options, left, right, copied, copies, made, columns, newChildren);
    }

    @Override
    public Map<String, SQLMetric> metrics() {
        return Map.from(CollectionConverters.asScala(counters().byName()));
    }

    @Override
    public synchronized RDD<InternalRow> doExecute() {
        if (result == null) {
            ExecutorEngine.closeWith(sparkContext());
            JavaRDD<InternalRow> lefts = children.head().execute().toJavaRDD();
            JavaRDD<InternalRow> rights =
                    spec.self() ? lefts : children.last().execute().toJavaRDD();
            result = new JoinRun(sparkContext(), options, output(children.last()), counters())
                    .run(source(false, lefts), source(true, rights), lefts, rights);
            planned = result.plan().method() + ": " + result.plan().why();
            releaseAfterQuery();
        }
        return result.rows().rdd();
    }

    private Source source(boolean isRight, JavaRDD<InternalRow> rows) {
        List<Attribute> all = JoinNode.list((isRight ? children.last() : children.head()).output());
        List<Integer> keys = new ArrayList<>();
        for (Attribute key : JoinNode.list(isRight ? right : left)) {
            keys.add(place(all, key.exprId()));
        }
        boolean hasId = (isRight ? spec.right() : spec.left()).idType() != null;
        List<DataType> types = all.stream().map(Attribute::dataType).toList();
        return new Source(
                spec, isRight, hasId ? keys.get(0) : -1, List.copyOf(keys.subList(hasId ? 1 : 0, keys.size())), types);
    }

    /** Binds the columns of the result to a row of the left side, one of the right side and what the join makes. */
    private Output output(SparkPlan rightPlan) {
        List<Attribute> all = new ArrayList<>(JoinNode.list(children.head().output()));
        int lefts = all.size();
        List<Attribute> rights = JoinNode.list(rightPlan.output());
        List<ExprId> ids = new ArrayList<>(all.stream().map(Attribute::exprId).toList());
        // The columns of the right row of a self-join have other ids than those of the left one.
        rights.forEach(column -> ids.add(spec.self() ? null : column.exprId()));
        JoinNode.list(made).forEach(column -> ids.add(column.exprId()));
        List<Expression> bound = new ArrayList<>();
        for (NamedExpression column : JoinNode.list(columns)) {
            Attribute from = column instanceof Alias alias ? (Attribute) alias.child() : (Attribute) column;
            int place = ids.indexOf(from.exprId());
            int copy = place(JoinNode.list(copies), from.exprId());
            if (copy >= 0) {
                place = lefts + place(rights, copied.apply(copy).exprId());
            }
            boolean nullable = from.nullable() || spec.outer() && place >= lefts;
            bound.add(new BoundReference(place, from.dataType(), nullable));
        }
        return new Output(spec, JoinNode.seq(bound), rights.size());
    }

    private static int place(List<Attribute> columns, ExprId id) {
        return columns.stream().map(Attribute::exprId).toList().indexOf(id);
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
            result.kept().forEach(rows -> rows.unpersist(false));
            result = null;
        }
    }

    @Override
    public String nodeName() {
        return "GyreJoin";
    }

    @Override
    public String simpleString(int maxFields) {
        return nodeName() + " " + spec.text() + ", method=" + options.method()
                + (plan().isEmpty() ? ", planned by the sizes when it runs" : ", ran as " + plan());
    }

    @Override
    public int productArity() {
        return 9;
    }

    @Override
    public Object productElement(int n) {
        return elements().get(n);
    }

    private List<Object> elements() {
        return List.of(spec, options, left, right, copied, copies, made, columns, children);
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
