package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import java.util.ArrayList;
import java.util.List;

/** Counts the rows of a file that the user's options leave out. */
final class LeftOut {

    private final String file;
    private final CsvOptions options;
    private long bad;
    private long missing;
    private String firstBad = "";

    LeftOut(String file, CsvOptions options) {
        this.file = file;
        this.options = options;
    }

    /** Leaves out a row, or throws its problem if the options want every row. */
    void add(InputException problem, boolean onlyMissing) {
        if (onlyMissing && options.skipMissing()) {
            missing++;
        } else if (options.skipBadRows()) {
            firstBad = bad == 0 ? problem.getMessage().substring(file.length() + ", ".length()) : firstBad;
            bad++;
        } else {
            throw problem;
        }
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        if (missing > 0) {
            parts.add(rows(missing) + " with missing coordinates skipped");
        }
        if (bad > 0) {
            parts.add(rows(bad) + " that cannot be read skipped (the first: " + firstBad + ")");
        }
        return parts.isEmpty() ? "" : file + ": " + String.join(", ", parts);
    }

    private static String rows(long count) {
        return count + (count == 1 ? " row" : " rows");
    }
}
