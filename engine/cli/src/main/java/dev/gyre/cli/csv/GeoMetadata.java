package dev.gyre.cli.csv;

import dev.gyre.cli.text.Json;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** What GeoParquet says of a column of geometries. */
final class GeoMetadata {

    private final TreeSet<String> types = new TreeSet<>();
    private final Envelope bounds = new Envelope();
    private boolean hasPoints;

    void addPoint(double x, double y) {
        if (!hasPoints) {
            hasPoints = true;
            types.add(Geometry.TYPENAME_POINT);
        }
        bounds.expandToInclude(x, y);
    }

    void add(Geometry geometry) {
        types.add(geometry.getGeometryType());
        bounds.expandToInclude(geometry.getEnvelopeInternal());
    }

    /** Returns the metadata of columns of geometries, of which the first is the primary one; null if there are none. */
    static String of(Map<AnswerColumn, GeoMetadata> geometries) {
        if (geometries.isEmpty()) {
            return null;
        }
        String columns = geometries.entrySet().stream()
                .map(each -> Json.of(each.getKey().name()) + ":"
                        + each.getValue().json(each.getKey().system()))
                .collect(Collectors.joining(","));
        String primary = geometries.keySet().iterator().next().name();
        return "{\"version\":\"1.1.0\",\"primary_column\":" + Json.of(primary) + ",\"columns\":{" + columns + "}}";
    }

    private String json(String systemOrNull) {
        String named = types.stream().map(Json::of).collect(Collectors.joining(",", "[", "]"));
        String system = systemOrNull == null ? "" : ",\"crs\":" + systemOrNull;
        String box = bounds.isNull()
                ? ""
                : ",\"bbox\":[" + bounds.getMinX() + "," + bounds.getMinY() + "," + bounds.getMaxX() + ","
                        + bounds.getMaxY() + "]";
        return "{\"encoding\":\"WKB\",\"geometry_types\":" + named + system + box + "}";
    }
}
