package dev.gyre.spark;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.AttributeSet$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import scala.Option;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A join in Spark's logical plan. Its children have the ids in the first column, then the numbers.
 *
 * <p>Not for callers: it is public, as its constructor is, because Spark copies nodes by reflection, from the elements of their product.
 */
public final class JoinNode extends LogicalPlan {

    private static final long serialVersionUID = 1;

    private final transient JoinSpec spec;
    private final transient SparkJoinOptions options;
    private final transient Seq<Attribute> output;
    private final transient Seq<LogicalPlan> children;

    /** Made by this package, and by Spark from the elements of the product. */
    public JoinNode(JoinSpec spec, SparkJoinOptions options, Seq<Attribute> output, Seq<LogicalPlan> children) {
        this.spec = spec;
        this.options = options;
        this.output = output;
        this.children = children;
    }

    /**
     * Makes the plan of a join, whose columns get new ids each time.
     *
     * @param children the left side, and the right side unless this is a self-join
     */
    static LogicalPlan of(JoinSpec spec, SparkJoinOptions options, List<LogicalPlan> children) {
        JoinNode node = new JoinNode(spec, options, seq(columns(spec)), seq(children));
        List<NamedExpression> named = new ArrayList<>();
        for (Attribute column : columnsOf(node)) {
            named.add(alias(column, column.name()));
        }
        return new Project(seq(named), node);
    }

    private static List<Attribute> columnsOf(JoinNode node) {
        return CollectionConverters.asJava(node.output);
    }

    private static List<Attribute> columns(JoinSpec spec) {
        DataType left = spec.left().idType();
        DataType right = spec.right().idType();
        return switch (spec.kind()) {
            case KNN ->
                List.of(
                        column("query_id", left),
                        column("rank", DataTypes.IntegerType),
                        column("neighbor_id", right),
                        column("distance", DataTypes.DoubleType));
            case RADIUS ->
                List.of(column("left_id", left), column("right_id", right), column("distance", DataTypes.DoubleType));
            case TOP_K ->
                List.of(
                        column("rank", DataTypes.IntegerType),
                        column("left_id", left),
                        column("right_id", right),
                        column("score", DataTypes.DoubleType),
                        column("distance", DataTypes.DoubleType));
            case BOX -> List.of(column("left_id", left), column("right_id", right));
        };
    }

    private static Attribute column(String name, DataType type) {
        return new AttributeReference(
                name, type, false, Metadata.empty(), NamedExpression$.MODULE$.newExprId(), seq(List.of()));
    }

    /** Gives a column a name and a new id. */
    static NamedExpression alias(Expression column, String name) {
        return new Alias(
                column, name, NamedExpression$.MODULE$.newExprId(), seq(List.of()), Option.empty(), seq(List.of()));
    }

    static <T> Seq<T> seq(List<T> list) {
        return CollectionConverters.asScala(list).toSeq();
    }

    JoinSpec spec() {
        return spec;
    }

    SparkJoinOptions options() {
        return options;
    }

    @Override
    public Seq<Attribute> output() {
        return output;
    }

    @Override
    public Seq<LogicalPlan> children() {
        return children;
    }

    /** Returns all columns of the children: all are needed, even if only a part of the result is used. */
    @Override
    public AttributeSet references() {
        return outputs(CollectionConverters.asJava(children));
    }

    static AttributeSet outputs(Collection<? extends QueryPlan<?>> children) {
        AttributeSet all = AttributeSet$.MODULE$.empty();
        for (QueryPlan<?> child : children) {
            all = all.$plus$plus(child.outputSet());
        }
        return all;
    }

    @Override
    public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> newChildren) {
        return new JoinNode(spec, options, output, newChildren);
    }

    @Override
    public String nodeName() {
        return "GyreJoin";
    }

    /** Returns the size, guessed from those of the sides: Spark decides by it what it broadcasts. */
    @Override
    public Statistics stats() {
        Statistics left = children.head().stats();
        Statistics right = children.last().stats();
        BigInteger rows = spec.rows(rows(left, children.head()), rows(right, children.last()));
        BigInteger bytes = rows.multiply(rowBytes(this)).max(BigInteger.ONE);
        return new Statistics(
                scala.math.BigInt.javaBigInteger2bigInt(bytes),
                Option.apply(scala.math.BigInt.javaBigInteger2bigInt(rows)),
                Statistics.apply$default$3(),
                false);
    }

    private static BigInteger rows(Statistics stats, LogicalPlan plan) {
        return stats.rowCount().isDefined()
                ? stats.rowCount().get().bigInteger()
                : stats.sizeInBytes().bigInteger().divide(rowBytes(plan)).max(BigInteger.ONE);
    }

    /** As Spark estimates rows: 8 bytes, and the default size of each column. */
    private static BigInteger rowBytes(LogicalPlan plan) {
        long bytes = Long.BYTES;
        for (Attribute column : CollectionConverters.asJava(plan.output())) {
            bytes += column.dataType().defaultSize();
        }
        return BigInteger.valueOf(bytes);
    }

    @Override
    public String simpleString(int maxFields) {
        return nodeName() + " " + spec.text() + ", method=" + options.method();
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
        return that instanceof JoinNode;
    }

    /** Equal joins of equal plans are equal, so that Spark finds the rows of a join that are cached. */
    @Override
    public boolean equals(Object other) {
        return other instanceof JoinNode same
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
