package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.op.SortOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Sorts the rows of a file. */
@Command(
        name = "sort",
        description = {
            "Orders the rows of a CSV file by one or several columns of numbers, texts or dates.",
            RankingCommand.FILES
        },
        footer = {
            "",
            "The answer is a table of the first rows or, with --output, CSV of all rows as they are in the file. With --ranks or "
                    + "--id it has the columns rank (from 1), the --id column or row (from 0), and the --by columns; with "
                    + "--group that column comes first, and ranks count in each group. With --keep it is the kept columns. "
                    + "Rows that tie stay in the order of the file."
        })
final class SortCommand extends RankingCommand {

    @Option(
            names = "--descending",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "NAME[,NAME]...",
            description = "Sorts the largest first, of all columns or of these --by columns (--descending=NAME).")
    private String descending;

    @Option(
            names = "--ranks",
            description =
                    "Writes the rank (from 1), the --id column or row (from 0), and the --by columns, instead of whole "
                            + "rows; so does --id.")
    private boolean ranks;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            defaultValue = "auto",
            converter = SortMethodName.class,
            completionCandidates = SortMethodName.class,
            description = "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE}).")
    private SortMethod method;

    /** The methods by name. */
    static final class SortMethodName extends ConstantName<SortMethod> {
        SortMethodName() {
            super(SortMethod.class);
        }
    }

    @Override
    String largestOf() {
        return descending;
    }

    @Override
    boolean keepsRows() {
        return !ranks;
    }

    @Override
    void largestFirst() {
        descending = "";
    }

    @Override
    void check(boolean demo) {
        if (ranks && keepsColumns()) {
            throw Usage.error(spec(), "--keep writes the kept columns alone, and excludes --ranks");
        }
    }

    @Override
    String explanation(Engine engine, PointTable table) {
        return hasGroups()
                ? engine.sorting().explainSegments(table.groups().offsets(), method)
                : engine.sorting().explain(table.points(), method);
    }

    @Override
    int[] find(Engine engine, PointTable table) {
        SortOptions options = new SortOptions(order(), method);
        return hasGroups()
                ? GroupedOrder.find(engine.sorting(), table.points(), table.groups(), options)
                : engine.sorting().superKeyOrder(table.points(), 0, options);
    }

    @Override
    String summary(String columns) {
        return " by " + columns
                + (descending == null ? "" : descending.isEmpty() ? " descending" : ", descending in " + descending);
    }

    @Override
    String work() {
        return "sort";
    }
}
