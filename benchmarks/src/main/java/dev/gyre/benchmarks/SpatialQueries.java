package dev.gyre.benchmarks;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvColumns;
import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.GeometryTable;
import dev.gyre.cli.csv.ParquetSource;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.op.Keys;
import dev.gyre.jts.Layer;
import dev.gyre.jts.SpatialJoin;
import dev.gyre.jts.SpatialJoinOptions;
import dev.gyre.jts.SpatialPredicate;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.locationtech.jts.algorithm.ConvexHull;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Queries of SpatialBench over Gyre's library, from files of GeoParquet to ordered answers. Each reads the columns that it needs. */
final class SpatialQueries {

    /** The numbers of the queries that need no table of zones. */
    static final List<Integer> ALL = List.of(1, 3, 5, 7, 8, 9, 12);

    /** The center of SpatialBench's queries. */
    static final Coordinate CENTER = new Coordinate(-111.7610, 34.8697);

    static final double CENTER_RADIUS = 0.45;
    static final double BOX_WIDTH = 0.29;
    static final double BOX_HEIGHT = 0.27;
    static final double BOX_DISTANCE = 0.045;
    static final int REPEATED = 5;
    static final double DEGREES_OF_METER = 0.000009;
    static final double NEARBY = 0.0045;
    static final int NEIGHBORS = 5;

    private static final int MONTHS = 12;
    private static final int FIRST_YEAR = 1992;

    /** Above the months of all trips; trips end some hours after they begin. */
    private static final int MAX_MONTHS = 100;

    private static final GeometryFactory GEOMETRIES = new GeometryFactory();

    private final Engine engine;
    private final Path tables;
    private final Coordinate center;
    private final boolean isSphere;

    /**
     * An answer in its order.
     *
     * @param rows its number of rows
     * @param sum the sum of its measure: what the rows are ordered by, or an average; to compare libraries
     * @param row gives the cells of a row
     */
    record Answer(int rows, double sum, RowCells row) {}

    /** The cells of a row of an answer, for tests. */
    @FunctionalInterface
    interface RowCells {
        List<Object> of(int row);
    }

    /**
     * Queries around a center.
     *
     * @param isSphere whether distances of query 12 are meters on the sphere
     */
    SpatialQueries(Engine engine, Path tables, Coordinate center, boolean isSphere) {
        this.isSphere = isSphere;
        this.engine = engine;
        this.tables = tables;
        this.center = center;
    }

    /** Returns the box around a center. */
    static Geometry box(Coordinate center) {
        Envelope box = new Envelope(center);
        box.expandBy(BOX_WIDTH / 2, BOX_HEIGHT / 2);
        return GEOMETRIES.toGeometry(box);
    }

    /** Runs a query. */
    Answer run(int number) {
        return switch (number) {
            case 1 -> tripsAroundCenter();
            case 3 -> monthsAroundCenter();
            case 5 -> hullsOfCustomers();
            case 7 -> detours();
            case 8 -> tripsNearBuildings();
            case 9 -> overlaps();
            case 12 -> nearestBuildings();
            default -> throw new IllegalArgumentException("no such query, or it needs zones: " + number);
        };
    }

    private Points trips(String... columns) {
        return ParquetSource.file(tables.resolve("trip.parquet"), CsvOptions.DEFAULT)
                .points(CsvColumns.of(ColumnSelection.ofNames(List.of(columns)), ColumnRanges.ANY))
                .points();
    }

    private GeometryTable buildings(String... kept) {
        ColumnSelection columns = kept.length == 0 ? null : ColumnSelection.ofNames(List.of(kept));
        return ParquetSource.file(tables.resolve("building.parquet"), CsvOptions.DEFAULT)
                .geometries("b_boundary", "b_buildingkey", columns);
    }

    private static long key(GeometryTable table, int row) {
        return (Long) table.labelCell(row);
    }

    /** Returns the months since January of the year 1992. */
    private static int month(double millis) {
        LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli((long) millis), ZoneOffset.UTC);
        return (day.getYear() - FIRST_YEAR) * MONTHS + day.getMonthValue() - 1;
    }

    /** Returns the first day of a month. */
    private static LocalDate day(int month) {
        return LocalDate.of(FIRST_YEAR, 1, 1).plusMonths(month);
    }

    /** 1: the trips that begin around a center, the nearest first. */
    private Answer tripsAroundCenter() {
        Points pickups = trips("t_pickuploc");
        Matches near = engine.distanceJoin(Points.of(new double[] {center.x, center.y}, 2), pickups, CENTER_RADIUS);
        int[] found = near.ids(0);
        double[] distances = near.toDistanceArray();
        // Rows of the file are in the order of their keys.
        int[] order = engine.sorting().argsort(Keys.of(distances));
        Points others = trips("t_tripkey", "t_pickuptime");
        return new Answer(order.length, Arrays.stream(distances).sum(), slot -> {
            int row = found[order[slot]];
            return List.of(
                    (long) others.coordinate(row, 0),
                    pickups.coordinate(row, 0),
                    pickups.coordinate(row, 1),
                    (long) others.coordinate(row, 1),
                    distances[order[slot]]);
        });
    }

    /** A month and the sums of its trips. */
    private static final class Month {

        private int trips;
        private double distance;
        private double millis;
        private double fare;

        private void add(Points numbers, int row) {
            trips++;
            millis += numbers.coordinate(row, 1) - numbers.coordinate(row, 0);
            distance += numbers.coordinate(row, 2);
            fare += numbers.coordinate(row, 3);
        }
    }

    /** 3: statistics of the trips that begin in or near a box, by months. */
    private Answer monthsAroundCenter() {
        Layer box = Layer.of(List.of(box(center)));
        Layer pickups = Layer.of(trips("t_pickuploc"));
        int[] found = SpatialJoin.join(engine, box, pickups, SpatialPredicate.withinDistance(BOX_DISTANCE))
                .ids(0);
        Points numbers = trips("t_pickuptime", "t_dropofftime", "t_distance", "t_fare");
        TreeMap<Integer, Month> months = new TreeMap<>();
        for (int row : found) {
            months.computeIfAbsent(month(numbers.coordinate(row, 0)), month -> new Month())
                    .add(numbers, row);
        }
        List<Integer> all = List.copyOf(months.keySet());
        double sum = months.values().stream()
                .mapToDouble(month -> month.distance / month.trips)
                .sum();
        return new Answer(all.size(), sum, slot -> {
            Month month = months.get(all.get(slot));
            return List.of(
                    day(all.get(slot)),
                    month.trips,
                    month.distance / month.trips,
                    month.millis / month.trips,
                    month.fare / month.trips);
        });
    }

    /** 5: the areas that customers traveled in a month with several trips: of the hulls of the places where they got off. */
    private Answer hullsOfCustomers() {
        Points dropoffs = trips("t_dropoffloc");
        Points numbers = trips("t_custkey", "t_pickuptime");
        int[] keys = new int[dropoffs.size()];
        IntStream.range(0, keys.length)
                .parallel()
                .forEach(row ->
                        keys[row] = (int) numbers.coordinate(row, 0) * MAX_MONTHS + month(numbers.coordinate(row, 1)));
        int[] rows = engine.sorting().argsort(Keys.of(keys));
        int[] begins = IntStream.range(0, rows.length)
                .filter(slot -> slot == 0 || keys[rows[slot]] != keys[rows[slot - 1]])
                .toArray();
        int[] ends = Arrays.copyOfRange(begins, Math.min(1, begins.length), begins.length + 1);
        ends[begins.length - 1] = rows.length;
        int[] groups = IntStream.range(0, begins.length)
                .filter(group -> ends[group] - begins[group] > REPEATED)
                .toArray();
        double[] areas = Arrays.stream(groups)
                .parallel()
                .mapToDouble(group -> hullArea(dropoffs, rows, begins[group], ends[group]))
                .toArray();
        int[] sizes =
                Arrays.stream(groups).map(group -> ends[group] - begins[group]).toArray();
        // Groups are in the order of customers.
        int[] order = engine.sorting().argsort(Keys.of(sizes), SortOptions.DEFAULT.withOrder(Order.DESCENDING));
        return new Answer(order.length, Arrays.stream(areas).sum(), slot -> {
            int key = keys[rows[begins[groups[order[slot]]]]];
            long customer = key / MAX_MONTHS;
            return List.of(customer, "Customer#%09d".formatted(customer), day(key % MAX_MONTHS), areas[order[slot]]);
        });
    }

    private static double hullArea(Points points, int[] rows, int begin, int end) {
        Coordinate[] places = new Coordinate[end - begin];
        for (int slot = begin; slot < end; slot++) {
            places[slot - begin] = new Coordinate(points.coordinate(rows[slot], 0), points.coordinate(rows[slot], 1));
        }
        return new ConvexHull(places, GEOMETRIES).getConvexHull().getArea();
    }

    /** 7: the reported distance of each trip beside the straight one, the largest ratio first. */
    private Answer detours() {
        Points from = trips("t_pickuploc");
        Points to = trips("t_dropoffloc");
        Points numbers = trips("t_tripkey", "t_distance");
        double[] lines = new double[from.size()];
        double[] order = new double[2 * lines.length];
        IntStream.range(0, lines.length).parallel().forEach(row -> {
            double dx = from.coordinate(row, 0) - to.coordinate(row, 0);
            double dy = from.coordinate(row, 1) - to.coordinate(row, 1);
            lines[row] = Math.sqrt(dx * dx + dy * dy) / DEGREES_OF_METER;
            double reported = numbers.coordinate(row, 1);
            // Larger ratios come first, and trips without a line after all others.
            order[2 * row] = lines[row] == 0 ? 1 : -reported / lines[row];
            order[2 * row + 1] = -reported;
        });
        double sum = IntStream.range(0, lines.length)
                .mapToDouble(row -> Math.min(0, order[2 * row]))
                .sum();
        int[] rows = engine.sorting().superKeyOrder(Points.wrap(order, 2), 0, SortOptions.DEFAULT);
        return new Answer(rows.length, -sum, slot -> {
            int row = rows[slot];
            double ratio = lines[row] == 0 ? Double.NaN : numbers.coordinate(row, 1) / lines[row];
            return List.of((long) numbers.coordinate(row, 0), numbers.coordinate(row, 1), lines[row], ratio);
        });
    }

    /** 8: the number of trips that begin near each building, the most first. */
    private Answer tripsNearBuildings() {
        GeometryTable buildings = buildings("b_name");
        Layer pickups = Layer.of(trips("t_pickuploc"));
        int[] counts = SpatialJoin.count(
                engine,
                buildings.layer(),
                pickups,
                SpatialPredicate.withinDistance(NEARBY),
                SpatialJoinOptions.DEFAULT);
        // Buildings are in the order of their keys.
        int[] order = Arrays.stream(
                        engine.sorting().argsort(Keys.of(counts), SortOptions.DEFAULT.withOrder(Order.DESCENDING)))
                .filter(row -> counts[row] > 0)
                .toArray();
        return new Answer(order.length, Arrays.stream(counts).asLongStream().sum(), slot -> {
            int row = order[slot];
            return List.of(key(buildings, row), buildings.keptCells(row)[0], counts[row]);
        });
    }

    /** Two buildings that meet. */
    private record Overlap(int first, int second, double area1, double area2, double shared) {

        double ratio() {
            double union = area1 + area2 - shared;
            return shared == 0 ? 0 : union == 0 ? 1 : shared / union;
        }
    }

    /** 9: the pairs of buildings that meet, with the share that they have in common, the largest first. */
    private Answer overlaps() {
        GeometryTable buildings = buildings();
        Layer layer = buildings.layer();
        Matches pairs = SpatialJoin.join(engine, layer, layer, SpatialPredicate.INTERSECTS);
        List<Overlap> found = IntStream.range(0, layer.size())
                .parallel()
                .boxed()
                .flatMap(row -> Arrays.stream(pairs.ids(row))
                        .filter(other -> row < other)
                        .mapToObj(other -> overlap(layer, row, other)))
                .sorted(Comparator.comparingDouble(Overlap::ratio)
                        .reversed()
                        .thenComparingInt(Overlap::first)
                        .thenComparingInt(Overlap::second))
                .toList();
        double sum = found.stream().mapToDouble(Overlap::ratio).sum();
        return new Answer(found.size(), sum, slot -> {
            Overlap pair = found.get(slot);
            return List.of(
                    key(buildings, pair.first),
                    key(buildings, pair.second),
                    pair.area1,
                    pair.area2,
                    pair.shared,
                    pair.ratio());
        });
    }

    private static Overlap overlap(Layer layer, int row, int other) {
        Geometry first = layer.geometry(row);
        Geometry second = layer.geometry(other);
        return new Overlap(
                row,
                other,
                first.getArea(),
                second.getArea(),
                first.intersection(second).getArea());
    }

    /** 12: the nearest buildings of each trip's begin, all pairs by their distances. */
    private Answer nearestBuildings() {
        // The buildings are read by one thread for the most part.
        CompletableFuture<Points> reading = CompletableFuture.supplyAsync(() -> trips("t_pickuploc"));
        GeometryTable buildings = buildings("b_name");
        Points pickups = reading.join();
        SpatialJoinOptions options = isSphere ? SpatialJoinOptions.DEFAULT.withSphere() : SpatialJoinOptions.DEFAULT;
        Neighbors found = SpatialJoin.nearest(
                engine, Layer.of(pickups), buildings.layer(), NEIGHBORS, Double.POSITIVE_INFINITY, options);
        int k = found.k();
        SpatialPairs pairs = new SpatialPairs(engine, found, isSphere ? found.metric()::distance : Math::sqrt);
        int[] order = pairs.order();
        return new Answer(order.length, pairs.sum(), slot -> {
            int trip = order[slot] / k;
            int building = found.id(trip, order[slot] % k);
            return List.of(
                    trip + 1L,
                    pickups.coordinate(trip, 0),
                    pickups.coordinate(trip, 1),
                    key(buildings, building),
                    buildings.keptCells(building)[0],
                    found.distance(trip, order[slot] % k));
        });
    }
}
