package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import java.io.Serializable;
import java.util.Iterator;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import scala.collection.immutable.Seq;

/**
 * The columns of the result.
 *
 * @param spec the join
 * @param columns the columns, of a row of the left side, one of the right side and what the join makes, one after the other
 * @param rightFields columns of the right side
 */
record Output(JoinSpec spec, Seq<Expression> columns, int rightFields) implements Serializable {

    private static final long serialVersionUID = 1;

    Writer writer() {
        return new Writer(this);
    }

    /** Writes rows of the result. An object shows one row after the other, as in Spark's own joins. Not safe for use by several threads. */
    static final class Writer {

        private static final int MADE = 2;

        private final UnsafeProjection projection;
        private final JoinedRow sides = new JoinedRow();
        private final JoinedRow all = new JoinedRow();

        /** Kept between rows: its values are replaced. */
        private final UnsafeRow made = UnsafeRow.createFromByteArray(3 * Long.BYTES, MADE);

        private final InternalRow nulls;
        private final JoinSpec spec;
        private final Metric metric;

        Writer(Output output) {
            projection = UnsafeProjection.create(output.columns);
            nulls = new GenericInternalRow(output.rightFields);
            spec = output.spec;
            metric = spec.metricObject();
        }

        private InternalRow row(InternalRow left, InternalRow right) {
            return projection.apply(all.apply(sides.apply(left, right), made));
        }

        /**
         * Writes a left row with each of its neighbors, in the order of their rank; or alone if it has none and the join keeps it.
         *
         * @param right gives the neighbor of a rank, from 0 on
         * @param key gives its key
         */
        Iterator<InternalRow> neighbors(
                UnsafeRow left, int count, IntFunction<UnsafeRow> right, IntToDoubleFunction key) {
            if (count == 0 && spec.outer()) {
                return Pull.times(1, any -> {
                    made.setNullAt(0);
                    made.setNullAt(1);
                    return row(left, nulls);
                });
            }
            return Pull.times(count, rank -> {
                made.setInt(0, rank + 1);
                made.setDouble(1, metric.distance(key.applyAsDouble(rank)));
                return row(left, right.apply(rank));
            });
        }

        /** Writes a pair of points, or of boxes, for which the key means nothing. */
        InternalRow pair(UnsafeRow left, UnsafeRow right, double key) {
            made.setDouble(0, spec.isOfBoxes() ? 0 : metric.distance(key));
            return row(left, right);
        }

        /** Writes a pair with its score. */
        InternalRow scored(UnsafeRow left, UnsafeRow right, double score, double distance) {
            made.setDouble(0, score);
            made.setDouble(1, distance);
            return row(left, right);
        }
    }
}
