package dev.gyre.cli;

import picocli.CommandLine.Option;

/** Options of the rows and their names in the answer. */
final class InputOptions extends SourceOptions {

    private static final String DEMO_ID = "name";

    @Option(names = "--id", paramLabel = "NAME", description = "A column that identifies the rows in the answer.")
    private String id;

    /** Returns whether the user asked for identifiers. */
    boolean namesRows() {
        return id != null;
    }

    /** Returns the column of the identifiers, or null. */
    String idColumn() {
        return id == null && isDemo() ? DEMO_ID : id;
    }
}
