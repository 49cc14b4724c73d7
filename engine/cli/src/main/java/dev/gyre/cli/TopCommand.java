package dev.gyre.cli;

import dev.gyre.cli.csv.Groups;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RankingColumns;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.op.SelectionOptions;
import dev.gyre.engine.op.SortOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the first k rows of an order, without sorting the others. */
@Command(
        name = "top",
        description = {
            "Finds the k rows of a CSV file that are smallest, or largest, by one or several columns of numbers, texts or dates.",
            RankingCommand.FILES
        },
        footer = {
            "",
            "The answer is a table of the first rows or, with --output, CSV with the columns rank (from 1), the --id column "
                    + "or row (from 0), and the --by columns, best first; with --group that column comes first, and ranks "
                    + "count in each group. With --keep it is the kept columns. Rows that tie are ranked in the order of the file.",
            "With --within it is the columns query (the place, from 0), rank, the --id column or row, and the --by column."
        })
final class TopCommand extends RankingCommand {

    private static final int DEMO_K = 10;

    @Option(
            names = {"-k", "--k"},
            paramLabel = "N",
            description = "Number of rows, up to all; with --group, of each group (default: with --demo 10).")
    private Integer k;

    @Option(
            names = "--largest",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "NAME[,NAME]...",
            description = "Finds the largest rows, by all columns or by these --by columns (--largest=NAME).")
    private String largest;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            defaultValue = "auto",
            converter = SelectionMethodName.class,
            completionCandidates = SelectionMethodName.class,
            description =
                    "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE}). Groups "
                            + "are always sorted.")
    private SelectionMethod method;

    /** The methods by name. */
    static final class SelectionMethodName extends ConstantName<SelectionMethod> {
        SelectionMethodName() {
            super(SelectionMethod.class);
        }
    }

    @Mixin
    private WithinOptions within;

    /** With --within, finds the rows of each window or point instead. */
    @Override
    void run(RankingColumns columns) throws IOException {
        if (!within.isGiven()) {
            super.run(columns);
            return;
        }
        if (!isPlain()) {
            throw Usage.error(
                    spec(),
                    "--within needs one --by column of numbers, and allows neither --group, --keep nor --explain");
        }
        output().checkApart(input().file(), within.file());
        output().run(engineOptions(), () -> within.read(input(), by().get(0)), this::ranged);
    }

    private CommandResult ranged(Engine engine, Both<PointTable> tables) {
        String score = by().get(0);
        PointTable rows = tables.first();
        ScoredRows scored = ScoredRows.of(rows, input().source().name());
        RankedRows found =
                within.find(engine, scored, tables.second(), k, order() == Order.DESCENDING, output().isQuiet());
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("rows", rows.points().size());
        facts.put("places", found.queries());
        facts.put("by", score);
        facts.put("rows_written", found.size());
        String summary = Numbers.counted(rows.points().size(), "row") + ", " + Numbers.counted(found.queries(), "place")
                + ", " + Numbers.counted(found.size(), "row") + " found by " + score;
        return new ListAnswer(
                (most, form, records) -> list(found, rows, score, most, records),
                found.size(),
                "row",
                summary,
                facts,
                "search");
    }

    private static void list(RankedRows found, PointTable rows, String score, int most, Consumer<String[]> records) {
        records.accept(new String[] {"query", "rank", rows.labelName(), score});
        int given = 0;
        for (int query = 0; query < found.queries(); query++) {
            for (int rank = 0; rank < found.count(query) && given < most; rank++, given++) {
                records.accept(new String[] {
                    Integer.toString(query),
                    Integer.toString(rank + 1),
                    rows.label(found.id(query, rank)),
                    rows.keptCells(found.id(query, rank))[0]
                });
            }
        }
    }

    @Override
    String largestOf() {
        return largest;
    }

    @Override
    boolean keepsRows() {
        return false;
    }

    @Override
    void largestFirst() {
        largest = "";
    }

    @Override
    void check(boolean demo) {
        if (k == null && demo) {
            k = DEMO_K;
        }
        if (k == null) {
            throw Usage.error(spec(), "--k is missing");
        }
        within.check(input());
        if (k < 1) {
            throw Usage.error(spec(), "--k must be 1 or more: k=" + k);
        }
        if (hasGroups() && method != SelectionMethod.AUTOMATIC && method != SelectionMethod.SORT) {
            throw Usage.error(spec(), "groups are sorted: --method=" + ConstantName.nameOf(method));
        }
    }

    @Override
    String explanation(Engine engine, PointTable table) {
        return hasGroups()
                ? engine.sorting().explainSegments(table.groups().offsets(), SortMethod.AUTOMATIC)
                : engine.selection().explain(1, table.points().size(), k, options());
    }

    @Override
    int[] find(Engine engine, PointTable table) {
        if (!hasGroups()) {
            return new TopRows(engine.selection(), engine.sorting()).find(table.points(), k, options());
        }
        Groups groups = table.groups();
        int[] sorted =
                GroupedOrder.find(engine.sorting(), table.points(), groups, SortOptions.DEFAULT.withOrder(order()));
        return GroupedOrder.first(k, sorted, groups.offsets());
    }

    private SelectionOptions options() {
        return SelectionOptions.DEFAULT.withOrder(order()).withMethod(method);
    }

    @Override
    String summary(String columns) {
        return " by " + columns + (order() == Order.DESCENDING ? ", largest " : ", smallest ") + Numbers.grouped(k)
                + (hasGroups() ? " of each" : "");
    }

    @Override
    String work() {
        return "select";
    }
}
