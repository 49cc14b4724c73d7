package dev.gyre.spark;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A side of a join in Spark's logical plan.
 *
 * @param plan a plan with the keys and the columns that are kept
 * @param side what the keys are
 * @param keys the id, if there is one, then the numbers as {@code double}, or an array of them, or a vector
 * @param kept further columns that come with a match
 */
record JoinPlans(LogicalPlan plan, JoinSpec.Side side, List<Attribute> keys, List<Attribute> kept) {

    /**
     * Prepares a side: ids in the first column, then coordinates. They are columns of numbers; or one array, struct or vector, after which
     * other columns may follow, which come with a match, and before which there need be no ids.
     *
     * @param plan an analyzed plan
     * @param scores number of columns of scores after the coordinates: 0 or 1
     * @throws IllegalArgumentException if there are too few columns, or if the type of one is not supported; the message names it
     */
    static JoinPlans of(LogicalPlan plan, int scores) {
        List<Attribute> columns = CollectionConverters.asJava(plan.output());
        int ids = !columns.isEmpty() && isPoint(columns.get(0).dataType()) ? 0 : 1;
        if (columns.size() <= ids) {
            throw new IllegalArgumentException("a side of a join needs ids, then coordinates: columns=" + columns);
        }
        boolean isPoint = isPoint(columns.get(ids).dataType());
        int numbers = isPoint ? Math.min(columns.size(), ids + 1 + scores) : columns.size();
        return of(
                plan,
                ids == 0 ? null : columns.get(0),
                true,
                columns.subList(ids, numbers),
                columns.subList(numbers, columns.size()));
    }

    /** Returns whether a column has all coordinates of a point. */
    static boolean isPoint(DataType type) {
        return type instanceof ArrayType array && array.elementType() instanceof NumericType
                || isVector(type)
                || type instanceof StructType struct
                        && List.of(struct.fields()).stream().allMatch(field -> field.dataType() instanceof NumericType);
    }

    /** The vectors of both of Spark's packages for machine learning are alike. */
    private static boolean isVector(DataType type) {
        return type instanceof UserDefinedType<?> && type.typeName().equals("vector");
    }

    /**
     * Prepares a side.
     *
     * @param id the ids, or null
     * @param needsId whether ids may not be null
     * @param numbers the coordinates, any expressions, then scores
     * @param kept further columns that come with a match
     */
    static JoinPlans of(
            LogicalPlan plan,
            Expression id,
            boolean needsId,
            List<? extends Expression> numbers,
            List<Attribute> kept) {
        if (plan.isStreaming()) {
            throw new IllegalArgumentException("streams cannot be joined: a side of a join needs all of its rows");
        }
        List<Expression> keys = new ArrayList<>(id == null ? List.of() : List.of(id));
        int ids = keys.size();
        keys.addAll(coordinates(numbers.get(0)));
        numbers.subList(1, numbers.size()).forEach(each -> keys.add(number(each)));
        DataType first = keys.get(ids).dataType();
        List<String> names = keys.stream().map(JoinPlans::name).toList();
        JoinSpec.Side side = new JoinSpec.Side(
                id == null ? "" : names.get(0),
                id == null ? null : id.dataType(),
                needsId,
                List.copyOf(names.subList(ids, names.size())),
                isVector(first)
                        ? JoinSpec.Form.VECTOR
                        : first instanceof ArrayType ? JoinSpec.Form.ARRAY : JoinSpec.Form.COLUMNS);
        if (id != null && !JoinSpec.Side.isId(id.dataType())) {
            throw new IllegalArgumentException("ids must be byte, short, int, long, date, timestamp or string: column="
                    + side.id() + ", type=" + id.dataType().simpleString());
        }
        List<NamedExpression> columns = keys.stream()
                .map(key -> key instanceof Attribute column ? column : JoinNode.alias(key, name(key)))
                .toList();
        Set<NamedExpression> all = new LinkedHashSet<>(columns);
        all.addAll(kept);
        return new JoinPlans(
                new Project(JoinNode.seq(List.copyOf(all)), plan),
                side,
                columns.stream().map(NamedExpression::toAttribute).toList(),
                List.copyOf(kept));
    }

    private static String name(Expression key) {
        return key instanceof Cast cast
                ? name(cast.child())
                : key instanceof NamedExpression named ? named.name() : key.sql();
    }

    /** Returns the coordinates of a point: a {@code double} for each, or one array of them, or one vector; or a coordinate itself. */
    static List<Expression> coordinates(Expression point) {
        if (point instanceof CreateArray array) {
            return JoinNode.list(array.children()).stream()
                    .map(JoinPlans::number)
                    .toList();
        }
        if (!isPoint(point.dataType())) {
            return List.of(number(point));
        }
        if (point.dataType() instanceof StructType struct) {
            return IntStream.range(0, struct.fields().length)
                    .mapToObj(field ->
                            number(new GetStructField(point, field, Option.apply(struct.fields()[field].name()))))
                    .toList();
        }
        return List.of(
                point.dataType() instanceof ArrayType array
                        ? cast(point, DataTypes.createArrayType(DataTypes.DoubleType, array.containsNull()))
                        : point);
    }

    private static Expression number(Expression number) {
        if (!(number.dataType() instanceof NumericType)) {
            throw new IllegalArgumentException("coordinates must be numbers: column=" + name(number) + ", type="
                    + number.dataType().simpleString());
        }
        return cast(number, DataTypes.DoubleType);
    }

    private static Expression cast(Expression key, DataType type) {
        return key.dataType().equals(type) ? key : new Cast(key, type, Option.empty(), EvalMode.LEGACY());
    }

    /**
     * Returns this side with columns of its own, if it has some of another one, as where both read the same table. The names of the new
     * columns differ from those of the old ones, because Spark takes away names that it finds superfluous.
     */
    JoinPlans apartFrom(JoinPlans other) {
        Set<ExprId> others = new HashSet<>();
        JoinNode.list(other.plan.output()).forEach(column -> others.add(column.exprId()));
        List<Attribute> columns = JoinNode.list(plan.output());
        if (columns.stream().noneMatch(column -> others.contains(column.exprId()))) {
            return this;
        }
        Map<ExprId, NamedExpression> own = new LinkedHashMap<>();
        columns.forEach(column -> own.put(column.exprId(), JoinNode.alias(column, "right." + column.name())));
        Function<Attribute, Attribute> toOwn =
                column -> own.get(column.exprId()).toAttribute().withName(column.name());
        return new JoinPlans(
                new Project(JoinNode.seq(List.copyOf(own.values())), plan),
                side,
                keys.stream().map(toOwn).toList(),
                kept.stream().map(toOwn).toList());
    }

    /** {@return the id, or nothing} */
    List<Attribute> ids() {
        return keys.subList(0, side.idType() == null ? 0 : 1);
    }

    /** {@return the id, if there is one, then the columns that are kept} */
    List<Attribute> columns() {
        return Stream.concat(ids().stream(), kept.stream()).toList();
    }

    /**
     * Returns the dimensions of this side and another one, or 0 if only the data tells.
     *
     * @param scores number of columns of scores
     * @throws IllegalArgumentException if they differ
     */
    int commonDims(JoinPlans right, int scores) {
        int left = dims(scores);
        int rights = right.dims(scores);
        if (left != rights && left != 0 && rights != 0) {
            throw new IllegalArgumentException("both sides must have the same dimensions: left=" + side.columns()
                    + ", right=" + right.side.columns());
        }
        return Math.max(left, rights);
    }

    private int dims(int scores) {
        int numbers = side.columns().size();
        if (numbers <= scores) {
            throw new IllegalArgumentException(
                    "a side of a top-k join needs ids, coordinates and scores: columns=" + side.columns());
        }
        return side.form() == JoinSpec.Form.COLUMNS ? numbers - scores : 0;
    }

    /**
     * Returns the dimensions of boxes.
     *
     * @throws IllegalArgumentException if the number of columns is odd
     */
    int dimsOfBoxes() {
        if (side.form() != JoinSpec.Form.COLUMNS || side.columns().size() % 2 != 0) {
            throw new IllegalArgumentException("boxes need as many lower as upper bounds: columns=" + side.columns());
        }
        return side.columns().size() / 2;
    }
}
