package dev.gyre.benchmarks;

import java.nio.file.Path;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options of all commands: how much to measure, where a report goes, and how it begins. */
final class ReportOptions {

    /** The folder of all results, from the root of the repository; each year has a folder in it. */
    static final Path RESULTS = Path.of("benchmarks", "results");

    private static final String NOTE = "Note";

    @Option(
            names = {"--quick", "--small"},
            description = "Tiny cases in this process: shows that everything works.")
    private boolean quick;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Where to write; the folder of the year in benchmarks/results unless given.")
    private Path output = RESULTS.resolve(Year.now(ZoneOffset.UTC).toString());

    @Option(names = "--note", paramLabel = "TEXT", description = "A line for the header of the report.")
    private String note;

    boolean isQuick() {
        return quick;
    }

    Path output() {
        return output;
    }

    /** Adds to the facts what a reader should know about a run. */
    void addNotes(Map<String, String> facts) {
        if (quick) {
            facts.put(NOTE, "a quick run on tiny cases: the figures mean nothing");
        }
        if (note != null) {
            facts.merge(NOTE, note, ReportOptions::join);
        }
    }

    /** The beginning of a report: what was measured on what. */
    static String header(String title, Map<String, String> facts) {
        StringBuilder text = new StringBuilder("# " + title + "\n\n| | |\n| --- | --- |\n");
        facts.forEach((name, value) ->
                text.append("| ").append(name).append(" | ").append(value).append(" |\n"));
        return text.append('\n').toString();
    }

    /** Returns the values of one fact, and one more, if it is not among them. */
    static String join(String some, String other) {
        return some.equals(other) || List.of(some.split("; ")).contains(other) ? some : some + "; " + other;
    }

    /** Returns the facts of two runs, with all different values of each fact. */
    static Map<String, String> join(Map<String, String> some, Map<String, String> others) {
        Map<String, String> all = new LinkedHashMap<>(some);
        others.forEach((name, value) -> all.merge(name, value, ReportOptions::join));
        return all;
    }
}
