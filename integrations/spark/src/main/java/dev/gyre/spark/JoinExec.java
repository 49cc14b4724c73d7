package dev.gyre.spark;

import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A join in Spark's physical plan: columns in, columns out. Its jobs start when the plan is executed. Stages that ran are kept for the next
 * execution of the same plan.
 *
 * <p>Not for callers: it is public, as its constructor is, because Spark copies nodes by reflection, from the elements of their product.
 */
@SuppressWarnings("serial")
public final class JoinExec extends SparkPlan {

    private static final long serialVersionUID = 1;

    // Not transient: Spark sends plans to tasks that need a part of them, such as a join around this one.
    private final JoinSpec spec;
    private final transient SparkJoinOptions options;
    private final Seq<Attribute> output;
    private final Seq<SparkPlan> children;
    private final Counters counters;
    private transient JoinRun.Result result;

    /** Made by this package, and by Spark from the elements of the product. */
    public JoinExec(JoinSpec spec, SparkJoinOptions options, Seq<Attribute> output, Seq<SparkPlan> children) {
        this.spec = spec;
        this.options = options;
        this.output = output;
        this.children = children;
        this.counters = Counters.of(sparkContext());
    }

    Counters counters() {
        return counters;
    }

    /** {@return the method and the reason for it, or an empty text before the join ran} */
    synchronized String plan() {
        return result == null
                ? ""
                : result.plan().method() + ": " + result.plan().why();
    }

    @Override
    public Seq<Attribute> output() {
        return output;
    }

    @Override
    public Seq<SparkPlan> children() {
        return children;
    }

    @Override
    public AttributeSet references() {
        return JoinNode.outputs(CollectionConverters.asJava(children));
    }

    @Override
    public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
        return new JoinExec(spec, options, output, newChildren);
    }

    @Override
    public Map<String, SQLMetric> metrics() {
        return scala.collection.immutable.Map.from(CollectionConverters.asScala(counters.byName()));
    }

    @Override
    public boolean supportsColumnar() {
        return true;
    }

    @Override
    public RDD<InternalRow> doExecute() {
        throw new UnsupportedOperationException("a join of Gyre has columns, which Spark turns into rows");
    }

    @Override
    public synchronized RDD<ColumnarBatch> doExecuteColumnar() {
        if (result == null) {
            ExecutorEngine.closeWith(sparkContext());
            JavaRDD<ColumnarBatch> left = children.head().executeColumnar().toJavaRDD();
            JavaRDD<ColumnarBatch> right =
                    spec.self() ? left : children.apply(1).executeColumnar().toJavaRDD();
            result = new JoinRun(sparkContext(), spec, options, schema(), counters, left, right).run();
        }
        return result.rows().rdd();
    }

    @Override
    public String nodeName() {
        return "GyreJoin";
    }

    @Override
    public String simpleString(int maxFields) {
        String planned = plan();
        return nodeName() + " " + spec.text() + ", method=" + options.method()
                + (planned.isEmpty() ? ", planned by the sizes when it runs" : ", ran as " + planned);
    }

    @Override
    public int productArity() {
        return 4;
    }

    @Override
    public Object productElement(int n) {
        return switch (n) {
            case 0 -> spec;
            case 1 -> options;
            case 2 -> output;
            default -> children;
        };
    }

    @Override
    public boolean canEqual(Object that) {
        return that instanceof JoinExec;
    }

    /** Equal joins of equal plans are equal, so that Spark runs one of them where both are exchanged. */
    @Override
    public boolean equals(Object other) {
        return other instanceof JoinExec same
                && spec.equals(same.spec)
                && options.equals(same.options)
                && output.equals(same.output)
                && children.equals(same.children);
    }

    @Override
    public int hashCode() {
        return Objects.hash(spec, options.method(), output, children);
    }
}
