package dev.gyre.cli.csv;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Monitor;
import dev.gyre.jts.GeometryRepair;
import dev.gyre.jts.Layer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.locationtech.jts.geom.Geometry;

/**
 * Geometries of a file, with what the file says about them.
 *
 * @param file the name of the file
 * @param layer the geometries
 * @param identifiers a text for each, or an empty list if none were asked for
 * @param places the place of each in the file, such as {@code feature 3}, or an empty list if they are known by their rows
 * @param attributes the columns that the answer has too
 * @param system the coordinate reference system, {@link #LONGITUDE_LATITUDE}, or empty if the file does not say
 * @param leftOut which rows were left out
 */
public record GeometryTable(
        String file,
        Layer layer,
        List<String> identifiers,
        List<String> places,
        Attributes attributes,
        String system,
        String leftOut)
        implements RowsRead, Labels {

    /** The system of GeoJSON, and of CSV whose columns are called so. */
    public static final String LONGITUDE_LATITUDE = "longitude and latitude";

    private static final Set<String> LONGITUDES = Set.of("lon", "lng", "long", "longitude");
    private static final Set<String> LATITUDES = Set.of("lat", "latitude");

    private static final int MAX_NAMED = 5;

    /** What was repaired. */
    public record Repaired(GeometryTable table, int count, String report) {}

    /**
     * The points of a table.
     *
     * @param points a table of points
     * @param name the name of its file, for messages
     * @return the same points as geometries
     * @throws InputException if they do not have two coordinates
     */
    public static GeometryTable of(PointTable points, String name) {
        try {
            Layer layer = Layer.of(points.points());
            boolean isOnEarth = LONGITUDES.contains(lower(points, 0)) && LATITUDES.contains(lower(points, 1));
            return new GeometryTable(
                    name,
                    layer,
                    points.identifiers(),
                    List.of(),
                    Attributes.ofCsv(points.kept(), layer.size()),
                    isOnEarth ? LONGITUDE_LATITUDE : "",
                    points.leftOut());
        } catch (IllegalArgumentException e) {
            throw InputException.of(name, e.getMessage(), e);
        }
    }

    @Override
    public String[] keptColumns() {
        return attributes.columns().toArray(String[]::new);
    }

    @Override
    public String[] keptCells(int row) {
        return attributes.texts(row);
    }

    /**
     * Returns the kept columns of a row as JSON.
     *
     * @param row the row
     * @return a value for each column
     */
    public String[] keptJson(int row) {
        return attributes.json(row);
    }

    /**
     * Returns whether a selection has a kept column.
     *
     * @param selection the selection
     * @return whether there is one
     */
    public boolean has(ColumnSelection selection) {
        return attributes.has(selection);
    }

    private static String lower(PointTable points, int dim) {
        return points.columns().get(dim).toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the place of a row for messages.
     *
     * @param row the row
     * @return the file, the place in it, and the identifier
     */
    public String place(int row) {
        String id = identifiers.isEmpty() ? "" : ", id \"" + identifiers.get(row) + "\"";
        return file + ", " + (places.isEmpty() ? "row " + row : places.get(row)) + id;
    }

    /**
     * Returns a table of valid geometries.
     *
     * @param engine the engine
     * @param monitor watches the work
     * @return the table, and what was repaired
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
            GeometryTable table = new GeometryTable(
                    file, Layer.of(repair.geometries()), identifiers, places, attributes, system, leftOut);
            return new Repaired(table, repairs.size(), repairs.isEmpty() ? "" : report(repairs));
        } catch (IllegalArgumentException e) {
            throw InputException.of(file, e.getMessage(), e);
        }
    }

    private String report(List<GeometryRepair.Repair> repairs) {
        List<String> named = new ArrayList<>();
        for (GeometryRepair.Repair repair : repairs) {
            named.add(place(repair.row()).substring(file.length() + 2) + ": " + repair.problem());
        }
        int count = named.size();
        String rest = count <= MAX_NAMED ? "" : "; and " + (count - MAX_NAMED) + " more";
        return file + ": " + count + (count == 1 ? " geometry" : " geometries") + " repaired ("
                + named.stream().limit(MAX_NAMED).collect(Collectors.joining("; ")) + rest + ")";
    }
}
