package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.Groups;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.Ranking;
import dev.gyre.cli.csv.RankingColumns;
import dev.gyre.cli.csv.TextOrder;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that orders the rows of a file: the base of {@code sort} and {@code top}. */
abstract class RankingCommand implements Callable<Integer> {

    static final String FILES = "Files have a header, are UTF-8, and may be compressed with gzip.";

    private static final List<String> DEMO_BY = List.of("population");

    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--by",
            paramLabel = "NAME[,NAME]...",
            description = "The columns to order by, the most significant first (default: with --demo population, the "
                    + "largest first).")
    private List<String> by;

    @Option(
            names = "--text",
            paramLabel = "NAME[,NAME]...",
            description =
                    "Those of the --by columns that are texts: they are ordered by their bytes, or as --locale says.")
    private List<String> texts = List.of();

    @Option(
            names = "--locale",
            paramLabel = "TAG",
            description =
                    "The language whose order the --text columns have, such as de or sv-SE (default: that of bytes).")
    private String locale;

    @Option(
            names = "--date",
            paramLabel = "NAME[,NAME]...",
            description =
                    "Those of the --by columns that are dates of ISO 8601, such as 2024-02-29 or 2024-02-29T12:30Z; "
                            + "without an offset they are UTC.")
    private List<String> dates = List.of();

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "Orders the rows of each value of this column separately, in the order in which the values "
                    + "first appear.")
    private String group;

    @Option(
            names = "--keep",
            paramLabel = "NAME[,NAME]...",
            description =
                    "Writes these columns, as they are in the file, instead of the usual ones; '*' stands for all "
                            + "columns, 'p*' and p0..p9 for several.")
    private List<String> kept;

    @Option(names = "--explain", description = "Prints the method, and why, before the work begins.")
    private boolean explain;

    @Mixin
    private CsvOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    /** Returns the columns whose largest values come first: null for none, an empty text for all. */
    abstract String largestOf();

    /** Returns whether an answer without options of columns has the rows as they are in the file. */
    abstract boolean keepsRows();

    /** Sets the order to largest first, for the demo. */
    abstract void largestFirst();

    /** Completes and checks the command's own options. */
    abstract void check(boolean demo);

    abstract String explanation(Engine engine, PointTable table);

    /** Returns the rows in their order. */
    abstract int[] find(Engine engine, PointTable table);

    /** Returns what was done with the columns, for people. */
    abstract String summary(String columns);

    /** Returns the name of the work, for its time. */
    abstract String work();

    /** Reads the rows, puts them in their order, and delivers them. */
    void run(RankingColumns columns) throws IOException {
        output.checkApart(input.file());
        output.run(engineOptions, () -> PointReader.read(input.source(), columns), this::rank);
    }

    /** Returns the order of the first column. */
    final Order order() {
        return isDescending(by.get(0)) ? Order.DESCENDING : Order.ASCENDING;
    }

    private boolean isDescending(String column) {
        return largestOf() != null && (largestOf().isEmpty() || largest().contains(column));
    }

    private List<String> largest() {
        List<String> names =
                Stream.of(largestOf().split(",")).map(String::strip).toList();
        if (!by.containsAll(names)) {
            throw Usage.error(
                    spec,
                    "columns whose largest come first must be columns of --by: " + largestOf() + ", --by="
                            + String.join(",", by));
        }
        return names;
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

    final CommandSpec spec() {
        return spec;
    }

    final List<String> by() {
        return by;
    }

    /** Returns whether the order is by one column of numbers alone, and nothing else is asked for. */
    final boolean isPlain() {
        return by.size() == 1 && texts.isEmpty() && dates.isEmpty() && group == null && kept == null && !explain;
    }

    final CsvOutputOptions output() {
        return output;
    }

    final EngineOptions engineOptions() {
        return engineOptions;
    }

    final InputOptions input() {
        return input;
    }

    final boolean keepsColumns() {
        return kept != null;
    }

    final boolean hasGroups() {
        return group != null;
    }

    @Override
    public final Integer call() throws IOException {
        input.check();
        if (input.isDemo() && by == null) {
            by = DEMO_BY;
            largestFirst();
        }
        by = Usage.columns(spec, "--by", by);
        texts = texts.isEmpty() ? texts : Usage.columns(spec, "--text", texts);
        dates = dates.isEmpty() ? dates : Usage.columns(spec, "--date", dates);
        if (largestOf() != null && !largestOf().isEmpty()) {
            largest();
        }
        check(input.isDemo());
        RankingColumns columns = columns();
        output.check();
        output.checkNoPrecision();
        run(columns);
        return ExitCode.OK;
    }

    private RankingColumns columns() {
        if (locale != null && texts.isEmpty()) {
            throw Usage.error(spec, "--locale needs --text: --locale=" + locale);
        }
        if (kept != null && input.namesRows()) {
            throw Usage.error(spec, "--keep writes the kept columns alone: name the column of --id there");
        }
        Map<String, TextOrder> orders = new HashMap<>();
        put("--text", texts, this::textOrder, orders);
        put("--date", dates, TextOrder::dates, orders);
        return new RankingColumns(by, orders, isRanked() ? input.idColumn() : null, group, keptColumns());
    }

    /** Returns whether the answer has ranks and the columns of the order alone. */
    private boolean isRanked() {
        return kept == null && (!keepsRows() || input.namesRows());
    }

    private ColumnSelection keptColumns() {
        if (kept != null) {
            return new KeepOptions.Kept("--keep", kept).selection(spec);
        }
        return isRanked() ? ColumnSelection.ofNames(by) : ColumnSelection.all();
    }

    private TextOrder textOrder() {
        try {
            return locale == null ? TextOrder.binary() : TextOrder.of(Locale.forLanguageTag(locale));
        } catch (IllegalArgumentException e) {
            throw Usage.error(spec, e.getMessage() + ": --locale=" + locale);
        }
    }

    private void put(String option, List<String> names, Supplier<TextOrder> order, Map<String, TextOrder> orders) {
        for (String name : names) {
            if (!by.contains(name)) {
                throw Usage.error(
                        spec,
                        option + " must name a column of --by: " + option + "=" + name + ", --by="
                                + String.join(",", by));
            }
            if (orders.put(name, order.get()) != null) {
                throw Usage.error(spec, "a column is text or a date, and is named once: " + option + "=" + name);
            }
        }
    }

    private CommandResult rank(Engine engine, PointTable table) {
        if (explain) {
            Usage.explain(spec, explanation(engine, table));
        }
        int[] order = find(engine, directed(table));
        Groups groups = table.groups();
        int rows = table.points().size();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("rows", rows);
        facts.put("by", String.join(",", by));
        facts.put("descending", order() == Order.DESCENDING);
        if (groups != null) {
            facts.put("groups", groups.count());
        }
        facts.put("rows_written", order.length);
        String in = groups == null ? "" : " in " + Numbers.counted(groups.count(), "group");
        String summary = Numbers.counted(rows, "row") + in + summary(String.join(",", by));
        Ranking ranking = new Ranking(table, order, isRanked());
        return new ListAnswer(
                (most, form, records) -> ranking.forEach(most, records), ranking.size(), "row", summary, facts, work());
    }
}
