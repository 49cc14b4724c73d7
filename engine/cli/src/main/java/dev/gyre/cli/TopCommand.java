package dev.gyre.cli;

import dev.gyre.cli.csv.PointReader;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.Ranking;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Column;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.SelectionOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds the first k rows of an order, without sorting the others. */
@Command(
        name = "top",
        description = {
            "Finds the k rows of a CSV file with the smallest, or the largest, numbers in a column.",
            "Files have a header, are UTF-8, and may be compressed with gzip."
        },
        footer = {
            "",
            "The answer is a table of the first rows or, with --output, CSV with the columns rank (from 1), the --id column "
                    + "or row (from 0), and the --by column, best first. Rows that tie are ranked in the order of the file."
        })
final class TopCommand implements Callable<Integer> {

    private static final String DEMO_BY = "population";
    private static final int DEMO_K = 10;

    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "The column of the numbers (default: with --demo population, largest).")
    private String by;

    @Option(names = "--k", paramLabel = "N", description = "Number of rows, up to all (default: with --demo 10).")
    private Integer k;

    @Option(names = "--largest", description = "Finds the rows with the largest numbers.")
    private boolean largest;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            defaultValue = "auto",
            converter = SelectionMethodName.class,
            completionCandidates = SelectionMethodName.class,
            description = "auto, single-pass, radix-select or sort; all give the same answer (default: auto).")
    private SelectionMethod method;

    @Option(names = "--explain", description = "Prints the method of the selection, and why.")
    private boolean explain;

    @Mixin
    private CsvOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    /** The methods by name. */
    static final class SelectionMethodName extends ConstantName<SelectionMethod> {
        SelectionMethodName() {
            super(SelectionMethod.class);
        }
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (input.isDemo()) {
            applyDemo();
        }
        if (by == null) {
            throw Usage.error(spec, "--by is missing");
        }
        if (k == null) {
            throw Usage.error(spec, "--k is missing");
        }
        if (k < 1) {
            throw Usage.error(spec, "--k must be 1 or more: k=" + k);
        }
        output.check();
        output.checkApart(input.file());
        new FileWork<>(this::read, this::select).run(spec, engineOptions, output);
        return ExitCode.OK;
    }

    private void applyDemo() {
        if (by == null) {
            by = DEMO_BY;
            largest = true;
        }
        k = k == null ? Integer.valueOf(DEMO_K) : k;
    }

    private PointTable read() {
        return PointReader.read(input.source(), List.of(Column.of(by.strip())), input.idColumn());
    }

    private CommandResult select(Engine engine, PointTable table) {
        Selection selection = engine.selection();
        SelectionOptions options = SelectionOptions.DEFAULT
                .withOrder(largest ? Order.DESCENDING : Order.ASCENDING)
                .withMethod(method);
        int n = table.points().size();
        if (explain) {
            spec.commandLine().getErr().println(selection.explain(1, n, k, options));
        }
        int[] rows = new TopRows(selection, engine.sorting()).find(table.points(), k, options);
        return new RankingAnswer(new Ranking(table, rows), summary(n), "select");
    }

    private String summary(int n) {
        return Numbers.grouped(n) + " rows by " + by.strip() + (largest ? ", largest " : ", smallest ")
                + Numbers.grouped(k);
    }
}
