package dev.gyre.cli.csv;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Monitor;
import dev.gyre.jts.GeometryRepair;
import dev.gyre.jts.Layer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.locationtech.jts.geom.Geometry;

/** Geometries of a file, with what the file says about them. */
public final class GeometryTable extends FileRows {

    /** The system of GeoJSON, and of CSV whose columns are called so. */
    static final String LONGITUDE_LATITUDE = "longitude and latitude";

    private static final Set<String> LONGITUDES = Set.of("lon", "lng", "long", "longitude");
    private static final Set<String> LATITUDES = Set.of("lat", "latitude");

    private static final int MAX_NAMED = 5;

    private final String file;
    private final Layer layer;
    private final List<String> places;
    private final String system;

    /** The system as GeoParquet has it: JSON, or null for longitude and latitude. */
    private final String systemJson;

    /** Places in the file, such as {@code feature 3}, may be empty: rows are then known by their numbers. */
    GeometryTable(FileRows rows, String file, Layer layer, List<String> places, String system) {
        this(rows, file, layer, places, system, system.equals(LONGITUDE_LATITUDE) ? null : "null");
    }

    GeometryTable(FileRows rows, String file, Layer layer, List<String> places, String system, String systemJson) {
        super(rows);
        this.systemJson = systemJson;
        this.file = file;
        this.layer = layer;
        this.places = places;
        this.system = system;
    }

    /** What was repaired. */
    public record Repaired(GeometryTable table, int count, String report) {}

    /**
     * The points of a table as geometries.
     *
     * @throws InputException if they do not have two coordinates
     */
    public static GeometryTable of(PointTable points, String file) {
        try {
            Layer layer = Layer.of(points.points());
            boolean isOnEarth = LONGITUDES.contains(lower(points, 0)) && LATITUDES.contains(lower(points, 1));
            String system = isOnEarth && points.system().isEmpty() ? LONGITUDE_LATITUDE : points.system();
            return new GeometryTable(points, file, layer, List.of(), system);
        } catch (IllegalArgumentException e) {
            throw InputException.of(file, e.getMessage(), e);
        }
    }

    private static String lower(PointTable points, int dim) {
        return points.columns().get(dim).toLowerCase(Locale.ROOT);
    }

    /** The name of the file. */
    public String file() {
        return file;
    }

    public Layer layer() {
        return layer;
    }

    /** The coordinate reference system, or an empty text if the file does not say. */
    public String system() {
        return system;
    }

    /** Whether coordinates are longitudes and latitudes, or the file does not say what they are. */
    public boolean mayBeOnSphere() {
        return system.isEmpty() || system.equals(LONGITUDE_LATITUDE);
    }

    /** Returns this table with some of the columns that are kept, which may be none. */
    public GeometryTable keepingOnly(ColumnSelection columns) {
        return new GeometryTable(new FileRows(this, kept().only(columns)), file, layer, places, system, systemJson);
    }

    public AnswerColumn geometryColumn() {
        return AnswerColumn.geometry("geometry", systemJson);
    }

    /** Returns the file, the place of a row in it, and the identifier, for messages. */
    public String place(int row) {
        String id = identifiers().isEmpty() ? "" : ", id \"" + label(row) + "\"";
        return file + ", " + (places.isEmpty() ? "row " + row : places.get(row)) + id;
    }

    /**
     * Returns a table of valid geometries, and what was repaired.
     *
     * @throws InputException if a geometry cannot be repaired
     */
    public Repaired repaired(Engine engine, Monitor monitor) {
        if (places.isEmpty()) {
            return new Repaired(this, 0, "");
        }
        List<Geometry> geometries =
                IntStream.range(0, layer.size()).mapToObj(layer::geometry).toList();
        try {
            GeometryRepair repair = GeometryRepair.of(engine, geometries, monitor);
            List<GeometryRepair.Repair> repairs = repair.repairs();
            GeometryTable table =
                    new GeometryTable(this, file, Layer.of(repair.geometries()), places, system, systemJson);
            return new Repaired(table, repairs.size(), repairs.isEmpty() ? "" : report(repairs));
        } catch (IllegalArgumentException e) {
            throw InputException.of(file, e.getMessage(), e);
        }
    }

    private String report(List<GeometryRepair.Repair> repairs) {
        int count = repairs.size();
        String named = repairs.stream()
                .limit(MAX_NAMED)
                .map(repair -> place(repair.row()).substring(file.length() + 2) + ": " + repair.problem())
                .collect(Collectors.joining("; "));
        String rest = count <= MAX_NAMED ? "" : "; and " + (count - MAX_NAMED) + " more";
        return file + ": " + count + (count == 1 ? " geometry" : " geometries") + " repaired (" + named + rest + ")";
    }
}
