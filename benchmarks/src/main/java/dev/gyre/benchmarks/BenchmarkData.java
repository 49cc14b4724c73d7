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
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** The points of a benchmark: seeded by shape, or real. */
public final class BenchmarkData {

    /** Name of the real data: longitude and latitude of the cities of GeoNames. */
    public static final String CITIES = "CITIES";

    /** Number of cities. */
    public static final int CITY_COUNT = 135_233;

    private static final long SEED = 20261120L;
    private static final String CITIES_FILE = "/dev/gyre/cli/data-sets/cities.csv.gz";

    private BenchmarkData() {}

    /**
     * The points of a case.
     *
     * @param shape name of a {@link Shape}, or {@link #CITIES}
     * @param size number of points; of the cities a seeded choice
     * @param dims number of dimensions; 2 for the cities
     * @return the points, always the same
     * @throws IllegalArgumentException if the data does not have so many points or dimensions
     */
    public static Points points(String shape, int size, int dims) {
        if (shape.equals(CITIES)) {
            return cities(size, dims);
        }
        return Points.of(Shape.valueOf(shape).rows(size, dims, new Random(SEED)), dims);
    }

    /**
     * The same points rounded to float32.
     *
     * @param shape name of a {@link Shape}, or {@link #CITIES}
     * @param size number of points
     * @param dims number of dimensions
     * @return the points, always the same
     * @throws IllegalArgumentException as {@link #points}
     */
    public static Points floatPoints(String shape, int size, int dims) {
        double[] rows = points(shape, size, dims).toRowMajor();
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) rows[i];
        }
        return Points.of(rows, dims);
    }

    private static Points cities(int size, int dims) {
        List<double[]> cities = readCities();
        if (dims != 2 || size > cities.size()) {
            throw new IllegalArgumentException(
                    "the cities are " + cities.size() + " points of 2 dimensions: size=" + size + ", dims=" + dims);
        }
        if (size < cities.size()) {
            // The file goes country by country.
            Collections.shuffle(cities, new Random(SEED));
        }
        double[] rows = new double[size * dims];
        for (int row = 0; row < size; row++) {
            System.arraycopy(cities.get(row), 0, rows, row * dims, dims);
        }
        return Points.of(rows, dims);
    }

    private static List<double[]> readCities() {
        try (InputStream resource = BenchmarkData.class.getResourceAsStream(CITIES_FILE);
                Reader reader = new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8);
                CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(reader)) {
            return csv.stream()
                    .map(city -> new double[] {
                        Double.parseDouble(city.getField("lon")), Double.parseDouble(city.getField("lat"))
                    })
                    .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + CITIES_FILE, e);
        }
    }
}
