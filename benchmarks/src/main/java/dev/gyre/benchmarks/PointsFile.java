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
 * What an experiment found, as a file: facts, why points are missing, and points as CSV.
 *
 * <pre>
 * # Date: 2026-11-20
 * # skipped: sort on jvm from n = …
 * operation,backend,…
 * sort,jvm,…
 * </pre>
 *
 * @param facts names and values for the header of the report
 * @param missing why points are missing, a line each, beginning with {@link #SKIPPED} or {@link #FAILED}
 * @param points the points as CSV
 */
record PointsFile(Map<String, String> facts, List<String> missing, List<String> points) {

    /** How a line begins that says that something was not tried. */
    static final String SKIPPED = "skipped: ";

    /** How a line begins that says that something went wrong. */
    static final String FAILED = "failed: ";

    private static final String COMMENT = "# ";
    private static final String COLON = ": ";

    PointsFile {
        facts = new LinkedHashMap<>(facts);
        missing = List.copyOf(missing);
        points = List.copyOf(points);
    }

    /**
     * From the lines of a run.
     *
     * @param facts names and values for the header of the report
     * @param lines points as CSV, and why points are missing
     */
    static PointsFile of(Map<String, String> facts, List<String> lines) {
        Map<Boolean, List<String>> areMissing =
                lines.stream().collect(Collectors.partitioningBy(PointsFile::isMissing));
        return new PointsFile(facts, areMissing.get(true), areMissing.get(false));
    }

    /** These and others in one: of each fact all values are kept that differ. */
    PointsFile plus(PointsFile other) {
        return new PointsFile(
                Header.join(facts, other.facts),
                Stream.concat(missing.stream(), other.missing.stream()).toList(),
                Stream.concat(points.stream(), other.points.stream()).toList());
    }

    /** Whether a line says that something went wrong. */
    static boolean isFailure(String line) {
        return line.startsWith(FAILED);
    }

    /** Whether a line says why a point is missing. */
    static boolean isMissing(String line) {
        return isFailure(line) || line.startsWith(SKIPPED);
    }

    /**
     * Writes.
     *
     * @param titles the titles of the columns
     * @param file where to
     */
    void write(String titles, Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        facts.forEach((name, value) -> lines.add(COMMENT + name + COLON + value));
        missing.forEach(line -> lines.add(COMMENT + line));
        lines.add(titles);
        lines.addAll(points);
        Files.write(file, lines);
    }

    /**
     * Reads a file.
     *
     * @param titles the titles that its columns must have
     * @param file the file
     * @throws IllegalArgumentException if it is not such a file
     */
    static PointsFile read(String titles, Path file) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        List<String> points = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith(COMMENT)) {
                points.add(line);
            } else if (isMissing(line.substring(COMMENT.length()))) {
                missing.add(line.substring(COMMENT.length()));
            } else {
                String[] fact = line.substring(COMMENT.length()).split(COLON, 2);
                facts.put(fact[0], fact[fact.length - 1]);
            }
        }
        if (!points.remove(titles)) {
            throw new IllegalArgumentException("no line \"" + titles + "\" in " + file);
        }
        return new PointsFile(facts, missing, points);
    }
}
