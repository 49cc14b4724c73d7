package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.DistanceJoin;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Makes the graph of the nearest rows, or of all rows within a radius. */
final class GraphCommand extends Command {

    private static final int DEMO_NEIGHBORS = 5;
    private static final Set<JoinMethod> METHODS =
            EnumSet.of(JoinMethod.AUTOMATIC, JoinMethod.BRUTE_FORCE, JoinMethod.KD_TREE, JoinMethod.GRID);

    private final PointInput input = with(new PointInput(", as left_NAME of the row and right_NAME of its neighbor"));
    private final Option<Integer> k =
            integer("-k, --k=N", "Edges go to the k nearest rows of each row (default: with --demo 5).");
    private final Option<Double> radius = number(
            "--radius=R",
            "Edges go to all rows within this distance, itself included, in the unit of the metric; the graph may be larger than the memory.");
    private final Option<GraphKind> kind = choice(
            Names.of(GraphKind.class),
            "--kind=KIND",
            "With --k: directed, from each row to its nearest; union, both ways if one row is among the nearest of the other; "
                    + "mutual, both ways if each is among the nearest of the other (default: directed).");
    private final MethodOptions<JoinMethod> method = with(new MethodOptions<>(
            METHODS, "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE})."));
    private final OutputOptions<Answer.OfVectors> output = with(OutputOptions.ofEdges());

    GraphCommand() {
        super(
                "graph",
                "Makes the graph of the k nearest rows of every row of a file, or of all rows within a radius.",
                POINT_FILES);
        footer(
                "The answer is a table of the first rows or, with --output, CSV with the columns row, neighbor and distance, nearest "
                        + "first. Rows are numbered from 0, in .mtx from 1; a graph that has each edge both ways is a symmetric matrix there, of "
                        + "which the file has the lower triangle.");
    }

    @Override
    public Integer call() throws IOException {
        input.check(output);
        if (k.isGiven() == radius.isGiven() && (k.isGiven() || !input.isDemo())) {
            throw error(k.isGiven() ? "--k and --radius exclude one another" : "--k or --radius is missing");
        }
        checkLeast("k", 1, k.get());
        checkDistance("radius", radius.get());
        if (radius.isGiven() && kind.isGiven()) {
            throw error("--kind is for --k: a graph within a radius has each edge both ways");
        }
        if (radius.isGiven() && input.metric() == Metric.INNER_PRODUCT) {
            throw error("inner-product has no radius: --radius=" + radius.get());
        }
        input.checkPlace(output);
        if (isMatrix() && input.namesOrKeeps()) {
            throw error("a matrix has numbers of rows alone, which only CSV and the table name: --output="
                    + output.output());
        }
        output.run(input::read, this::make);
        return ExitCode.OK;
    }

    private GraphKind kind() {
        return kind.or(GraphKind.DIRECTED);
    }

    private boolean isMatrix() {
        if (!output.namesFile()) {
            return false;
        }
        String name = output.output().getFileName().toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".mtx") || name.endsWith(".mtx.gz");
    }

    private Answer.OfVectors make(Engine engine, PointTable table) {
        return ProgressDisplay.watch(
                "graph",
                output.isQuiet(),
                monitor -> radius.isGiven() ? within(engine, table, monitor) : nearest(engine, table, monitor));
    }

    private GraphAnswer nearest(Engine engine, PointTable table, Monitor monitor) {
        Points points = table.points();
        int neighbors = k.or(DEMO_NEIGHBORS);
        JoinOptions options = input.options(method, monitor);
        method.explain(() -> engine.explainKnnJoin(points.size(), points, neighbors, options));
        MatchSource edges = MatchSource.ofMatches(engine.neighborGraph(points, neighbors, kind(), options));
        String kindName = Names.nameOf(kind());
        return answer(
                edges,
                table,
                "k=" + neighbors + ", " + kindName,
                Facts.of("k", neighbors).and("kind", kindName));
    }

    private GraphAnswer within(Engine engine, PointTable table, Monitor monitor) {
        Points points = table.points();
        JoinOptions options = input.options(method, monitor);
        method.explain(() -> engine.explainRadiusJoin(points, options));
        DistanceJoin join = engine.openRadiusSelfJoin(points, radius.get(), options);
        MatchSource edges = MatchSource.of(join, MatchSource.Kept.all(false, false));
        return answer(edges, table, "radius=" + radius.get(), Facts.of("radius", radius.get()));
    }

    private GraphAnswer answer(MatchSource edges, PointTable table, String text, Facts facts) {
        boolean isSymmetric = radius.isGiven() || kind() != GraphKind.DIRECTED;
        return new GraphAnswer(edges, table, MatchAnswer.Sought.ofEdges(text, facts), isSymmetric, isMatrix());
    }
}
