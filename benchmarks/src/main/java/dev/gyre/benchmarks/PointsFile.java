package dev.gyre.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The results of an experiment, as a file: facts, why rows are missing, and rows as CSV.
 *
 * <pre>
 * # Date: 2026-11-20
 * # skipped: sort of n = 4096 on jvm, and larger: …
 * operation,backend,…
 * sort,jvm,…
 * </pre>
 *
 * @param titles the titles of the columns
 * @param facts names and values for the header of the report
 * @param missing why rows are missing, a line each, beginning with {@link #SKIPPED} or {@link #FAILED}
 * @param rows the rows
 */
record PointsFile(List<String> titles, Map<String, String> facts, List<String> missing, List<Row> rows) {

    /** The beginning of a line about something that was not tried. */
    static final String SKIPPED = "skipped: ";

    /** The beginning of a line about something that went wrong. */
    static final String FAILED = "failed: ";

    private static final String COMMENT = "# ";
    private static final String COLON = ": ";

    PointsFile {
        titles = List.copyOf(titles);
        facts = new LinkedHashMap<>(facts);
        missing = List.copyOf(missing);
        rows = List.copyOf(rows);
    }

    /**
     * Makes the results from the lines of a run.
     *
     * @param facts names and values for the header of the report
     * @param lines rows as CSV, why rows are missing, and more facts, in the form of {@link #fact}
     */
    static PointsFile of(List<String> titles, Map<String, String> facts, List<String> lines) {
        Map<String, String> allFacts = new LinkedHashMap<>(facts);
        List<String> missing = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (String line : lines) {
            String text = line.startsWith(COMMENT) ? line.substring(COMMENT.length()) : line;
            if (isMissing(text)) {
                missing.add(text);
            } else if (line.startsWith(COMMENT)) {
                String[] fact = text.split(COLON, 2);
                allFacts.merge(fact[0], fact[fact.length - 1], ReportOptions::join);
            } else {
                rows.add(Row.ofCsv(titles, line));
            }
        }
        return new PointsFile(titles, allFacts, missing, rows);
    }

    /** Returns a fact as a line. */
    static String fact(String name, String value) {
        return COMMENT + name + COLON + value;
    }

    private static boolean isMissing(String line) {
        return line.startsWith(FAILED) || line.startsWith(SKIPPED);
    }

    /** Returns these and other results together, with all different values of each fact. */
    PointsFile plus(PointsFile other) {
        return new PointsFile(
                titles,
                ReportOptions.join(facts, other.facts),
                Stream.concat(missing.stream(), other.missing.stream()).toList(),
                Stream.concat(rows.stream(), other.rows.stream()).toList());
    }

    /** What went wrong. */
    List<String> failures() {
        return missing.stream().filter(line -> line.startsWith(FAILED)).toList();
    }

    /** What was not tried. */
    List<String> skipped() {
        return missing.stream().filter(line -> line.startsWith(SKIPPED)).toList();
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        facts.forEach((name, value) -> lines.add(fact(name, value)));
        missing.forEach(line -> lines.add(COMMENT + line));
        lines.add(String.join(",", titles));
        rows.forEach(row -> lines.add(row.toCsv()));
        Files.write(file, lines);
    }

    /** Reads a file. An older file may lack columns, which are then unknown. */
    static PointsFile read(List<String> titles, Path file) throws IOException {
        PointsFile found = read(file);
        List<String> own = found.titles;
        if (!titles.containsAll(own) || !own.contains("device")) {
            throw new IllegalArgumentException("no columns " + titles + " in " + file);
        }
        List<Row> rows = found.rows.stream()
                .map(row -> Row.of(titles, title -> own.contains(title) ? row.text(title) : Run.UNKNOWN))
                .toList();
        return new PointsFile(titles, found.facts, found.missing, rows);
    }

    /** Reads a file with the columns that it has. */
    static PointsFile read(Path file) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        String titles = lines.stream()
                .filter(line -> !line.startsWith(COMMENT))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no columns in " + file));
        lines.remove(titles);
        return of(List.of(titles.split(",")), Map.of(), lines);
    }
}
