package dev.gyre.benchmarks;

import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** Where a report goes, and what its header says beside the facts. */
final class ReportOptions {

    @Option(
            names = "--output",
            paramLabel = "DIR",
            defaultValue = "benchmarks/results",
            description = "Where to write; ${DEFAULT-VALUE} unless given.")
    private Path output;

    @Option(names = "--note", paramLabel = "TEXT", description = "A line for the header of the report.")
    private String note;

    Path output() {
        return output;
    }

    /** The note, or null. */
    String note() {
        return note;
    }

    /** Adds the note to facts, if there is one. */
    void addNote(Map<String, String> facts) {
        if (note != null) {
            facts.merge("Note", note, Header::join);
        }
    }
}
