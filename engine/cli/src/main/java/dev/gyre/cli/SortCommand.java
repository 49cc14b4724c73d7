package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.SortOptions;
import java.util.List;

/** Sorts the rows of a file. */
final class SortCommand extends RankingCommand {

    private final Option<Boolean> ranks = flag(
            "--ranks",
            "Writes the rank (from 1), the --id column or row (from 0), and the --by columns, instead of whole "
                    + "rows; so does --id.");
    private final Option<SortOptions.Method> method = choice(
                    Names.of(SortOptions.Method.class),
                    "--method=METHOD",
                    "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE}).")
            .byDefault("auto");

    SortCommand() {
        super(
                "sort",
                "--descending",
                "Sorts the largest first, of all columns or of these --by columns (--descending=NAME).",
                "Orders the rows of a CSV file by one or several columns of numbers, texts or dates.");
        footer(
                "The answer is a table of the first rows or, with --output, CSV of all rows as they are in the file. With --ranks or "
                        + "--id it has the columns rank (from 1), the --id column or row (from 0), and the --by columns; with "
                        + "--group that column comes first, and ranks count in each group. With --keep it is the kept columns. "
                        + "Rows that tie stay in the order of the file.");
    }

    @Override
    void check(boolean demo) {
        if (ranks.isGiven() && kept.isGiven()) {
            throw error("--keep writes the kept columns alone, and excludes --ranks");
        }
    }

    @Override
    boolean keepsRows() {
        return !ranks.isGiven();
    }

    @Override
    String explanation(Engine engine, PointTable table) {
        return group.isGiven()
                ? engine.sorting().explainSegments(table.groups().offsets(), method.get())
                : engine.sorting().explain(table.points(), method.get());
    }

    @Override
    int[] find(Engine engine, PointTable table) {
        SortOptions options = new SortOptions(order(), method.get());
        return group.isGiven()
                ? GroupedOrder.find(engine.sorting(), table.points(), table.groups(), options)
                : engine.sorting().superKeyOrder(table.points(), 0, options);
    }

    @Override
    String summary(String columns) {
        List<String> descending = descending();
        if (descending == null) {
            return " by " + columns;
        }
        return " by " + columns
                + (descending.isEmpty() ? " descending" : ", descending in " + String.join(",", descending));
    }

    @Override
    String work() {
        return "sort";
    }
}
