package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.io.IOException;

/** Finds the k nearest neighbors of every row of a file. */
final class KnnJoinCommand extends Command {

    private final JoinInput joined = with(JoinInput.ofSomeRows());
    private final NeighborOptions wanted = with(new NeighborOptions());
    private final MethodOptions<JoinMethod> method = with(new MethodOptions<>(
            JoinOptions.METHODS,
            "One of ${COMPLETION-CANDIDATES}; brute-force is the better of fused and two-stage; all give the same "
                    + "answer (default: ${DEFAULT-VALUE})."));
    private final OutputOptions<Answer.OfVectors> output = with(OutputOptions.ofNeighbors());

    KnnJoinCommand() {
        super(
                "knn-join",
                "Finds the k nearest neighbors of every row of a file, among the other rows or, with --query, for the rows of a "
                        + "second file.",
                POINT_FILES);
        footer(
                "The answer is a table of the first queries or, with --output, CSV with the columns query, rank (from 1), "
                        + "neighbor and distance. Rows are numbered from 0. In arrays (.npy, .ivecs, .fvecs) a query with fewer neighbors "
                        + "than k ends with ids -1 and distances infinity.");
    }

    @Override
    public Integer call() throws IOException {
        joined.check(output);
        wanted.check();
        if (wanted.radius() != null && joined.metric() == Metric.INNER_PRODUCT) {
            throw error("inner-product has no radius: --radius=" + wanted.radius());
        }
        joined.files.check(output, false, false);
        output.run(joined::read, this::join);
        return ExitCode.OK;
    }

    private NeighborAnswer join(Engine engine, Both<PointTable> read) {
        return ProgressDisplay.watch(
                "knn-join", output.isQuiet(), monitor -> join(engine, read, joined.options(read, method, monitor)));
    }

    private NeighborAnswer join(Engine engine, Both<PointTable> tables, JoinOptions options) {
        Points points = tables.first().points();
        Points queries = tables.second().points();
        method.explain(() -> engine.explainKnnJoin(queries.size(), points, wanted.k(), options));
        Neighbors neighbors = joined.files.isSelfJoin()
                ? engine.knnSelfJoin(points, wanted.k(), options)
                : engine.knnJoin(queries, points, wanted.k(), options);
        Neighbors near = wanted.radius() == null ? neighbors : neighbors.within(wanted.radius());
        JoinedColumns columns = new JoinedColumns(tables.second(), tables.first());
        return new NeighborAnswer(near, columns, wanted, Times.NONE, joined.files.isLeftJoin());
    }
}
