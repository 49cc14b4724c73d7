package dev.gyre.benchmarks;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.verify.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/** The points of a benchmark: seeded points of a shape, or real ones. */
final class BenchmarkData {

    /** Name of the real data: longitude and latitude of the cities of GeoNames. */
    static final String CITIES = "CITIES";

    /** Uniform points, some of them changed to look like real data; {@code scipy_kdtree.py} has the same shapes. */
    enum Spoiled {
        /** One point at 1e10 in all dimensions. */
        ONE_1E10((uniform, row, random) -> row == 7 ? 1e10 : uniform),
        /** One point at 1e150 in all dimensions. */
        ONE_1E150((uniform, row, random) -> row == 7 ? 1e150 : uniform),
        /** A fill value, -999999, in 1 % of the rows. */
        FILL((uniform, row, random) -> row % 100 == 3 ? -999_999 : uniform),
        /** 1 % of the rows at magnitudes from 1e3 to 1e150. */
        SPREAD((uniform, row, random) -> {
            double far = (random.nextDouble() - 0.5) * Math.pow(10, 3 + 147 * random.nextDouble());
            return row % 100 == 3 ? far : uniform;
        }),
        /** Every other row in a second cluster, 1e9 away. */
        TWO_CLUSTERS((uniform, row, random) -> row % 2 == 0 ? uniform + 1e9 : uniform),
        /** Whole numbers, some of them an ulp or two off. */
        LATTICE_WITH_A_HAIR((uniform, row, random) -> Math.rint(uniform * 100) * (1 + random.nextInt(3) * 0x1p-52));

        /** Changes a coordinate. */
        private interface Change {
            double of(double uniform, int row, Random random);
        }

        private final Change change;

        Spoiled(Change change) {
            this.change = change;
        }

        Points points(int size, int dims, Random random) {
            double[] rows = Shape.UNIFORM.rows(size, dims, random);
            for (int i = 0; i < rows.length; i++) {
                rows[i] = change.of(rows[i], i / dims, random);
            }
            return Points.wrap(rows, dims);
        }

        static boolean has(String shape) {
            return Arrays.stream(values()).anyMatch(one -> one.name().equals(shape));
        }
    }

    /** Number of boxes of coastlines. */
    static final int COASTLINE_COUNT = 472_660;

    private static final long SEED = 20261120L;
    private static final String DATA_SETS = "/dev/gyre/cli/data-sets/";

    /** Numbers that one random generator makes one after the other. */
    private static final int BLOCK = 1 << 16;

    private BenchmarkData() {}

    /** Makes one of many values from random numbers. */
    @FunctionalInterface
    interface Maker {
        void make(SplittableRandom random, int at);
    }

    /** Makes values with all threads, always the same: each block has its own random numbers. */
    static void forEach(int length, Maker maker) {
        IntStream.range(0, Math.ceilDiv(length, BLOCK)).parallel().forEach(block -> {
            SplittableRandom random = new SplittableRandom(SEED + block);
            int end = (int) Math.min(length, (block + 1L) * BLOCK);
            for (int at = block * BLOCK; at < end; at++) {
                maker.make(random, at);
            }
        });
    }

    /** The points of a {@link Shape}, of {@link Spoiled}, or of {@link #CITIES}, always the same. */
    static Points points(String shape, int size, int dims) {
        return points(shape, size, dims, new Random(SEED));
    }

    /** The points of a case from other random numbers. */
    static Points points(String shape, int size, int dims, Random random) {
        if (shape.equals(CITIES)) {
            return cities(size, dims);
        }
        if (Spoiled.has(shape)) {
            return Spoiled.valueOf(shape).points(size, dims, random);
        }
        return Points.wrap(Shape.valueOf(shape).rows(size, dims, random), dims);
    }

    /** Uniform points rounded to float32. */
    static Points floatPoints(int size, int dims) {
        return rounded(points(Shape.UNIFORM.name(), size, dims));
    }

    /** Points rounded to float32. */
    static Points rounded(Points points) {
        double[] rows = points.toRowMajor();
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) rows[i];
        }
        return Points.wrap(rows, points.dims());
    }

    private static Points cities(int size, int dims) {
        List<double[]> cities = new ArrayList<>(Cities.PLACES);
        if (dims != 2 || size > cities.size()) {
            throw new IllegalArgumentException(
                    "the cities are " + cities.size() + " points of 2 dimensions: size=" + size + ", dims=" + dims);
        }
        return Points.wrap(choice(cities, size), dims);
    }

    /**
     * Boxes of coastlines and borders.
     *
     * @return for each box its least longitude and latitude, then its greatest ones
     */
    static double[] coastlines(int size) {
        List<double[]> boxes = new ArrayList<>(Coastlines.BOXES);
        if (size > boxes.size()) {
            throw new IllegalArgumentException("the coastlines are " + boxes.size() + " boxes: size=" + size);
        }
        return choice(boxes, size);
    }

    /** Read once, because reading needs longer than most small cases. */
    private static final class Cities {
        static final List<double[]> PLACES = read("cities.csv.gz", "lon", "lat");
    }

    private static final class Coastlines {
        static final List<double[]> BOXES = read("coastlines.csv.gz", "xmin", "ymin", "xmax", "ymax");
    }

    /** Returns random rows, because files go country by country; all rows stay in the order of their file. */
    private static double[] choice(List<double[]> rows, int size) {
        if (size < rows.size()) {
            Collections.shuffle(rows, new Random(SEED));
        }
        return rows.stream().limit(size).flatMapToDouble(Arrays::stream).toArray();
    }

    private static List<double[]> read(String file, String... columns) {
        try (InputStream resource = BenchmarkData.class.getResourceAsStream(DATA_SETS + file);
                Reader reader = new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8);
                CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(reader)) {
            return csv.stream()
                    .map(row -> Arrays.stream(columns)
                            .mapToDouble(column -> Double.parseDouble(row.getField(column)))
                            .toArray())
                    .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
