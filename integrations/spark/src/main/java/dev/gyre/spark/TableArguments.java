package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FunctionTableSubqueryArgumentExpression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.FunctionBuilderBase;
import org.apache.spark.sql.catalyst.plans.logical.FunctionSignature;
import org.apache.spark.sql.catalyst.plans.logical.InputParameter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.catalyst.trees.Origin;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Arguments of a function of SQL, by name or in their order. Errors are those of Spark, with a condition and the place of the call. */
final class TableArguments {

    /** Spark's condition for arguments that a function cannot have; its message has the reason, also in a client of Spark Connect. */
    private static final String REFUSED = "DATATYPE_MISMATCH.TYPE_CHECK_FAILURE_WITH_HINT";

    private final String function;
    private final List<String> names;
    private final List<Expression> values;

    /**
     * Finds the value of each parameter.
     *
     * @param function name of the function
     * @param names names of its parameters
     * @param needed how many of them must be given; the others are null
     * @param all the arguments
     */
    TableArguments(String function, List<String> names, int needed, Seq<Expression> all) {
        this.function = function;
        this.names = names;
        List<InputParameter> parameters = new ArrayList<>();
        for (String name : names) {
            boolean isNeeded = parameters.size() < needed;
            Literal missing = new Literal(null, DataTypes.NullType);
            parameters.add(new InputParameter(name, isNeeded ? Option.empty() : Option.apply(missing)));
        }
        FunctionBuilderBase<TableArguments> signature = new FunctionBuilderBase<>() {
            @Override
            public Option<FunctionSignature> functionSignature() {
                return Option.apply(new FunctionSignature(JoinNode.seq(parameters)));
            }

            @Override
            public TableArguments build(String name, Seq<Expression> arguments) {
                return TableArguments.this;
            }
        };
        this.values = JoinNode.list(FunctionRegistry.rearrangeExpressions(function, signature, all));
    }

    /**
     * Makes a part of a plan, and turns what is refused into an error of Spark.
     *
     * @param origin where the function is called, if Spark does not add it to errors
     */
    static <T> T refusing(String function, Origin origin, Supplier<T> part) {
        try {
            return part.get();
        } catch (IllegalArgumentException e) {
            Map<String, String> refused = Map.of("sqlExpr", "\"" + function + "\"", "msg", e.getMessage(), "hint", "");
            throw TableArguments.<RuntimeException>error(REFUSED, refused, origin, e);
        }
    }

    /** Throws an error of Spark, which is an exception that Scala does not declare. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException error(
            String condition, Map<String, String> parameters, Origin origin, Exception cause) throws T {
        throw (T) new AnalysisException(
                        condition,
                        scala.collection.immutable.Map.from(CollectionConverters.asScala(parameters)),
                        Option.apply(cause))
                .withPosition(origin);
    }

    /** Returns the plan of a table. */
    LogicalPlan table(int parameter) {
        if (!(values.get(parameter) instanceof FunctionTableSubqueryArgumentExpression table)) {
            throw new IllegalArgumentException("a table is needed here: parameter=" + names.get(parameter)
                    + ", as in TABLE(name) or TABLE(SELECT id, x, y FROM name)");
        }
        if (table.hasRepartitioning() || !table.orderByExpressions().isEmpty()) {
            throw new IllegalArgumentException(
                    "a table may not have PARTITION BY, WITH SINGLE PARTITION or ORDER BY: parameter="
                            + names.get(parameter));
        }
        return table.plan();
    }

    /** Returns a constant as text, or another text if it is not given, or null. */
    String text(String name, String other) {
        Object constant = constant(name, DataTypes.StringType);
        return constant == null ? other : constant.toString();
    }

    double[] numbers(String name) {
        DataType type = DataTypes.createArrayType(DataTypes.DoubleType);
        Object constant = constant(name, type);
        Expression value = values.get(names.indexOf(name));
        boolean isRight = constant instanceof ArrayData array
                && ((ArrayType) value.dataType()).elementType() instanceof NumericType
                && IntStream.range(0, array.numElements()).noneMatch(array::isNullAt);
        if (!isRight) {
            throw new IllegalArgumentException(name + " must be an array of numbers: " + name + "=" + value.sql());
        }
        return ((ArrayData) new Cast(value, type, Option.empty(), EvalMode.LEGACY()).eval(null)).toDoubleArray();
    }

    double number(String name) {
        return parsed(name, DataTypes.DoubleType, "a number", Double::parseDouble);
    }

    int whole(String name) {
        return parsed(name, DataTypes.IntegerType, "a whole number", Integer::parseInt);
    }

    private <T> T parsed(String name, DataType type, String what, Function<String, T> parser) {
        String text = String.valueOf(constant(name, type));
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be " + what + ": " + name + "=" + text, e);
        }
    }

    private Object constant(String name, DataType type) {
        Expression value = values.get(names.indexOf(name));
        if (!value.foldable()) {
            throw TableArguments.<RuntimeException>error(
                    "NON_FOLDABLE_ARGUMENT",
                    Map.of(
                            "funcName", "`" + function + "`",
                            "paramName", "`" + name + "`",
                            "paramType", "\"" + type.sql() + "\""),
                    CurrentOrigin.get(),
                    null);
        }
        return value.eval(null);
    }

    Metric metric() {
        return Metric.named(text("metric", Metric.EUCLIDEAN.name()));
    }
}
