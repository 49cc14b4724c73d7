package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** A side of a join in Spark's logical plan: the ids in the first column, then the numbers as {@code double}. */
record JoinPlans(LogicalPlan plan, JoinSpec.Side side) {

    /**
     * Prepares a side.
     *
     * @param plan an analyzed plan: ids in the first column, then numbers
     * @throws IllegalArgumentException if there are fewer than two columns, or if the type of one is not supported; the message names it
     */
    static JoinPlans of(LogicalPlan plan) {
        List<Attribute> columns = CollectionConverters.asJava(plan.output());
        if (columns.size() < 2) {
            throw new IllegalArgumentException("a side of a join needs ids, then coordinates: columns=" + columns);
        }
        List<NamedExpression> selected = new ArrayList<>();
        selected.add(columns.get(0));
        Ids.of(columns.get(0).dataType(), columns.get(0).name());
        List<Attribute> numbers = columns.subList(1, columns.size());
        for (Attribute number : numbers) {
            if (!(number.dataType() instanceof NumericType)) {
                throw new IllegalArgumentException("coordinates must be numbers: column=" + number.name() + ", type="
                        + number.dataType().simpleString());
            }
            selected.add(number.dataType().equals(DataTypes.DoubleType) ? number : asDouble(number));
        }
        List<String> names = numbers.stream().map(Attribute::name).toList();
        return new JoinPlans(
                new Project(JoinNode.seq(selected), plan),
                new JoinSpec.Side(columns.get(0).name(), columns.get(0).dataType(), names));
    }

    private static NamedExpression asDouble(Attribute number) {
        Expression cast = new Cast(number, DataTypes.DoubleType, Option.empty(), EvalMode.LEGACY());
        return JoinNode.alias(cast, number.name());
    }

    /** {@return the number of columns of numbers} */
    int width() {
        return side.columns().size();
    }

    /**
     * Returns the number of columns of numbers of this side and another one.
     *
     * @throws IllegalArgumentException if it differs
     */
    int commonWidth(JoinPlans right) {
        if (width() != right.width()) {
            throw new IllegalArgumentException("both sides must have the same dimensions: left=" + side.columns()
                    + ", right=" + right.side.columns());
        }
        return width();
    }

    /** Returns the plan of a join of this side with another one, or with itself. */
    LogicalPlan join(JoinPlans right, JoinSpec spec, SparkJoinOptions options) {
        return JoinNode.of(spec, options, spec.self() ? List.of(plan) : List.of(plan, right.plan));
    }

    /**
     * Returns the dimensions of boxes.
     *
     * @throws IllegalArgumentException if the number of columns is odd
     */
    int dimsOfBoxes() {
        if (width() % 2 != 0) {
            throw new IllegalArgumentException("boxes need as many lower as upper bounds: columns=" + side.columns());
        }
        return width() / 2;
    }
}
