package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Autocorrelation;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import java.io.IOException;

/** Tells how much a column resembles itself at the neighbors of each row. */
final class AutocorrelationCommand extends Command {

    private final PointInput input = with(new PointInput(""));
    private final Option<String> value = text("--value=NAME", "The column of the values.");
    private final Option<Integer> k = integer("-k, --k=N", "The neighbors of a row are its k nearest.");
    private final Option<Double> radius = number(
            "--radius=R",
            "The neighbors of a row are all within this distance, itself included, in the unit of the metric.");
    private final Option<Boolean> binary = flag(
            "--binary", "Each neighbor weighs 1 (default: those of a row weigh 1 together, so that rows count alike).");
    private final Option<Integer> permutations = integer(
                    "--permutations=N",
                    "Permutations of the values for the test, 0 for none (default: ${DEFAULT-VALUE}).")
            .byDefault(Autocorrelation.Options.DEFAULT.permutations());
    private final Option<Integer> seed = integer(
                    "--seed=N", "The seed of the permutations (default: ${DEFAULT-VALUE}).")
            .byDefault((int) Autocorrelation.Options.DEFAULT.seed());
    private final Option<Boolean> local =
            flag("--local", "Writes the local I of each row, in their order, instead of I and C.");
    private final OutputOptions<Answer> output = with(OutputOptions.ofCsv());

    AutocorrelationCommand() {
        super(
                "autocorrelation",
                "Tells how much the values of a column resemble those of neighboring rows: Moran's I and Geary's C, with a test by "
                        + "permutations.",
                POINT_FILES);
        footer(
                "The answer is a table or, with --output, CSV with a record for moran_i and one for geary_c, and the columns statistic, "
                        + "value, expected and p_value (one-sided). With --local it has the --id column or row (from 0), and local_i.");
    }

    @Override
    public Integer call() throws IOException {
        input.check(output, PointFile.Beside.number("--value", value.get()));
        if (!value.isGiven()) {
            throw error("--value is missing");
        }
        if (k.isGiven() == radius.isGiven()) {
            throw error(k.isGiven() ? "--k and --radius exclude one another" : "--k or --radius is missing");
        }
        checkLeast("k", 1, k.get());
        checkDistance("radius", radius.get());
        checkLeast("permutations", 0, permutations.get());
        if (radius.isGiven() && input.metric() == Metric.INNER_PRODUCT) {
            throw error("inner-product has no radius: --radius=" + radius.get());
        }
        input.checkNothingKept(output);
        output.run(input::read, this::find);
        return ExitCode.OK;
    }

    private Answer find(Engine engine, PointTable table) {
        Points points = table.points();
        Autocorrelation.Options options = Autocorrelation.Options.DEFAULT
                .withRowStandardized(!binary.isGiven())
                .withPermutations(permutations.get())
                .withSeed(seed.get());
        Matches graph = ProgressDisplay.watch("graph", output.isQuiet(), monitor -> graph(engine, points, monitor));
        Autocorrelation found = ProgressDisplay.watch(
                "autocorrelation",
                output.isQuiet(),
                monitor -> engine.autocorrelation(graph, table.numbers(), options.withMonitor(monitor)));
        Facts facts = Facts.of("rows", points.size())
                .and("edges", graph.size())
                .and("k", k.get())
                .and("radius", radius.get())
                .and("weights", binary.isGiven() ? "binary" : "row")
                .and("permutations", options.permutations())
                .and("seed", seed.get())
                .and("moran_i", found.moran())
                .and("geary_c", found.geary())
                .and("moran_p", found.moranPValue())
                .and("geary_p", found.gearyPValue());
        String summary = Numbers.counted(points.size(), "row") + ", " + Numbers.counted(graph.size(), "edge") + ", "
                + Numbers.counted(options.permutations(), "permutation");
        return local.isGiven() ? ofRows(found, table, summary, facts) : ofAll(found, summary, facts);
    }

    private Matches graph(Engine engine, Points points, Monitor monitor) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(input.metric()).withMonitor(monitor);
        return radius.isGiven()
                ? engine.radiusSelfJoin(points, radius.get(), options)
                : engine.neighborGraph(points, k.get(), GraphKind.DIRECTED, options);
    }

    private static Answer ofAll(Autocorrelation found, String summary, Facts facts) {
        return new ListAnswer(
                (max, forPeople, records) -> {
                    records.accept(new Object[] {
                        "statistic",
                        AnswerColumn.number("value"),
                        AnswerColumn.number("expected"),
                        AnswerColumn.number("p_value")
                    });
                    records.accept(record("moran_i", found.moran(), found.moranExpected(), found.moranPValue()));
                    if (max > 1) {
                        records.accept(record("geary_c", found.geary(), 1, found.gearyPValue()));
                    }
                },
                2,
                "statistic",
                summary,
                facts,
                "autocorrelation");
    }

    private static String[] record(String name, double value, double expected, double p) {
        return new String[] {name, text(value), text(expected), text(p)};
    }

    /** Returns a number, or the empty text for NaN. */
    private static String text(double number) {
        return Double.isNaN(number) ? "" : CsvRecords.number(number);
    }

    private static Answer ofRows(Autocorrelation found, PointTable table, String summary, Facts facts) {
        return new ListAnswer(
                (max, forPeople, records) -> {
                    records.accept(new Object[] {table.labelColumn(table.labelName()), AnswerColumn.number("local_i")});
                    for (int row = 0; row < max; row++) {
                        records.accept(new Object[] {table.labelCell(row), text(found.localMoran(row))});
                    }
                },
                found.size(),
                "row",
                summary,
                facts,
                "autocorrelation");
    }
}
