package dev.gyre.cli.csv;

import dev.gyre.cli.text.Json;
import java.util.List;
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

    /** Returns the metadata of columns that are complete; null if none has geometries. */
    static String of(List<ParquetChunk> chunks) {
        List<ParquetChunk> geometries = chunks.stream()
                .filter(chunk -> chunk.type() == CellType.GEOMETRY)
                .toList();
        if (geometries.isEmpty()) {
            return null;
        }
        String columns = geometries.stream()
                .map(chunk -> Json.of(chunk.name()) + ":" + chunk.geo().json(chunk.system()))
                .collect(Collectors.joining(","));
        return "{\"version\":\"1.1.0\",\"primary_column\":"
                + Json.of(geometries.get(0).name()) + ",\"columns\":{" + columns + "}}";
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
