package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.ScalaUDF;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Function1;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction5;

/**
 * The distance of two points in SQL, as the engine computes it. Each is an array, a struct or a vector, and may come after an id, which
 * only orders rows of equal distances: see {@link NearestByRule}.
 */
final class DistanceFunction extends AbstractFunction5<Object, Object, Object, Object, Object, Object>
        implements Serializable {

    static final String NAME = "gyre_distance";

    private static final long serialVersionUID = 1;

    private static final int WITH_IDS = 4;

    static Function1<Seq<Expression>, Expression> builder() {
        return new AbstractFunction1<>() {
            @Override
            public Expression apply(Seq<Expression> arguments) {
                return new ScalaUDF(
                        new DistanceFunction(),
                        DataTypes.DoubleType,
                        JoinNode.seq(TableArguments.refusing(
                                NAME, CurrentOrigin.get(), () -> complete(JoinNode.list(arguments)))),
                        JoinNode.seq(List.of()),
                        Option.empty(),
                        Option.apply(NAME),
                        true,
                        true);
            }
        };
    }

    /** Returns id, point, id, point and metric; ids that are not given are null. */
    private static List<Expression> complete(List<Expression> arguments) {
        List<Expression> all = new ArrayList<>(arguments);
        int size = all.size();
        boolean hasMetric = size % 2 == 1 && all.get(size - 1).dataType() instanceof StringType;
        Expression metric = hasMetric ? all.remove(size - 1) : literal(Metric.EUCLIDEAN.name(), DataTypes.StringType);
        if (all.size() == 2) {
            all.add(0, literal(null, DataTypes.LongType));
            all.add(2, literal(null, DataTypes.LongType));
        }
        if (all.size() != WITH_IDS) {
            throw new IllegalArgumentException(
                    "two points are needed, each an array, struct or vector, or after an id, and a metric if not euclidean:"
                            + " arguments=" + size);
        }
        for (int i = 1; i < WITH_IDS; i += 2) {
            Expression point = all.get(i);
            if (!JoinPlans.isPoint(point.dataType())) {
                throw new IllegalArgumentException(
                        "a point must be an array or a struct of numbers, or a vector: argument=" + point.sql()
                                + ", type=" + point.dataType().simpleString());
            }
            List<Expression> coordinates = JoinPlans.coordinates(point);
            boolean isWhole = coordinates.size() == 1
                    && JoinPlans.isPoint(coordinates.get(0).dataType());
            all.set(i, isWhole ? coordinates.get(0) : new CreateArray(JoinNode.seq(coordinates)));
        }
        if (metric.foldable()) {
            Metric.named(String.valueOf(metric.eval(null)));
        }
        all.add(metric);
        return all;
    }

    private static Literal literal(String value, DataType type) {
        return new Literal(value == null ? null : UTF8String.fromString(value), type);
    }

    @Override
    public Object apply(Object leftId, Object left, Object rightId, Object right, Object metric) {
        double[] from = coordinates(left);
        double[] to = coordinates(right);
        if (from == null || to == null) {
            return null;
        }
        Metric found = Metric.named(metric.toString());
        Points fromPoint = found.toSpace(Points.wrap(from, from.length));
        Points toPoint = found.toSpace(Points.wrap(to, to.length));
        return found.distance(fromPoint.key(0, toPoint, 0, found.norm()));
    }

    /** Returns the coordinates of a point, or null if one is null. */
    private static double[] coordinates(Object point) {
        if (!(point instanceof scala.collection.Seq<?> numbers)) {
            return point == null ? null : vector(point);
        }
        double[] coordinates = new double[numbers.size()];
        for (int i = 0; i < coordinates.length; i++) {
            if (numbers.apply(i) == null) {
                return null;
            }
            coordinates[i] = (Double) numbers.apply(i);
        }
        return coordinates;
    }

    /** Reads a vector, of a module that need not be there. */
    private static double[] vector(Object vector) {
        try {
            return (double[]) vector.getClass().getMethod("toArray").invoke(vector);
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    NAME + " needs points as arrays, structs or vectors: type="
                            + vector.getClass().getName(),
                    e);
        }
    }
}
