package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.io.IOException;

/** Scores how much of an outlier every row of a file is. */
final class OutliersCommand extends Command {

    private static final int NEIGHBORS = 20;

    private final PointInput input = with(new PointInput(""));
    private final Option<Integer> k = integer("-k, --k=N", "Neighbors per row (default: ${DEFAULT-VALUE}).")
            .byDefault(NEIGHBORS);
    private final MethodOptions<JoinMethod> method = with(new MethodOptions<>(
            JoinOptions.METHODS,
            "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE})."));
    private final OutputOptions<Answer> output = with(OutputOptions.ofCsv());

    OutliersCommand() {
        super(
                "outliers",
                "Scores every row of a file by its k nearest other rows: large scores mark outliers.",
                POINT_FILES);
        footer(
                "The answer is a table of the rows with the largest local outlier factors or, with --output, CSV with a record for each "
                        + "row, in their order: the --id column or row (from 0), k_distance (to the k-th nearest), mean_distance (to the "
                        + "k nearest), lof (the local outlier factor, about 1 within a cluster), and the --keep columns.");
    }

    @Override
    public Integer call() throws IOException {
        input.check(output);
        checkLeast("k", 1, k.get());
        if (input.metric() == Metric.INNER_PRODUCT) {
            throw error("outliers need distances: --metric=inner-product");
        }
        input.checkPlace(output);
        output.run(input::read, this::score);
        return ExitCode.OK;
    }

    private OutlierAnswer score(Engine engine, PointTable table) {
        Points points = table.points();
        return ProgressDisplay.watch("outliers", output.isQuiet(), monitor -> {
            JoinOptions options = input.options(method, monitor);
            method.explain(() -> engine.explainKnnJoin(points.size(), points, k.get(), options));
            return new OutlierAnswer(table, engine.outliers(points, k.get(), options), input.metric());
        });
    }
}
