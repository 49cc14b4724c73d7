package dev.gyre.cli;

import dev.gyre.engine.data.Column;
import dev.gyre.engine.data.Metric;
import java.util.ArrayList;
import java.util.List;

/** The columns of coordinates under a metric. */
final class CoordinateColumns {

    private static final int LATITUDE = 1;

    private CoordinateColumns() {}

    /**
     * Returns the columns by name, with the range that the metric accepts; refuses a number of columns that it does not accept.
     */
    static List<Column> of(List<String> names, Metric metric) {
        if (metric == Metric.HAVERSINE && names.size() != 2) {
            throw new IllegalArgumentException(
                    "haversine takes two columns, longitude and latitude in degrees: columns=" + names.size());
        }
        List<Column> selected = new ArrayList<>(names.size());
        for (String name : names) {
            boolean latitude = metric == Metric.HAVERSINE && selected.size() == LATITUDE;
            selected.add(latitude ? new Column(name, -90, 90) : Column.of(name));
        }
        return selected;
    }
}
