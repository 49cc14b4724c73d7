package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvColumns;
import dev.gyre.cli.csv.Groups;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.Ranking;
import dev.gyre.cli.csv.TextOrder;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A command that orders the rows of a file: the base of {@code sort} and {@code top}. */
abstract class RankingCommand extends Command {

    private static final List<String> DEMO_BY = List.of("population");

    final InputOptions input = with(new InputOptions(InputOptions.Demo.CITIES));
    private final Option<List<String>> keys = columns(
            "--by",
            "The columns to order by, the most significant first (default: with --demo population, the largest first).");
    private final Option<List<String>> texts = columns(
            "--text",
            "Those of the --by columns that are texts: they are ordered by their bytes, or as --locale says.");
    private final Option<String> locale = text(
            "--locale=TAG",
            "The language whose order the --text columns have, such as de or sv-SE (default: that of bytes).");
    private final Option<List<String>> dates = columns(
            "--date",
            "Those of the --by columns that are dates of ISO 8601, such as 2024-02-29 or 2024-02-29T12:30Z; "
                    + "without an offset they are UTC.");
    final Option<String> group = text(
            "--group=NAME",
            "Orders the rows of each value of this column separately, in the order in which the values first appear.");
    final Option<List<String>> kept = columns(
            "--keep",
            "Writes these columns, as they are in the file, instead of the usual ones; '*' stands for all "
                    + "columns, 'p*' and p0..p9 for several.");
    private final Option<Boolean> explain = flag("--explain", "Prints the method, and why, before the work begins.");
    final OutputOptions<Answer> output = with(OutputOptions.ofCsv());
    private final Option<String> largest;

    private List<String> by;

    /** The columns whose largest values come first, empty for all; null for none. */
    private List<String> largestOf;

    RankingCommand(String name, String largest, String largestHelp, String description) {
        super(name, description, CSV_FILES);
        this.largest = text(largest + "=NAME[,NAME]...", largestHelp).orWithoutValue("");
    }

    /** Checks the command's own options. */
    abstract void check(boolean demo);

    /** Returns whether an answer without options of columns has the rows as they are in the file. */
    abstract boolean keepsRows();

    abstract String explanation(Engine engine, PointTable table);

    /** Returns the rows in their order. */
    abstract int[] find(Engine engine, PointTable table);

    /** Returns what was done with the columns, for people. */
    abstract String summary(String columns);

    /** Returns the name of the work, for its time. */
    abstract String work();

    /** Reads the rows, puts them in their order, and delivers them. */
    void run(CsvColumns columns) throws IOException {
        output.checkApartFrom(input.file.get());
        output.run(() -> input.source().points(columns), this::rank);
    }

    @Override
    public final Integer call() throws IOException {
        input.check();
        boolean byDemo = input.isDemo() && !keys.isGiven();
        by = byDemo ? DEMO_BY : names("--by", keys.get());
        largestOf = byDemo ? List.of() : largestOf();
        check(input.isDemo());
        CsvColumns columns = columns();
        output.check("CSV", false);
        output.checkNoPrecision();
        run(columns);
        return ExitCode.OK;
    }

    private List<String> largestOf() {
        if (!largest.isGiven()) {
            return null;
        }
        List<String> names = largest.get().isEmpty()
                ? List.of()
                : Stream.of(largest.get().split(",")).map(String::strip).toList();
        if (!by.containsAll(names)) {
            throw error("columns whose largest come first must be columns of --by: " + largest.get() + ", --by="
                    + String.join(",", by));
        }
        return names;
    }

    private CsvColumns columns() {
        if (locale.isGiven() && !texts.isGiven()) {
            throw error("--locale needs --text: --locale=" + locale.get());
        }
        if (kept.isGiven() && input.namesRows()) {
            throw error("--keep writes the kept columns alone: name the column of --id there");
        }
        Map<String, TextOrder> orders = new HashMap<>();
        put("--text", texts, this::textOrder, orders);
        put("--date", dates, TextOrder::dates, orders);
        return CsvColumns.of(by.stream().map(Column::of).toList())
                .withOrders(orders)
                .withGroups(group.get())
                .withTexts(isRanked() ? input.idColumn() : null, keptColumns());
    }

    private TextOrder textOrder() {
        try {
            return locale.isGiven() ? TextOrder.of(Locale.forLanguageTag(locale.get())) : TextOrder.binary();
        } catch (IllegalArgumentException e) {
            throw error(e.getMessage() + ": --locale=" + locale.get());
        }
    }

    private void put(
            String option, Option<List<String>> lists, Supplier<TextOrder> order, Map<String, TextOrder> orders) {
        for (String name : lists.isGiven() ? names(option, lists.get()) : List.<String>of()) {
            if (!by.contains(name)) {
                throw error(option + " must name a column of --by: " + option + "=" + name + ", --by="
                        + String.join(",", by));
            }
            if (orders.put(name, order.get()) != null) {
                throw error("a column is text or a date, and is named once: " + option + "=" + name);
            }
        }
    }

    /** Returns whether the answer has ranks and the columns of the order alone. */
    private boolean isRanked() {
        return !kept.isGiven() && (!keepsRows() || input.namesRows());
    }

    private ColumnSelection keptColumns() {
        if (kept.isGiven()) {
            return PointFile.Columns.kept("--keep", kept.get()).keptSelection(this);
        }
        return isRanked() ? ColumnSelection.ofNames(by) : ColumnSelection.all();
    }

    private Answer rank(Engine engine, PointTable table) {
        if (explain.isGiven()) {
            tell(explanation(engine, table));
        }
        int[] order = find(engine, directed(table));
        Groups groups = table.groups();
        int rows = table.points().size();
        String columns = String.join(",", by);
        Facts facts = Facts.of("rows", rows)
                .and("by", columns)
                .and("descending", order() == Order.DESCENDING)
                .and("groups", groups == null ? null : groups.count())
                .and("rows_written", order.length);
        String in = groups == null ? "" : " in " + Numbers.counted(groups.count(), "group");
        String summary = Numbers.counted(rows, "row") + in + summary(columns);
        Ranking ranking = new Ranking(table, order, isRanked());
        return new ListAnswer(
                (max, forPeople, records) -> ranking.forEach(max, records),
                order.length,
                "row",
                summary,
                facts,
                work());
    }

    /** Returns the table with columns negated whose order is not that of the first one. */
    private PointTable directed(PointTable table) {
        boolean[] opposite = new boolean[by.size()];
        boolean any = false;
        for (int dim = 0; dim < opposite.length; dim++) {
            opposite[dim] = isDescending(by.get(dim)) != (order() == Order.DESCENDING);
            any |= opposite[dim];
        }
        if (!any) {
            return table;
        }
        double[] coordinates = table.points().array().clone();
        for (int at = 0; at < coordinates.length; at++) {
            // Not -x, which makes a negative zero of a zero.
            coordinates[at] = opposite[at % opposite.length] ? 0.0 - coordinates[at] : coordinates[at];
        }
        return table.with(Points.wrap(coordinates, opposite.length));
    }

    /** Returns the order of the first column. */
    final Order order() {
        return isDescending(by.get(0)) ? Order.DESCENDING : Order.ASCENDING;
    }

    private boolean isDescending(String column) {
        return largestOf != null && (largestOf.isEmpty() || largestOf.contains(column));
    }

    final List<String> by() {
        return by;
    }

    /** Returns the columns whose largest values come first, empty for all; null for none. */
    final List<String> descending() {
        return largestOf;
    }

    /** Returns whether the order is by one column of numbers alone, and nothing else is asked for. */
    final boolean isPlain() {
        return by.size() == 1 && Stream.of(texts, dates, group, kept, explain).noneMatch(Option::isGiven);
    }
}
