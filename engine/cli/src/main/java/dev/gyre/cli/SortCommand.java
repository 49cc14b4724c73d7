package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Order;
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
            "The answer is a table of the first rows or, with --output, CSV with the columns rank (from 1), the --id column "
                    + "or row (from 0), and the --by columns; with --group that column comes first, and ranks count in "
                    + "each group. With --keep it is the kept columns. Rows that tie stay in the order of the file."
        })
final class SortCommand extends RankingCommand {

    @Option(names = "--descending", description = "Sorts the largest first.")
    private boolean descending;

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
    Order order() {
        return descending ? Order.DESCENDING : Order.ASCENDING;
    }

    @Override
    void largestFirst() {
        descending = true;
    }

    @Override
    void check(boolean demo) {
        // All combinations are good.
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
        return " by " + columns + (descending ? " descending" : "");
    }

    @Override
    String work() {
        return "sort";
    }
}
