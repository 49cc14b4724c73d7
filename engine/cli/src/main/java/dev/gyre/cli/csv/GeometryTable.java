package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import dev.gyre.jts.Feature;
import dev.gyre.jts.Layer;
import java.util.List;
import org.locationtech.jts.geom.Geometry;

/**
 * Geometries of a file, with the identifiers that the file gives them.
 *
 * @param layer the geometries
 * @param identifiers a text for each, or an empty list if none were asked for
 * @param leftOut which rows were left out
 */
public record GeometryTable(Layer layer, List<String> identifiers, String leftOut) implements RowsRead, Labels {

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
            return new GeometryTable(Layer.of(points.points()), points.identifiers(), points.leftOut());
        } catch (IllegalArgumentException e) {
            throw InputException.of(name, e.getMessage(), e);
        }
    }

    /**
     * Features of a file.
     *
     * @param features the features
     * @param hasIdentifiers whether they have identifiers
     * @return the table
     */
    public static GeometryTable of(List<Feature> features, boolean hasIdentifiers) {
        List<Geometry> geometries = features.stream().map(Feature::geometry).toList();
        List<String> identifiers =
                hasIdentifiers ? features.stream().map(Feature::identifier).toList() : List.of();
        return new GeometryTable(Layer.of(geometries), identifiers, "");
    }
}
