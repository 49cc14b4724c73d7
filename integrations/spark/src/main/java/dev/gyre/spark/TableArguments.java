package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FunctionTableSubqueryArgumentExpression;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Arguments of a function of SQL, by name or in their order. Errors are those of Spark, which adds where the function is called. */
final class TableArguments {

    private final String function;
    private final List<String> names;
    private final Expression[] values;

    /**
     * Finds the value of each parameter.
     *
     * @param function name of the function
     * @param names names of its parameters
     * @param needed how many of them must be given
     * @param all the arguments
     */
    TableArguments(String function, List<String> names, int needed, List<Expression> all) {
        this.function = function;
        this.names = names;
        this.values = new Expression[names.size()];
        if (all.size() > names.size()) {
            throw error(
                    "WRONG_NUM_ARGS.WITHOUT_SUGGESTION",
                    Map.of(
                            "functionName",
                            quoted(function),
                            "expectedNum",
                            needed == names.size() ? "" + needed : needed + " to " + names.size(),
                            "actualNum",
                            "" + all.size(),
                            "docroot",
                            "https://spark.apache.org/docs/latest"));
        }
        for (int i = 0; i < all.size(); i++) {
            put(all.get(i), i);
        }
        for (int i = 0; i < needed; i++) {
            if (values[i] == null) {
                throw error(
                        "REQUIRED_PARAMETER_NOT_FOUND",
                        Map.of(
                                "routineName", quoted(function),
                                "parameterName", quoted(names.get(i)),
                                "index", "" + i));
            }
        }
    }

    private void put(Expression argument, int at) {
        int to = at;
        Expression value = argument;
        if (argument instanceof NamedArgumentExpression named) {
            to = names.indexOf(named.key().toLowerCase(Locale.ROOT));
            value = named.value();
            if (to < 0) {
                throw error(
                        "UNRECOGNIZED_PARAMETER_NAME",
                        Map.of(
                                "routineName", quoted(function),
                                "argumentName", quoted(named.key()),
                                "proposal",
                                        String.join(
                                                ", ",
                                                names.stream()
                                                        .map(TableArguments::quoted)
                                                        .toList())));
            }
        } else if (at > 0 && Arrays.stream(values, 0, at).anyMatch(each -> each == null)) {
            throw error(
                    "UNEXPECTED_POSITIONAL_ARGUMENT",
                    Map.of("routineName", quoted(function), "parameterName", quoted(names.get(at))));
        }
        if (values[to] != null) {
            throw error(
                    "DUPLICATE_ROUTINE_PARAMETER_ASSIGNMENT.DOUBLE_NAMED_ARGUMENT_REFERENCE",
                    Map.of("routineName", quoted(function), "parameterName", quoted(names.get(to))));
        }
        values[to] = value;
    }

    private static String quoted(String name) {
        return "`" + name + "`";
    }

    private static RuntimeException error(String condition, Map<String, String> parameters) {
        return TableArguments.<RuntimeException>thrown(new AnalysisException(
                condition, scala.collection.immutable.Map.from(CollectionConverters.asScala(parameters))));
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
        if (!(values[parameter] instanceof FunctionTableSubqueryArgumentExpression table)) {
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

    boolean has(String name) {
        return value(name) != null;
    }

    private Expression value(String name) {
        int parameter = names.indexOf(name);
        return parameter < 0 ? null : values[parameter];
    }

    String text(String name) {
        Expression value = value(name);
        Object constant = value.foldable() ? value.eval(null) : null;
        if (constant == null) {
            throw error(
                    "NON_FOLDABLE_ARGUMENT",
                    Map.of(
                            "funcName", quoted(function),
                            "paramName", quoted(name),
                            "paramType", "\"" + value.dataType().sql() + "\""));
        }
        return constant.toString();
    }

    double number(String name) {
        String text = text(name);
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number: " + name + "=" + text, e);
        }
    }

    int whole(String name) {
        String text = text(name);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number: " + name + "=" + text, e);
        }
    }

    Metric metric() {
        return has("metric") ? Metric.named(text("metric")) : Metric.EUCLIDEAN;
    }
}
