package dev.gyre.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a {@link ScalingExperiment} found, in memory and as a file: facts, what is missing, and points.
 *
 * <pre>
 * # Date: 2026-11-20
 * # skipped: sort on jvm from n = …
 * operation,backend,…
 * sort,jvm,…
 * </pre>
 *
 * @param facts names and values for the header of the report
 * @param missing why points are missing, a line each, beginning with {@link ScalingSeries#SKIPPED} or
 *     {@link ScalingSeries#FAILED}
 * @param points the points, those of a series together and by ascending size
 */
record ScalingResults(Map<String, String> facts, List<String> missing, List<ScalingPoint> points) {

    private static final String COMMENT = "# ";
    private static final String COLON = ": ";

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
        Map<Boolean, List<String>> areMissing =
                lines.stream().collect(Collectors.partitioningBy(ScalingResults::isMissing));
        return new ScalingResults(
                facts,
                areMissing.get(true),
                areMissing.get(false).stream().map(ScalingPoint::ofCsv).toList());
    }

    /** These and others in one: of each fact all values are kept that differ. */
    ScalingResults plus(ScalingResults other) {
        Map<String, String> allFacts = new LinkedHashMap<>(facts);
        other.facts.forEach((name, value) -> allFacts.merge(name, value, Header::join));
        return new ScalingResults(
                allFacts,
                Stream.concat(missing.stream(), other.missing.stream()).toList(),
                Stream.concat(points.stream(), other.points.stream()).toList());
    }

    /** Whether something went wrong. */
    boolean hasFailed() {
        return missing.stream().anyMatch(ScalingResults::isFailure);
    }

    private static boolean isFailure(String line) {
        return line.startsWith(ScalingSeries.FAILED);
    }

    private static boolean isMissing(String line) {
        return isFailure(line) || line.startsWith(ScalingSeries.SKIPPED);
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
        List<String> lines = new ArrayList<>();
        facts.forEach((name, value) -> lines.add(COMMENT + name + COLON + value));
        missing.forEach(line -> lines.add(COMMENT + line));
        lines.add(ScalingPoint.CSV_TITLES);
        points.forEach(point -> lines.add(point.toCsv()));
        Files.write(file, lines);
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it is not such a file
     */
    static ScalingResults read(Path file) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith(COMMENT)) {
                lines.add(line);
            } else if (isMissing(line.substring(COMMENT.length()))) {
                lines.add(line.substring(COMMENT.length()));
            } else {
                String[] fact = line.substring(COMMENT.length()).split(COLON, 2);
                facts.put(fact[0], fact[fact.length - 1]);
            }
        }
        if (!lines.remove(ScalingPoint.CSV_TITLES)) {
            throw new IllegalArgumentException("no line \"" + ScalingPoint.CSV_TITLES + "\" in " + file);
        }
        return of(facts, lines);
    }
}
