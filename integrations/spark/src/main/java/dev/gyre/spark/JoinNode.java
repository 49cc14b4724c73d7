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
import org.apache.spark.sql.catalyst.plans.logical.Filter;
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
 * A join in Spark's logical plan: the columns of both sides, then what the join makes, such as rank and distance. Clusters have those of the
 * points, and counts of pairs none.
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
        List<Attribute> copied = spec.self() && !spec.kind().isOfAnswers() ? left.columns() : List.of();
        List<Attribute> made = switch (spec.kind()) {
            case KNN -> List.of(column("rank", DataTypes.IntegerType), column("distance", DataTypes.DoubleType));
            case RADIUS -> List.of(column("distance", DataTypes.DoubleType));
            case TOP_K -> List.of(column("score", DataTypes.DoubleType), column("distance", DataTypes.DoubleType));
            case BOX -> List.of();
            case DBSCAN -> List.of(column("cluster", DataTypes.IntegerType), column("core", DataTypes.BooleanType));
            case PAIR_COUNTS -> List.of(column("radius", DataTypes.DoubleType), column("pairs", DataTypes.LongType));
        };
        return new JoinNode(
                spec,
                options,
                seq(left.keys()),
                seq(right.keys()),
                seq(copied),
                seq(copied.stream().map(Attribute::newInstance).toList()),
                seq(made),
                seq(spec.self() ? List.of(left.plan()) : List.of(left.plan(), right.plan())));
    }

    static Attribute column(String name, DataType type) {
        return new AttributeReference(
                name, type, true, Metadata.empty(), NamedExpression$.MODULE$.newExprId(), seq(List.of()));
    }

    /** Returns the plan of a join: ids and what the join makes, then the columns of both sides that are kept. */
    static LogicalPlan plan(JoinPlans left, JoinPlans other, JoinSpec spec, SparkJoinOptions options) {
        JoinPlans right = spec.self() ? left : other.apartFrom(left);
        JoinNode node = of(spec.withNulls(false, options.skipsNulls()), options, left, right);
        LogicalPlan named = node.named(left, right);
        return spec.kind() == JoinSpec.Kind.TOP_K ? best(named, spec) : named;
    }

    private LogicalPlan named(JoinPlans lefts, JoinPlans rights) {
        List<Attribute> rightColumns = spec.self() ? list(copies) : rights.columns();
        boolean isKnn = spec.kind() == JoinSpec.Kind.KNN;
        String leftName = isKnn ? "query_" : "left_";
        String rightName = isKnn ? "neighbor_" : "right_";
        List<Attribute> results = list(made);
        List<NamedExpression> named = new ArrayList<>();
        if (spec.kind().isOfAnswers()) {
            boolean hasRows = spec.kind() == JoinSpec.Kind.DBSCAN;
            lefts.ids().stream().filter(id -> hasRows).forEach(id -> named.add(alias(id, "id")));
            named.addAll(results);
            lefts.kept().stream().filter(column -> hasRows).forEach(named::add);
            return new Project(seq(named), this);
        }
        lefts.ids().forEach(id -> named.add(alias(id, leftName + "id")));
        if (isKnn) {
            named.add(alias(results.get(0), "rank"));
        }
        int ids = rights.ids().size();
        rightColumns.subList(0, ids).forEach(id -> named.add(alias(id, rightName + "id")));
        results.subList(isKnn ? 1 : 0, results.size()).forEach(column -> named.add(alias(column, column.name())));
        lefts.kept().forEach(column -> named.add(alias(column, leftName + column.name())));
        rightColumns
                .subList(ids, rightColumns.size())
                .forEach(column -> named.add(alias(column, rightName + column.name())));
        return new Project(seq(named), this);
    }

    /** Chooses the best of the pairs that the tasks found: by score, then by left id, then by right id. */
    private static LogicalPlan best(LogicalPlan found, JoinSpec spec) {
        List<Attribute> columns = list(found.output());
        SortDirection byScore = spec.score().isAscending() ? Ascending$.MODULE$ : Descending$.MODULE$;
        List<SortOrder> order = List.of(
                order(columns.get(2), byScore),
                order(columns.get(0), Ascending$.MODULE$),
                order(columns.get(1), Ascending$.MODULE$));
        List<NamedExpression> ranked = new ArrayList<>(columns);
        ranked.add(
                0,
                alias(
                        new WindowExpression(
                                new RowNumber(),
                                new WindowSpecDefinition(seq(List.of()), seq(order), UnspecifiedFrame$.MODULE$)),
                        "rank"));
        LogicalPlan all = new Project(seq(ranked), found);
        return new Filter(new LessThanOrEqual(all.output().head(), new Literal(spec.k(), DataTypes.IntegerType)), all);
    }

    private static SortOrder order(Attribute column, SortDirection direction) {
        return new SortOrder(column, direction, direction.defaultNullOrdering(), seq(List.of()));
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

    JoinSpec spec() {
        return spec;
    }

    SparkJoinOptions options() {
        return options;
    }

    /** {@return the keys of the left or the right side} */
    List<Attribute> keys(boolean ofRight) {
        return list(ofRight ? right : left);
    }

    /** Returns the column of the child that a copy stands for; any other column itself. */
    Attribute original(Attribute column) {
        int copy = indexOf(list(copies), column);
        return copy < 0 ? column : copied.apply(copy);
    }

    /** Returns where a column is among others, or -1. */
    static int indexOf(List<Attribute> columns, Attribute column) {
        return columns.stream().map(Attribute::exprId).toList().indexOf(column.exprId());
    }

    List<Attribute> made() {
        return list(made);
    }

    @Override
    public Seq<Attribute> output() {
        if (spec.kind() == JoinSpec.Kind.PAIR_COUNTS) {
            return made;
        }
        List<Attribute> all = new ArrayList<>(list(children.head().output()));
        if (spec.self()) {
            all.addAll(list(copies));
        } else {
            list(children.last().output())
                    .forEach(column -> all.add(spec.outer() ? column.withNullability(true) : column));
        }
        all.addAll(made());
        return seq(all);
    }

    @Override
    public Seq<LogicalPlan> children() {
        return children;
    }

    /** The keys; in a self-join all columns, because the right row may need those that the left one does not. */
    @Override
    public AttributeSet references() {
        List<Expression> keys = new ArrayList<>(list(left));
        keys.addAll(list(right));
        AttributeSet all = AttributeSet$.MODULE$.apply(seq(keys));
        return spec.self() ? all.$plus$plus(children.head().outputSet()) : all;
    }

    @Override
    public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> newChildren) {
        return new JoinNode(spec, options, left, right, copied, copies, made, newChildren);
    }

    @Override
    public String nodeName() {
        return "GyreJoin";
    }

    /**
     * Returns the size, guessed from those of the sides: Spark decides by it what it broadcasts. Where nobody knows the number of pairs, the
     * size is above Spark's limit unless all pairs are below it. With adaptive execution Spark decides again when it knows the size.
     */
    @Override
    public Statistics stats() {
        BigInteger lefts = rows(children.head());
        BigInteger rights = rows(children.last());
        BigInteger rows = spec.rows(lefts, rights);
        BigInteger bytes = rows.multiply(rowBytes(this)).max(BigInteger.ONE);
        if (spec.kind() == JoinSpec.Kind.RADIUS || spec.kind() == JoinSpec.Kind.BOX) {
            BigInteger broadcast = BigInteger.valueOf(conf().autoBroadcastJoinThreshold() + 1);
            bytes = bytes.max(broadcast.min(lefts.multiply(rights).multiply(rowBytes(this))));
        }
        return new Statistics(
                scala.math.BigInt.javaBigInteger2bigInt(bytes),
                Option.apply(scala.math.BigInt.javaBigInteger2bigInt(rows)),
                Statistics.apply$default$3(),
                false);
    }

    private static BigInteger rows(LogicalPlan plan) {
        Statistics stats = plan.stats();
        return stats.rowCount().isDefined()
                ? stats.rowCount().get().bigInteger()
                : stats.sizeInBytes().bigInteger().divide(rowBytes(plan)).max(BigInteger.ONE);
    }

    /** As Spark estimates rows: 8 bytes, and the default size of each column. */
    private static BigInteger rowBytes(LogicalPlan plan) {
        return BigInteger.valueOf(Long.BYTES
                + list(plan.output()).stream()
                        .mapToLong(column -> column.dataType().defaultSize())
                        .sum());
    }

    @Override
    public String simpleString(int maxFields) {
        return text(spec, options);
    }

    static String text(JoinSpec spec, SparkJoinOptions options) {
        return "GyreJoin " + spec.text() + ", method=" + options.method();
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
