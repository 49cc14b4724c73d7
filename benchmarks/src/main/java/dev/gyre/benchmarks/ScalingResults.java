package dev.gyre.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a {@link ScalingExperiment} found, in memory and as a {@link PointsFile}.
 *
 * @param facts names and values for the header of the report
 * @param missing why points are missing, a line each, beginning with {@link PointsFile#SKIPPED} or
 *     {@link PointsFile#FAILED}
 * @param points the points, those of a series together and by ascending size
 */
record ScalingResults(Map<String, String> facts, List<String> missing, List<ScalingPoint> points) {

    ScalingResults {
        facts = new LinkedHashMap<>(facts);
        missing = List.copyOf(missing);
        points = List.copyOf(points);
    }

    /**
     * From the lines of series.
     *
     * @param facts names and values for the header of the report
     * @param lines points as CSV, and why points are missing
     */
    static ScalingResults of(Map<String, String> facts, List<String> lines) {
        return of(PointsFile.of(facts, lines));
    }

    private static ScalingResults of(PointsFile file) {
        return new ScalingResults(
                file.facts(),
                file.missing(),
                file.points().stream().map(ScalingPoint::ofCsv).toList());
    }

    /** These and others in one: of each fact all values are kept that differ. */
    ScalingResults plus(ScalingResults other) {
        return of(file().plus(other.file()));
    }

    /** Whether something went wrong. */
    boolean hasFailed() {
        return missing.stream().anyMatch(PointsFile::isFailure);
    }

    /** The points of each operation, by series. */
    Map<String, Map<String, List<ScalingPoint>>> byOperation() {
        return points.stream()
                .collect(Collectors.groupingBy(
                        ScalingPoint::operation,
                        LinkedHashMap::new,
                        Collectors.groupingBy(ScalingPoint::series, LinkedHashMap::new, Collectors.toList())));
    }

    void write(Path file) throws IOException {
        file().write(ScalingPoint.CSV_TITLES, file);
    }

    private PointsFile file() {
        return new PointsFile(
                facts, missing, points.stream().map(ScalingPoint::toCsv).toList());
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it is not such a file
     */
    static ScalingResults read(Path file) throws IOException {
        return of(PointsFile.read(ScalingPoint.CSV_TITLES, file));
    }
}
