package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds the k nearest neighbors of every row of a file. */
@Command(
        name = "knn-join",
        description = {
            "Finds the k nearest neighbors of every row of a file, among the other rows or, with --query, for the rows of a "
                    + "second file.",
            Usage.POINT_FILES
        },
        footer = {
            "",
            "The answer is a table of the first queries or, with --output, CSV with the columns query, rank (from 1), "
                    + "neighbor and distance. Rows are numbered from 0. In arrays (.npy, .ivecs, .fvecs) a query with fewer neighbors "
                    + "than k ends with ids -1 and distances infinity."
        })
final class KnnJoinCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private JoinInput joined;

    @Mixin
    private NeighborOptions wanted;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            defaultValue = "auto",
            converter = MethodName.class,
            completionCandidates = MethodName.class,
            description =
                    "One of ${COMPLETION-CANDIDATES}; brute-force is the better of fused and two-stage; all give the same "
                            + "answer (default: ${DEFAULT-VALUE}).")
    private JoinMethod method;

    @Option(names = "--explain", description = "Prints the method of the join, and why.")
    private boolean explain;

    @Mixin
    private NeighborOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    /** The methods by name. */
    static final class MethodName extends ConstantName<JoinMethod> {
        MethodName() {
            super(JoinMethod.class, JoinOptions.METHODS::contains);
        }
    }

    @Override
    public Integer call() throws IOException {
        joined.check();
        output.report().note(joined.note());
        wanted.check();
        if (wanted.radius() != null && joined.metric() == Metric.INNER_PRODUCT) {
            throw Usage.error(spec, "inner-product has no radius: --radius=" + wanted.radius());
        }
        output.check(joined.namesRows(), false);
        joined.checkKept(output.output(), false, false);
        output.checkApart(joined.files());
        output.run(engineOptions, joined::read, this::join);
        return ExitCode.OK;
    }

    private NeighborAnswer join(Engine engine, Both<PointTable> read) {
        return ProgressDisplay.watch(
                "knn-join", output.isQuiet(), monitor -> join(engine, read, joined.options(method, monitor)));
    }

    private NeighborAnswer join(Engine engine, Both<PointTable> tables, JoinOptions options) {
        Points points = tables.first().points();
        if (explain) {
            int queries = tables.second().points().size();
            Usage.explain(spec, engine.explainKnnJoin(queries, points, wanted.k(), options));
        }
        Neighbors neighbors = joined.isSelfJoin()
                ? engine.knnSelfJoin(points, wanted.k(), options)
                : engine.knnJoin(tables.second().points(), points, wanted.k(), options);
        Double radius = wanted.radius();
        Neighbors near = radius == null ? neighbors : neighbors.within(radius);
        return new NeighborAnswer(
                near, tables.second(), tables.first(), wanted.k(), radius, Times.NONE, joined.isLeftJoin());
    }
}
