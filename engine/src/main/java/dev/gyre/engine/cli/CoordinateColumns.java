package dev.gyre.engine.cli;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.io.Column;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The columns of coordinates under a metric. */
final class CoordinateColumns {

    /** What the demo's rows are measured by. */
    static final List<String> DEMO = List.of("lon", "lat");

    private static final int LATITUDE = 1;

    private CoordinateColumns() {}

    /** Complains where the metric does not take so many columns. */
    static void check(CommandSpec spec, List<String> columns, Metric metric) {
        if (metric == Metric.HAVERSINE && columns.size() != 2) {
            throw Usage.error(
                    spec,
                    "haversine takes two columns, longitude and latitude in degrees: columns="
                            + String.join(",", columns));
        }
    }

    /** The columns by name, with the range that the metric takes. */
    static List<Column> of(List<String> names, Metric metric) {
        List<Column> selected = new ArrayList<>(names.size());
        for (String name : names) {
            boolean latitude = metric == Metric.HAVERSINE && selected.size() == LATITUDE;
            selected.add(latitude ? new Column(name, -90, 90) : Column.of(name));
        }
        return selected;
    }
}
