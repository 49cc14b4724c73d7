package dev.gyre.cli;

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
    private InputOptions input;

    @Mixin
    private JoinInput joined;

    @Option(names = "--k", paramLabel = "N", defaultValue = "5", description = "Neighbors per query (default: 5).")
    private int k;

    @Option(
            names = "--radius",
            paramLabel = "R",
            description = "Largest distance of a neighbor, itself included, in the unit of the metric (default: none).")
    private Double radius;

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
        input.check();
        joined.check(input);
        output.report().note(joined.note());
        if (k < 1) {
            throw Usage.error(spec, "--k must be 1 or more: k=" + k);
        }
        Usage.checkRadius(spec, radius);
        if (radius != null && joined.metric() == Metric.INNER_PRODUCT) {
            throw Usage.error(spec, "inner-product has no radius: --radius=" + radius);
        }
        output.check(input.namesRows() || joined.namesQueries());
        output.checkApart(input.file(), joined.queryFile());
        new FileWork<JoinInput.Tables, NeighborAnswer>(joined::read, this::join).run(spec, engineOptions, output);
        return ExitCode.OK;
    }

    private NeighborAnswer join(Engine engine, JoinInput.Tables read) {
        return joined.watch(
                "knn-join",
                output.isQuiet(),
                read,
                (tables, options) -> join(engine, tables, options.withMethod(method)));
    }

    private NeighborAnswer join(Engine engine, JoinInput.Tables tables, JoinOptions options) {
        Points points = tables.points().points();
        if (explain) {
            int queries = tables.queries().points().size();
            Usage.explain(spec, engine.explainKnnJoin(queries, points, k, options));
        }
        Neighbors neighbors = joined.isSelfJoin()
                ? engine.knnSelfJoin(points, k, options)
                : engine.knnJoin(tables.queries().points(), points, k, options);
        Neighbors near = radius == null ? neighbors : neighbors.within(radius);
        return new NeighborAnswer(near, tables.queries(), tables.points(), k, radius, Times.NONE);
    }
}
