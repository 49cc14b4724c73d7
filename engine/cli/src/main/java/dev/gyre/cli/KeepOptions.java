package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.engine.io.PointFormat;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the columns of files that the answer of a join has besides its own. */
final class KeepOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--keep",
            paramLabel = "NAME[,NAME]...",
            description =
                    "Adds these columns of --input to CSV, as right_NAME, and in a join of one file also as left_NAME, of "
                            + "the query; '*' stands for all, 'p*' and p0..p9 for several.")
    private List<String> columns;

    @Option(
            names = "--left-join",
            description = "Adds a row to CSV for each query without a match, with empty fields for the match.")
    private boolean leftJoin;

    /**
     * The columns of a file that are kept.
     *
     * @param option the option that names them
     * @param terms the value of the option; null for none
     */
    record Kept(String option, List<String> terms) {

        /** No columns. */
        static final Kept NOTHING = new Kept("--keep", null);

        /** Returns the value of the option, or null. */
        String text() {
            return terms == null ? null : String.join(",", terms);
        }

        /** Returns the columns, or null. */
        ColumnSelection selection(CommandSpec spec) {
            if (terms == null) {
                return null;
            }
            List<String> names = Usage.columns(spec, option, terms);
            return names.equals(List.of("*")) ? ColumnSelection.all() : ColumnSelection.of(names);
        }
    }

    Kept ofInput() {
        return new Kept("--keep", columns);
    }

    boolean isLeftJoin() {
        return leftJoin;
    }

    /** Refuses options that have no effect: only CSV has kept columns and unmatched rows. */
    void check(QueryOptions query, Path output, boolean countsOnly, boolean pairsOnce) {
        boolean given = columns != null || leftJoin || query.kept().terms() != null;
        if (given && countsOnly) {
            throw Usage.error(spec, "--count-only excludes --keep, --query-keep and --left-join");
        }
        if (leftJoin && pairsOnce) {
            throw Usage.error(spec, "--pairs-once and --left-join exclude one another");
        }
        if (given && (output == null || PointFormat.ofName(output) != PointFormat.CSV)) {
            throw Usage.error(
                    spec,
                    "--keep, --query-keep and --left-join are for CSV: "
                            + (output == null ? "--output is missing" : "--output=" + output));
        }
    }
}
