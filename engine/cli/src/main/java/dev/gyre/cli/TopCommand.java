package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.CsvColumns;
import dev.gyre.cli.csv.Groups;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import java.io.IOException;
import java.util.function.Consumer;

/** Finds the first k rows of an order, without sorting the others. */
final class TopCommand extends RankingCommand {

    private static final int DEMO_K = 10;

    private final Option<Integer> asked =
            integer("-k, --k=N", "Number of rows, up to all; with --group, of each group (default: with --demo 10).");
    private final Option<SelectionOptions.Method> method = choice(
                    Names.of(SelectionOptions.Method.class),
                    "--method=METHOD",
                    "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE}). Groups "
                            + "are always sorted.")
            .byDefault("auto");
    private final WithinOptions within = with(new WithinOptions());

    private int k;

    TopCommand() {
        super(
                "top",
                "--largest",
                "Finds the largest rows, by all columns or by these --by columns (--largest=NAME).",
                "Finds the k rows of a CSV file that are smallest, or largest, by one or several columns of numbers, texts or dates.");
        footer(
                "The answer is a table of the first rows or, with --output, CSV with the columns rank (from 1), the --id column "
                        + "or row (from 0), and the --by columns, best first; with --group that column comes first, and ranks "
                        + "count in each group. With --keep it is the kept columns. Rows that tie are ranked in the order of the file.",
                "With --within it is the columns query (the place, from 0), rank, the --id column or row, and the --by column.");
    }

    /** With --within, finds the rows of each window or point instead. */
    @Override
    void run(CsvColumns columns) throws IOException {
        if (!within.isGiven()) {
            super.run(columns);
            return;
        }
        if (!isPlain()) {
            throw error("--within needs one --by column of numbers, and allows neither --group, --keep nor --explain");
        }
        output.checkApartFrom(input.file.get(), within.file());
        output.run(() -> within.read(input, by().get(0)), this::ranged);
    }

    private Answer ranged(Engine engine, Both<PointTable> tables) {
        String score = by().get(0);
        PointTable rows = tables.first();
        ScoredRows scored = ScoredRows.of(rows, input.source().name());
        boolean isLargest = order() == Order.DESCENDING;
        RankedRows found = within.find(engine, scored, tables.second(), k, isLargest, output.isQuiet());
        int size = rows.points().size();
        return new ListAnswer(
                (max, forPeople, records) -> list(found, rows, max, records),
                found.size(),
                "row",
                Numbers.counted(size, "row") + ", " + Numbers.counted(found.queries(), "place") + ", "
                        + Numbers.counted(found.size(), "row") + " found by " + score,
                Facts.of("rows", size)
                        .and("places", found.queries())
                        .and("by", score)
                        .and("rows_written", found.size()),
                "search");
    }

    private static void list(RankedRows found, PointTable rows, int max, Consumer<Object[]> records) {
        records.accept(new Object[] {
            AnswerColumn.count("query"),
            AnswerColumn.count("rank"),
            rows.labelColumn(rows.labelName()),
            rows.keptColumns("")[0]
        });
        int given = 0;
        for (int query = 0; query < found.queries(); query++) {
            for (int rank = 0; rank < found.count(query) && given < max; rank++, given++) {
                int row = found.id(query, rank);
                records.accept(new Object[] {query, rank + 1, rows.labelCell(row), rows.keptValues(row)[0]});
            }
        }
    }

    @Override
    void check(boolean demo) {
        if (!asked.isGiven() && !demo) {
            throw error("--k is missing");
        }
        within.check(input);
        k = asked.or(DEMO_K);
        checkLeast("k", 1, k);
        if (group.isGiven()
                && method.get() != SelectionOptions.Method.AUTOMATIC
                && method.get() != SelectionOptions.Method.SORT) {
            throw error("groups are sorted: --method=" + Names.nameOf(method.get()));
        }
    }

    @Override
    boolean keepsRows() {
        return false;
    }

    @Override
    String explanation(Engine engine, PointTable table) {
        return group.isGiven()
                ? engine.sorting().explainSegments(table.groups().offsets(), SortOptions.Method.AUTOMATIC)
                : engine.selection().explain(1, table.points().size(), k, options());
    }

    @Override
    int[] find(Engine engine, PointTable table) {
        if (!group.isGiven()) {
            return new TopRows(engine.selection(), engine.sorting()).find(table.points(), k, options());
        }
        Groups groups = table.groups();
        int[] sorted =
                GroupedOrder.find(engine.sorting(), table.points(), groups, SortOptions.DEFAULT.withOrder(order()));
        return GroupedOrder.first(k, sorted, groups.offsets());
    }

    private SelectionOptions options() {
        return SelectionOptions.DEFAULT.withOrder(order()).withMethod(method.get());
    }

    @Override
    String summary(String columns) {
        return " by " + columns + (order() == Order.DESCENDING ? ", largest " : ", smallest ") + Numbers.grouped(k)
                + (group.isGiven() ? " of each" : "");
    }

    @Override
    String work() {
        return "select";
    }
}
