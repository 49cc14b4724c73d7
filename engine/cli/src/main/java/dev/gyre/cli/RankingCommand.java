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
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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
                    "Writes these columns, as they are in the file, instead of the usual ones; '*' stands for whole "
                            + "rows, 'p*' and p0..p9 for several columns.")
    private List<String> kept;

    @Option(names = "--explain", description = "Prints the method, and why, before the work begins.")
    private boolean explain;

    @Mixin
    private CsvOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    /** Returns the order that the options ask for. */
    abstract Order order();

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
        check(input.isDemo());
        RankingColumns columns = columns();
        output.check();
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
        ColumnSelection keptColumns = kept == null ? null : ColumnSelection.of(Usage.columns(spec, "--keep", kept));
        return new RankingColumns(by, orders, input.idColumn(), group, keptColumns);
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
        int[] order = find(engine, table);
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
        String in = groups == null ? "" : " in " + Numbers.grouped(groups.count()) + " groups";
        String summary = Numbers.grouped(rows) + " rows" + in + summary(String.join(",", by));
        Ranking ranking = new Ranking(table, order);
        return new ListAnswer(
                (most, forPeople, records) -> ranking.forEach(most, records),
                ranking.size(),
                "row",
                summary,
                facts,
                work());
    }
}
