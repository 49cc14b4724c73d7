package dev.gyre.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/** Rows of a side that are refused: their number, and some ids, for each reason. */
final class Refusals implements Serializable {

    private static final long serialVersionUID = 1;

    private static final int SAMPLES = 5;

    /** The reason of points that the metric does not accept; the samples say why. */
    private static final String METRIC = "";

    private final TreeMap<String, Refused> byReason = new TreeMap<>();

    /** Rows of a reason. */
    private static final class Refused implements Serializable {

        private static final long serialVersionUID = 1;

        private long rows;
        private final ArrayList<String> samples = new ArrayList<>();

        void add(long more, List<String> their) {
            rows += more;
            samples.addAll(their.subList(0, Math.min(their.size(), SAMPLES - samples.size())));
        }

        String text(String reason) {
            if (reason.equals(METRIC)) {
                return String.join("; ", samples) + (rows > samples.size() ? "; and more, rows=" + rows : "");
            }
            return reason + "rows=" + rows + (samples.isEmpty() ? "" : ", ids=" + samples);
        }
    }

    /** Adds a row that {@link Source#read} refuses. */
    void add(String reason, UnsafeRow row, Source source) {
        boolean hasId = source.id() >= 0 && !(source.side().needsId() && row.isNullAt(source.id()));
        add(reason, 1, hasId ? List.of(source.idText(row)) : List.of());
    }

    /** Adds a row whose point the metric does not accept. */
    void addByMetric(String why, UnsafeRow row, Source source) {
        add(METRIC, 1, List.of("id=" + (source.id() < 0 ? "?" : source.idText(row)) + ": " + why));
    }

    /** Adds what another partition refused. */
    void addAll(Refusals other) {
        for (Map.Entry<String, Refused> each : other.byReason.entrySet()) {
            add(each.getKey(), each.getValue().rows, each.getValue().samples);
        }
    }

    private void add(String reason, long rows, List<String> samples) {
        byReason.computeIfAbsent(reason, any -> new Refused()).add(rows, samples);
    }

    /** Throws an exception if rows were refused. */
    void check() {
        if (!byReason.isEmpty()) {
            List<String> texts = new ArrayList<>();
            byReason.forEach((reason, refused) -> texts.add(refused.text(reason)));
            throw new IllegalArgumentException(String.join("; ", texts));
        }
    }
}
