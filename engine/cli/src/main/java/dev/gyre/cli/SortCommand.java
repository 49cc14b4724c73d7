package dev.gyre.cli;

import dev.gyre.cli.csv.Groups;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.Ranking;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Column;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.op.SortOptions;
import dev.gyre.engine.op.Sorting;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Sorts the rows of a file. */
@Command(
        name = "sort",
        description = {
            "Orders the rows of a CSV file by one or several columns of numbers.",
            "Files have a header, are UTF-8, and may be compressed with gzip."
        },
        footer = {
            "",
            "The answer is a table of the first rows or, with --output, CSV with the columns rank (from 1), the --id column "
                    + "or row (from 0), and the --by columns; with --group that column comes first, and ranks count in "
                    + "each group. Rows that tie stay in the order of the file."
        })
final class SortCommand implements Callable<Integer> {

    private static final List<String> DEMO_BY = List.of("population");

    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--by",
            paramLabel = "NAME[,NAME]...",
            description = "The columns to sort by, the most significant first (default: with --demo population, "
                    + "descending).")
    private List<String> by;

    @Option(names = "--descending", description = "Sorts the largest numbers first.")
    private boolean descending;

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "Sorts the rows of each value of this column separately, in the order in which the values "
                    + "first appear.")
    private String group;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            defaultValue = "auto",
            converter = SortMethodName.class,
            completionCandidates = SortMethodName.class,
            description = "auto, radix, radix-then-ties or merge; all give the same answer (default: auto).")
    private SortMethod method;

    @Option(names = "--explain", description = "Prints the method of the sort, and why.")
    private boolean explain;

    @Mixin
    private CsvOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    /** The methods by name. */
    static final class SortMethodName extends ConstantName<SortMethod> {
        SortMethodName() {
            super(SortMethod.class);
        }
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (input.isDemo() && by == null) {
            by = DEMO_BY;
            descending = true;
        }
        by = Usage.columns(spec, "--by", by);
        output.check();
        output.checkApart(input.file());
        new FileWork<>(this::read, this::sort).run(spec, engineOptions, output);
        return ExitCode.OK;
    }

    private PointTable read() {
        return PointReader.read(input.source(), by.stream().map(Column::of).toList(), input.idColumn(), group);
    }

    private CommandResult sort(Engine engine, PointTable table) {
        Sorting sorting = engine.sorting();
        SortOptions options = new SortOptions(descending ? Order.DESCENDING : Order.ASCENDING, method);
        Points points = table.points();
        Groups groups = table.groups();
        if (explain) {
            spec.commandLine()
                    .getErr()
                    .println(
                            groups == null
                                    ? sorting.explain(points, method)
                                    : sorting.explainSegments(groups.offsets(), method));
        }
        int[] order = groups == null
                ? sorting.superKeyOrder(points, 0, options)
                : GroupedOrder.find(sorting, points, groups, options);
        return new RankingAnswer(new Ranking(table, order), summary(points, groups), "sort");
    }

    private String summary(Points points, Groups groups) {
        return Numbers.grouped(points.size()) + " rows"
                + (groups == null ? "" : " in " + Numbers.grouped(groups.count()) + " groups")
                + " by " + String.join(",", by) + (descending ? " descending" : "");
    }
}
