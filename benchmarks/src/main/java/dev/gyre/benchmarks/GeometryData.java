package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Points;
import dev.gyre.jts.Layer;
import dev.gyre.jts.SpatialJoin;
import dev.gyre.jts.SpatialJoinOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Points, and polygons whose nearest are searched for, between longitudes and latitudes of 0 to 60. Polygons are stars that cover about a
 * sixth of it.
 *
 * @param places longitude and latitude of each point
 */
record GeometryData(double[] places, Layer polygons, int k, SpatialJoinOptions options) implements Call.Data {

    /** Where distances are measured. */
    private enum Space {
        PLANE,
        SPHERE
    }

    private static final double SIDE = 60;
    private static final int FEW_CORNERS = 100;

    /** Makes data of n points, with a tenth of polygons, or a thousandth of those that have many corners. */
    static GeometryData of(Sizes sizes, int n, Random random) {
        int corners = sizes.number("corners");
        int polygons = Math.max(1, n / (corners < FEW_CORNERS ? 10 : 1_000));
        double radius = SIDE / Math.sqrt(polygons) / 2;
        List<Geometry> shapes = new ArrayList<>();
        for (int i = 0; i < polygons; i++) {
            shapes.add(star(SIDE * random.nextDouble(), SIDE * random.nextDouble(), radius, corners, random));
        }
        double[] places = random.doubles(2L * n).map(value -> SIDE * value).toArray();
        boolean onSphere = sizes.choice("space", Space.PLANE) == Space.SPHERE;
        SpatialJoinOptions options = SpatialJoinOptions.DEFAULT;
        return new GeometryData(places, Layer.of(shapes), sizes.number("k"), onSphere ? options.withSphere() : options);
    }

    private static Geometry star(double x, double y, double radius, int corners, Random random) {
        Coordinate[] ring = new Coordinate[corners + 1];
        for (int i = 0; i < corners; i++) {
            double angle = 2 * Math.PI * i / corners;
            double far = radius * (0.4 + 0.6 * random.nextDouble());
            ring[i] = new Coordinate(x + far * Math.cos(angle), Math.min(y + far * Math.sin(angle), SIDE + 1));
        }
        ring[corners] = ring[0];
        return new GeometryFactory().createPolygon(ring);
    }

    @Override
    public Call.Opened open(Engine engine) {
        return Call.opened(
                () -> Layer.of(Points.of(places, 2)),
                points -> CallAnswer.of(
                        SpatialJoin.nearest(engine, points, polygons, k, Double.POSITIVE_INFINITY, options)));
    }
}
