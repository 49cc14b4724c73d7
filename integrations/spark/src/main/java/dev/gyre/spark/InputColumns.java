package dev.gyre.spark;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Reads the rows of a side from batches of columns: ids first, then numbers. Refuses what the engine refuses, and names column and ids.
 *
 * @param spec the join
 * @param isRight whether this is the right side
 */
record InputColumns(JoinSpec spec, boolean isRight) implements Serializable {

    private static final long serialVersionUID = 1;

    JoinSpec.Side side() {
        return isRight ? spec.right() : spec.left();
    }

    Rows emptyRows() {
        return new Rows(Ids.of(side().idType(), side().id()), spec.width());
    }

    /** Appends the rows of a batch that are accepted. */
    void read(ColumnarBatch batch, Rows to, Refusals refusals) {
        int first = to.size();
        for (int row = 0; row < batch.numRows(); row++) {
            if (refusals.accepts(batch, row)) {
                to.add(batch, row);
            }
        }
        if (!spec.isOfBoxes()) {
            refusals.checkSpace(to, first);
        }
    }

    /** Appends the rows of a batch, which {@link Survey} has checked in an earlier pass; if the input has changed since, the task fails. */
    void readAgain(ColumnarBatch batch, Rows to) {
        Refusals refusals = new Refusals(this);
        for (int row = 0; row < batch.numRows(); row++) {
            if (refusals.accepts(batch, row)) {
                to.add(batch, row);
            }
        }
        Refusals.check(refusals.texts());
    }

    /** Rows that were refused: their number, and some ids, for each reason. */
    static final class Refusals {

        private static final int SAMPLES = 5;

        private final InputColumns input;
        private final int width;
        private final long[] counts;
        private final List<List<String>> ids = new ArrayList<>();
        private final List<String> others = new ArrayList<>();

        Refusals(InputColumns input) {
            this.input = input;
            this.width = input.spec.width();
            // For null ids, then for each column of numbers, then for boxes whose bounds are in the wrong order.
            this.counts = new long[width + 2];
            for (int i = 0; i < counts.length; i++) {
                ids.add(new ArrayList<>());
            }
        }

        boolean accepts(ColumnarBatch batch, int row) {
            if (batch.column(0).isNullAt(row)) {
                counts[0]++;
                return false;
            }
            for (int i = 0; i < width; i++) {
                ColumnVector column = batch.column(i + 1);
                // False for NaN too.
                if (column.isNullAt(row) || !(Math.abs(column.getDouble(row)) <= Points.MAX_MAGNITUDE)) {
                    return refuse(i + 1, batch, row);
                }
            }
            for (int dim = 0; input.spec.isOfBoxes() && dim < width / 2; dim++) {
                if (batch.column(1 + dim).getDouble(row)
                        > batch.column(1 + width / 2 + dim).getDouble(row)) {
                    return refuse(width + 1, batch, row);
                }
            }
            return true;
        }

        private boolean refuse(int reason, ColumnarBatch batch, int row) {
            counts[reason]++;
            if (ids.get(reason).size() < SAMPLES) {
                Ids id = input.emptyRows().ids();
                id.add(batch.column(0), row);
                ids.get(reason).add(id.text(0));
            }
            return false;
        }

        /** Refuses rows that the metric does not accept: the metric checks all rows together, then one by one to find the refused ones. */
        void checkSpace(Rows rows, int first) {
            int dims = input.spec.dims();
            double[] some = input.spec.points(rows).toRowMajor();
            some = Arrays.copyOfRange(some, first * dims, some.length);
            if (!others.isEmpty() || isAccepted(some, dims) == null) {
                return;
            }
            for (int row = first; row < rows.size(); row++) {
                int at = (row - first) * dims;
                String why = isAccepted(Arrays.copyOfRange(some, at, at + dims), dims);
                if (why != null && others.size() < SAMPLES) {
                    others.add("id=" + rows.ids().text(row) + ": " + why);
                }
            }
        }

        private String isAccepted(double[] coordinates, int dims) {
            try {
                input.spec.metricObject().toSpace(Points.over(coordinates, dims, coordinates.length / dims));
                return null;
            } catch (IllegalArgumentException e) {
                return e.getMessage();
            }
        }

        List<String> texts() {
            JoinSpec.Side side = input.side();
            List<String> texts = new ArrayList<>(others);
            for (int reason = 0; reason < counts.length; reason++) {
                if (counts[reason] > 0) {
                    texts.add(text(side, reason));
                }
            }
            return texts;
        }

        private String text(JoinSpec.Side side, int reason) {
            String samples = ": rows=" + counts[reason] + ", ids=" + ids.get(reason);
            if (reason == 0) {
                return "ids must not be null: column=" + side.id() + ", rows=" + counts[0];
            }
            return reason <= width
                    ? "values must be finite, of magnitude 2^500 at most, and not null: column="
                            + side.column(reason - 1) + samples
                    : "lower bounds of boxes must not be above upper ones: columns=" + side.columns() + samples;
        }

        /** Throws an exception if rows were refused. */
        static void check(List<String> texts) {
            if (!texts.isEmpty()) {
                throw new IllegalArgumentException(String.join(
                        "; ", texts.stream().distinct().limit(SAMPLES).toList()));
            }
        }
    }

    /** Returns the rows as boxes, without another check. */
    static Boxes boxes(Rows rows) {
        return Boxes.wrap(rows.trimmed(), rows.width() / 2);
    }
}
