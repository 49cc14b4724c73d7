package dev.gyre.spark;

import dev.gyre.engine.data.Points;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/** Rows of a side that are refused: their number, and some ids, for each reason. */
final class Refusals implements Serializable {

    private static final long serialVersionUID = 1;

    private static final int SAMPLES = 5;

    private final Source source;
    private final long[] counts;
    private final ArrayList<ArrayList<String>> ids = new ArrayList<>();

    /** What the metric refuses, with ids. */
    private final ArrayList<String> byMetric = new ArrayList<>();

    private long countByMetric;

    Refusals(Source source) {
        this.source = source;
        this.counts = new long[source.wrongDims() + 1];
        for (int i = 0; i < counts.length; i++) {
            ids.add(new ArrayList<>());
        }
    }

    void add(int reason, UnsafeRow row) {
        counts[reason]++;
        if (source.id() >= 0 && ids.get(reason).size() < SAMPLES) {
            ids.get(reason).add(source.idText(row));
        }
    }

    /** Refuses points that the metric does not accept: it checks all together, then one by one to find them. */
    void checkPoints(Rows rows, double[] numbers) {
        JoinSpec spec = source.spec();
        if (spec.isOfBoxes() || refusal(spec.points(numbers, rows.size())) == null) {
            return;
        }
        int width = spec.width();
        for (int row = 0; row < rows.size(); row++) {
            String why = refusal(spec.points(Arrays.copyOfRange(numbers, row * width, (row + 1) * width), 1));
            if (why != null && ++countByMetric <= SAMPLES) {
                byMetric.add("id=" + source.idText(rows.get(row, rows.newRow())) + ": " + why);
            }
        }
    }

    private String refusal(Points points) {
        try {
            source.spec().metricObject().toSpace(points);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** Adds what another partition refused. */
    void addAll(Refusals other) {
        for (int reason = 0; reason < counts.length; reason++) {
            counts[reason] += other.counts[reason];
            addSome(ids.get(reason), other.ids.get(reason));
        }
        countByMetric += other.countByMetric;
        addSome(byMetric, other.byMetric);
    }

    private static void addSome(List<String> to, List<String> more) {
        to.addAll(more.subList(0, Math.min(more.size(), SAMPLES - to.size())));
    }

    /** Throws an exception if rows were refused. */
    void check() {
        List<String> texts = new ArrayList<>();
        if (countByMetric > 0) {
            texts.add(String.join("; ", byMetric)
                    + (countByMetric > byMetric.size() ? "; and more, rows=" + countByMetric : ""));
        }
        for (int reason = 0; reason < counts.length; reason++) {
            if (counts[reason] > 0) {
                texts.add(text(reason)
                        + (reason == Source.NULL_ID ? ", " : ": ")
                        + "rows=" + counts[reason]
                        + (reason == Source.NULL_ID || source.id() < 0 ? "" : ", ids=" + ids.get(reason)));
            }
        }
        if (!texts.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", texts));
        }
    }

    private String text(int reason) {
        JoinSpec.Side side = source.side();
        if (reason == Source.NULL_ID) {
            return "ids must not be null: column=" + side.id();
        }
        if (reason == source.wrongOrder()) {
            return "lower bounds of boxes must not be above upper ones: columns=" + side.columns();
        }
        if (reason == source.wrongDims()) {
            return "points must have one number of coordinates: column="
                    + side.columns().get(0) + ", coordinates=" + source.spec().dims();
        }
        return "values must be finite, of magnitude 2^500 at most, and not null: column="
                + side.columns().get(reason - 1);
    }
}
