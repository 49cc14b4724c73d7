package dev.gyre.benchmarks;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.CellType;
import dev.gyre.cli.csv.ParquetRecords;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The tables trip and building of SpatialBench (apache/sedona-spatialbench), as files of GeoParquet: its columns and its distributions with
 * random numbers of our own. Each row depends on its key alone. {@code benchmarks/README.md} says what differs.
 */
final class SpatialTables {

    /** Days from 1992-01-01 on, in which trips begin. */
    static final int DAYS = 2_557;

    static final long FIRST_DAY = LocalDate.of(1992, 1, 1).toEpochDay();

    static final long MILLIS_OF_DAY = 86_400_000;

    private static final int TRIPS = 6_000_000;
    private static final int BUILDINGS = 20_000;
    private static final int FEWEST_BUILDINGS = 400;
    private static final int CUSTOMERS = 30_000;
    private static final int DRIVERS = 500;
    private static final int VEHICLES = 100;

    /** A third of the customers makes no trips. */
    private static final int NO_TRIPS = 3;

    private static final int NAMES = 92;
    private static final int FEWEST_CORNERS = 3;
    private static final int MAX_CORNERS = 7;
    private static final double POLYGON_RADIUS = 0.000039;
    private static final double POINT_DIGITS = 1e9;
    private static final double DISTANCE_DIGITS = 1e8;
    private static final double CENTS = 100;
    private static final double MILLIS_OF_DEGREE = 180_000_000;
    private static final int BATCH = 1 << 14;

    /** Distances in degrees at equal steps of their share, from 0 to 1: those of the 6,000 trips in SpatialBench's repository. */
    private static final double[] DISTANCES = {
        0.000000, 0.000000, 0.003357, 0.006810, 0.009409, 0.011750, 0.013962, 0.016212, 0.018399, 0.020698, 0.023158,
        0.025618, 0.028587, 0.031750, 0.035428, 0.039820, 0.045567, 0.054210, 0.068062, 0.105991, 1.069158
    };

    /** Made when a row is: a second of a process that only reads the tables. */
    private static final class Cities {

        private static final SpatialCities OF_TRIPS =
                new SpatialCities(56_789, 60_000, 15, 12, 2, 80, 0.006, 0.003, 0.8);

        private static final SpatialCities OF_BUILDINGS =
                new SpatialCities(12_345, 10_000, 5, 3, 1, 15, 0.1, 0.01, 1.2);
    }

    private final double scale;
    private final double polygonRadius;
    private final GeometryFactory geometries = new GeometryFactory();

    /** The tables at a scale factor. */
    SpatialTables(double scale) {
        this(scale, 1);
    }

    /** The tables at a scale factor, with polygons that are larger by another one. */
    SpatialTables(double scale, double polygons) {
        this.scale = scale;
        polygonRadius = POLYGON_RADIUS * polygons;
    }

    long trips() {
        return Math.max(1, Math.round(TRIPS * scale));
    }

    /** The number of buildings: it grows by 20,000 whenever the scale doubles; below scale 1, by the scale. */
    int buildings() {
        return scale >= 1
                ? (int) (BUILDINGS * (1 + Math.log(scale) / Math.log(2)))
                : Math.max(FEWEST_BUILDINGS, (int) (BUILDINGS * scale));
    }

    private long customers() {
        return Math.max(NO_TRIPS, (long) (CUSTOMERS * scale));
    }

    /** Returns the folder of the tables of a scale within another one; it has both files once it is there. */
    Path directory(Path parent) {
        return parent.resolve(String.format(Locale.ROOT, "spatialbench-sf%s", scale));
    }

    /** Writes both tables to a folder, unless they are there. */
    Path write(Path parent) throws IOException {
        Path directory = directory(parent);
        if (Files.isDirectory(directory)) {
            return directory;
        }
        Path unfinished = directory.resolveSibling(directory.getFileName() + ".unfinished");
        Files.createDirectories(unfinished);
        write(unfinished.resolve("building.parquet"), buildings(), this::building, new Object[] {
            AnswerColumn.of("b_buildingkey", CellType.LONG),
            AnswerColumn.of("b_name", CellType.TEXT),
            AnswerColumn.geometry("b_boundary", null)
        });
        write(unfinished.resolve("trip.parquet"), trips(), this::trip, new Object[] {
            AnswerColumn.of("t_tripkey", CellType.LONG),
            AnswerColumn.of("t_custkey", CellType.LONG),
            AnswerColumn.of("t_driverkey", CellType.LONG),
            AnswerColumn.of("t_vehiclekey", CellType.LONG),
            AnswerColumn.of("t_pickuptime", CellType.LONG),
            AnswerColumn.of("t_dropofftime", CellType.LONG),
            AnswerColumn.of("t_fare", CellType.DOUBLE),
            AnswerColumn.of("t_tip", CellType.DOUBLE),
            AnswerColumn.of("t_totalamount", CellType.DOUBLE),
            AnswerColumn.of("t_distance", CellType.DOUBLE),
            AnswerColumn.geometry("t_pickuploc", null),
            AnswerColumn.geometry("t_dropoffloc", null)
        });
        Files.move(unfinished, directory);
        return directory;
    }

    private static void write(Path file, long rows, LongFunction<Object[]> row, Object... header) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            ParquetRecords.write(out, records -> {
                records.accept(header);
                for (long from = 1; from <= rows; from += BATCH) {
                    Object[][] batch = LongStream.range(from, Math.min(from + BATCH, rows + 1))
                            .parallel()
                            .mapToObj(row)
                            .toArray(Object[][]::new);
                    Arrays.stream(batch).forEach(records);
                }
            });
        }
    }

    /** Returns the row of a building. */
    Object[] building(long key) {
        SplittableRandom random = random(key, BUILDINGS);
        double[] center = Cities.OF_BUILDINGS.place(random);
        SpatialCities.Box box = SpatialCities.Box.of(random);
        int corners = random.nextInt(FEWEST_CORNERS, MAX_CORNERS + 1);
        double[] angles = random.doubles(corners, 0, 2 * Math.PI).sorted().toArray();
        Coordinate[] ring = new Coordinate[corners + 1];
        for (int corner = 0; corner < corners; corner++) {
            double x = SpatialCities.clamp(center[0] + polygonRadius * Math.cos(angles[corner]));
            double y = SpatialCities.clamp(center[1] + polygonRadius * Math.sin(angles[corner]));
            ring[corner] = box.place(x, y, POINT_DIGITS);
        }
        ring[corners] = ring[0];
        return new Object[] {key, "name " + random.nextInt(NAMES), geometries.createPolygon(ring)};
    }

    /** Returns the row of a trip. */
    Object[] trip(long key) {
        SplittableRandom random = random(key, TRIPS);
        double[] place = Cities.OF_TRIPS.place(random);
        Coordinate pickup = SpatialCities.Box.of(random).place(place[0], place[1], POINT_DIGITS);
        double distance = rounded(distance(random), DISTANCE_DIGITS);
        double angle = random.nextDouble(2 * Math.PI);
        Geometry dropoff = geometries.createPoint(new Coordinate(
                rounded(pickup.x + distance * Math.cos(angle), DISTANCE_DIGITS),
                rounded(pickup.y + distance * Math.sin(angle), DISTANCE_DIGITS)));
        long customer = random.nextLong(1, customers() + 1);
        customer -= customer % NO_TRIPS == 0 ? 1 : 0;
        long begin = (FIRST_DAY + random.nextInt(DAYS)) * MILLIS_OF_DAY
                + 1_000L * random.nextInt((int) (MILLIS_OF_DAY / 1_000));
        double fare = distance * random.nextInt(150, 301) / CENTS;
        double tip = fare * random.nextInt(31) / CENTS;
        return new Object[] {
            key,
            customer,
            random.nextLong(1, Math.max(2, (long) (DRIVERS * scale) + 1)),
            random.nextLong(1, Math.max(2, (long) (VEHICLES * scale) + 1)),
            begin,
            begin + Math.round(distance * MILLIS_OF_DEGREE / 1_000) * 1_000,
            cents(fare),
            cents(tip),
            cents(fare + tip),
            cents(distance),
            geometries.createPoint(pickup),
            dropoff
        };
    }

    private static SplittableRandom random(long key, int table) {
        return new SplittableRandom(SpatialCities.mixed(key * 31 + table));
    }

    private static double distance(SplittableRandom random) {
        double place = random.nextDouble(DISTANCES.length - 1);
        int below = (int) place;
        return DISTANCES[below] + (place - below) * (DISTANCES[below + 1] - DISTANCES[below]);
    }

    private static double cents(double value) {
        return Math.floor(value * CENTS) / CENTS;
    }

    private static double rounded(double value, double digits) {
        return Math.rint(value * digits) / digits;
    }
}
