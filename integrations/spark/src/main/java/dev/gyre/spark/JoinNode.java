package dev.gyre.spark;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Ascending$;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.AttributeSet$;
import org.apache.spark.sql.catalyst.expressions.Descending$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.expressions.RowNumber;
import org.apache.spark.sql.catalyst.expressions.SortDirection;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.UnspecifiedFrame$;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.WindowSpecDefinition;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import scala.Option;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A join in Spark's logical plan: the columns of both sides, then what the join makes, such as rank and distance.
 *
 * <p>Not for callers: it is public, as its constructor is, because Spark copies nodes by reflection, from the elements of their product.
 */
public final class JoinNode extends LogicalPlan {

    private static final long serialVersionUID = 1;

    private final transient JoinSpec spec;
    private final transient SparkJoinOptions options;
    private final transient Seq<Attribute> left;
    private final transient Seq<Attribute> right;
    private final transient Seq<Attribute> copied;
    private final transient Seq<Attribute> copies;
    private final transient Seq<Attribute> made;
    private final transient Seq<LogicalPlan> children;

    /**
     * Made by this package, and by Spark from the elements of the product.
     *
     * @param left keys of the left side, which are columns of the first child: the id, if there is one, then the numbers
     * @param right keys of the right side; in a self-join, those of the left one
     * @param copied in a self-join, columns of the child that the right row has in the result
     * @param copies the same columns under other ids, because the left row has them, too
     * @param made columns that the join makes
     * @param children the left side, and the right side unless this is a self-join
     */
    public JoinNode(
            JoinSpec spec,
            SparkJoinOptions options,
            Seq<Attribute> left,
            Seq<Attribute> right,
            Seq<Attribute> copied,
            Seq<Attribute> copies,
            Seq<Attribute> made,
            Seq<LogicalPlan> children) {
        this.spec = spec;
        this.options = options;
        this.left = left;
        this.right = right;
        this.copied = copied;
        this.copies = copies;
        this.made = made;
        this.children = children;
    }

    /** Makes the node of a join, with new ids for what it makes. */
    static JoinNode of(JoinSpec spec, SparkJoinOptions options, JoinPlans left, JoinPlans right) {
        List<Attribute> copied = spec.self() ? columns(left) : List.of();
        List<Attribute> copies = copied.stream().map(Attribute::newInstance).toList();
        List<Attribute> made = switch (spec.kind()) {
            case KNN -> List.of(column("rank", DataTypes.IntegerType), column("distance", DataTypes.DoubleType));
            case RADIUS -> List.of(column("distance", DataTypes.DoubleType));
            case TOP_K -> List.of(column("score", DataTypes.DoubleType), column("distance", DataTypes.DoubleType));
            case BOX -> List.of();
        };
        return new JoinNode(
                spec,
                options,
                seq(left.keys()),
                seq(right.keys()),
                seq(copied),
                seq(copies),
                seq(made),
                seq(spec.self() ? List.of(left.plan()) : List.of(left.plan(), right.plan())));
    }

    private static Attribute column(String name, DataType type) {
        return new AttributeReference(
                name, type, true, Metadata.empty(), NamedExpression$.MODULE$.newExprId(), seq(List.of()));
    }

    /** Returns the plan of a join: ids and what the join makes, then the columns of both sides that are kept. */
    static LogicalPlan plan(JoinPlans left, JoinPlans other, JoinSpec spec, SparkJoinOptions options) {
        JoinPlans right = spec.self() ? left : other.apartFrom(left);
        JoinNode node = of(spec.withNulls(false, options.skipsNulls()), options, left, right);
        LogicalPlan named = named(node, left, right);
        return spec.kind() == JoinSpec.Kind.TOP_K ? best(named, spec) : named;
    }

    /** Chooses the best of the pairs that the tasks found: by score, then by left id, then by right id. */
    private static LogicalPlan best(LogicalPlan found, JoinSpec spec) {
        List<Attribute> columns = list(found.output());
        SortDirection byScore = spec.score().isAscending() ? Ascending$.MODULE$ : Descending$.MODULE$;
        List<SortOrder> order = List.of(
                order(columns.get(2), byScore),
                order(columns.get(0), Ascending$.MODULE$),
                order(columns.get(1), Ascending$.MODULE$));
        NamedExpression rank = alias(
                new WindowExpression(
                        new RowNumber(),
                        new WindowSpecDefinition(seq(List.of()), seq(order), UnspecifiedFrame$.MODULE$)),
                "rank");
        List<NamedExpression> ranked = new ArrayList<>(List.of(rank));
        ranked.addAll(columns);
        LogicalPlan all = new Project(seq(ranked), found);
        return new Filter(
                new LessThanOrEqual(
                        new AttributeReference(
                                "rank", DataTypes.IntegerType, false, Metadata.empty(), rank.exprId(), seq(List.of())),
                        new Literal(spec.k(), DataTypes.IntegerType)),
                all);
    }

    private static SortOrder order(Attribute column, SortDirection direction) {
        return new SortOrder(column, direction, direction.defaultNullOrdering(), seq(List.of()));
    }

    private static LogicalPlan named(JoinNode node, JoinPlans left, JoinPlans right) {
        List<Attribute> rights = node.spec.self() ? list(node.copies) : columns(right);
        boolean isKnn = node.spec.kind() == JoinSpec.Kind.KNN;
        String leftName = isKnn ? "query" : "left";
        String rightName = isKnn ? "neighbor" : "right";
        List<NamedExpression> named = new ArrayList<>();
        List<Attribute> made = list(node.made);
        named.add(renamed(left.id(), leftName + "_id"));
        if (isKnn) {
            named.add(renamed(made.get(0), "rank"));
        }
        named.add(renamed(rights.get(0), rightName + "_id"));
        made.subList(isKnn ? 1 : 0, made.size()).forEach(column -> named.add(renamed(column, column.name())));
        left.kept().forEach(column -> named.add(renamed(column, leftName + "_" + column.name())));
        rights.subList(1, rights.size()).forEach(column -> named.add(renamed(column, rightName + "_" + column.name())));
        return new Project(seq(named), node);
    }

    private static List<Attribute> columns(JoinPlans side) {
        List<Attribute> columns = new ArrayList<>(List.of(side.id()));
        columns.addAll(side.kept());
        return columns;
    }

    private static NamedExpression renamed(Attribute column, String name) {
        return alias(column, name);
    }

    /** Gives a column a name and a new id. */
    static NamedExpression alias(Expression column, String name) {
        return new Alias(
                column, name, NamedExpression$.MODULE$.newExprId(), seq(List.of()), Option.empty(), seq(List.of()));
    }

    static <T> Seq<T> seq(List<T> list) {
        return CollectionConverters.asScala(list).toSeq();
    }

    static <T> List<T> list(Seq<T> seq) {
        return CollectionConverters.asJava(seq);
    }

    /** Returns the columns of a join of some plans. */
    static Seq<Attribute> columns(
            JoinSpec spec, Seq<? extends QueryPlan<?>> children, Seq<Attribute> copies, Seq<Attribute> made) {
        List<Attribute> all = new ArrayList<>(list(children.head().output()));
        if (spec.self()) {
            all.addAll(list(copies));
        } else {
            list(children.last().output())
                    .forEach(column -> all.add(spec.outer() ? column.withNullability(true) : column));
        }
        all.addAll(list(made));
        return seq(all);
    }

    /** Returns the columns that a join reads: its keys; and in a self-join all, because Spark does not know what stands for what. */
    static AttributeSet references(
            JoinSpec spec, Seq<? extends QueryPlan<?>> children, Seq<Attribute> left, Seq<Attribute> right) {
        AttributeSet all = AttributeSet$.MODULE$.empty();
        for (Attribute key : list(left)) {
            all = all.$plus(key);
        }
        for (Attribute key : list(right)) {
            all = all.$plus(key);
        }
        return spec.self() ? all.$plus$plus(children.head().outputSet()) : all;
    }

    /** Returns the physical plan of this join, with some of its columns. */
    JoinExec planned(Seq<NamedExpression> columns, Seq<SparkPlan> planned) {
        return new JoinExec(spec, options, left, right, copied, copies, made, columns, planned);
    }

    @Override
    public Seq<Attribute> output() {
        return columns(spec, children, copies, made);
    }

    @Override
    public Seq<LogicalPlan> children() {
        return children;
    }

    @Override
    public AttributeSet references() {
        return references(spec, children, left, right);
    }

    @Override
    public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> newChildren) {
        return new JoinNode(spec, options, left, right, copied, copies, made, newChildren);
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
        return 8;
    }

    @Override
    public Object productElement(int n) {
        return elements().get(n);
    }

    private List<Object> elements() {
        return List.of(spec, options, left, right, copied, copies, made, children);
    }

    @Override
    public boolean canEqual(Object that) {
        return that instanceof JoinNode;
    }

    /** Equal joins of equal plans are equal, so that Spark finds the rows of a join that are cached. */
    @Override
    public boolean equals(Object other) {
        return other instanceof JoinNode same && elements().equals(same.elements());
    }

    @Override
    public int hashCode() {
        return Objects.hash(spec, children);
    }
}
