package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FunctionTableSubqueryArgumentExpression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.FunctionBuilderBase;
import org.apache.spark.sql.catalyst.plans.logical.FunctionSignature;
import org.apache.spark.sql.catalyst.plans.logical.InputParameter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Arguments of a function of SQL, by name or in their order. Errors are those of Spark, which adds where the function is called. */
final class TableArguments {

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

    /** Throws an exception that Scala does not declare. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException thrown(Throwable exception) throws T {
        throw (T) exception;
    }

    /** Makes a plan, and turns what is refused into an error of Spark, which has a position. */
    LogicalPlan refusing(Supplier<LogicalPlan> plan) {
        try {
            return plan.get();
        } catch (IllegalArgumentException e) {
            throw TableArguments.<RuntimeException>thrown(new AnalysisException(
                    function + ": " + e.getMessage(),
                    Option.empty(),
                    Option.empty(),
                    Option.apply(e),
                    Option.empty(),
                    scala.collection.immutable.Map.from(CollectionConverters.asScala(Map.of())),
                    new QueryContext[0]));
        }
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

    /** Returns a constant as text, or another text if it is not given. */
    String text(String name, String other) {
        Expression value = values.get(names.indexOf(name));
        return value instanceof Literal literal && literal.value() == null ? other : text(name);
    }

    String text(String name) {
        Expression value = values.get(names.indexOf(name));
        Object constant = value.foldable() ? value.eval(null) : null;
        if (constant == null) {
            Map<String, String> parameters = Map.of(
                    "funcName", "`" + function + "`",
                    "paramName", "`" + name + "`",
                    "paramType", "\"" + value.dataType().sql() + "\"");
            throw TableArguments.<RuntimeException>thrown(new AnalysisException(
                    "NON_FOLDABLE_ARGUMENT",
                    scala.collection.immutable.Map.from(CollectionConverters.asScala(parameters))));
        }
        return constant.toString();
    }

    double number(String name) {
        return parsed(name, text(name), "a number", Double::parseDouble);
    }

    int whole(String name) {
        return parsed(name, text(name), "a whole number", Integer::parseInt);
    }

    private static <T> T parsed(String name, String text, String what, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be " + what + ": " + name + "=" + text, e);
        }
    }

    Metric metric() {
        return Metric.named(text("metric", Metric.EUCLIDEAN.name()));
    }
}
