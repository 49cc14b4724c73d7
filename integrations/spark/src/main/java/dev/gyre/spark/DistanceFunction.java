package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.ScalaUDF;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Function1;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction5;

/** The distance of two points in SQL, as the engine computes it. The ids are only for {@link NearestByRule}. */
final class DistanceFunction extends AbstractFunction5<Object, Object, Object, Object, Object, Object>
        implements Serializable {

    static final String NAME = "gyre_distance";

    private static final long serialVersionUID = 1;

    private static final int ARGUMENTS = 5;

    static Function1<Seq<Expression>, Expression> builder() {
        return new AbstractFunction1<>() {
            @Override
            public Expression apply(Seq<Expression> arguments) {
                List<Expression> all = new ArrayList<>(CollectionConverters.asJava(arguments));
                if (all.size() == ARGUMENTS - 1) {
                    all.add(new Literal(UTF8String.fromString(Metric.EUCLIDEAN.name()), DataTypes.StringType));
                }
                if (all.size() != ARGUMENTS) {
                    throw new IllegalArgumentException(
                            NAME + " needs an id and an array, twice, and a metric if not euclidean: arguments="
                                    + all.size());
                }
                return new ScalaUDF(
                        new DistanceFunction(),
                        DataTypes.DoubleType,
                        JoinNode.seq(all),
                        JoinNode.seq(List.of()),
                        Option.empty(),
                        Option.apply(NAME),
                        true,
                        true);
            }
        };
    }

    @Override
    public Object apply(Object leftId, Object left, Object rightId, Object right, Object metric) {
        if (left == null || right == null) {
            return null;
        }
        Metric found = Metric.named(metric.toString());
        Points from = found.toSpace(points(left));
        Points to = found.toSpace(points(right));
        return found.distance(from.key(0, to, 0, found.norm()));
    }

    private static Points points(Object array) {
        List<?> values = CollectionConverters.asJava((scala.collection.Seq<?>) array);
        double[] coordinates = new double[values.size()];
        for (int i = 0; i < coordinates.length; i++) {
            if (values.get(i) == null) {
                throw new IllegalArgumentException(NAME + " needs coordinates that are not null: coordinate=" + i);
            }
            coordinates[i] = number(values.get(i));
        }
        return Points.wrap(coordinates, coordinates.length);
    }

    /** Decimals come as numbers of Java or of Scala, according to Spark's settings. */
    private static double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.parseDouble(value.toString());
    }
}
