package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.SpanningTree;
import java.io.IOException;
import java.util.function.Consumer;

/** Finds the minimum spanning tree of the rows of a file. */
final class SpanningTreeCommand extends Command {

    private final PointInput input =
            with(new PointInput(", as left_NAME of the from row and right_NAME of the to row"));
    private final Option<Integer> minPoints = integer(
                    "--min-points=N",
                    "Measures by mutual reachability: the largest of the distance and of the distances of both rows to their N-th nearest "
                            + "row, themselves included (default: ${DEFAULT-VALUE}, the distance alone).")
            .byDefault(1);
    private final Option<Boolean> explain = flag("--explain", "Prints where the work runs, and why.");
    private final OutputOptions<Answer> output = with(OutputOptions.ofCsv());

    SpanningTreeCommand() {
        super(
                "spanning-tree",
                "Finds the minimum spanning tree of the rows of a file: the edges that connect all of them with the least total length.",
                POINT_FILES);
        footer(
                "The answer is a table of the shortest edges or, with --output, CSV with the columns from, to and distance, the shortest "
                        + "first. Edges are named by the --id column or the numbers of their rows (from 0), the smaller number first. Edges "
                        + "that tie are ordered by the first row, then the second one; equal rows hang at the first of them.");
    }

    @Override
    public Integer call() throws IOException {
        input.check(output);
        checkLeast("min-points", 1, minPoints.get());
        if (!input.metric().norm().isOfDifferences() || input.metric().norm().isPower()) {
            throw error(
                    "spanning trees need one of euclidean, squared-euclidean, manhattan, chebyshev, haversine and cosine: --metric="
                            + input.metric());
        }
        input.checkPlace(output);
        output.run(input::read, this::find);
        return ExitCode.OK;
    }

    private Answer find(Engine engine, PointTable table) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(input.metric());
        if (explain.isGiven()) {
            tell(engine.explainSpanningTree(table.points(), minPoints.get(), options));
        }
        SpanningTree tree = ProgressDisplay.watch(
                "spanning-tree",
                output.isQuiet(),
                monitor -> engine.spanningTree(table.points(), minPoints.get(), options.withMonitor(monitor)));
        int rows = table.points().size();
        String weight = Numbers.distance(tree.weight()) + (input.metric() == Metric.HAVERSINE ? " km" : "");
        return new ListAnswer(
                (max, forPeople, records) -> list(tree, new JoinedColumns(table, table), max, forPeople, records),
                tree.edges(),
                "edge",
                Numbers.counted(rows, "row") + (minPoints.get() == 1 ? "" : ", minPoints=" + minPoints.get()) + ", "
                        + Numbers.counted(tree.edges(), "edge") + " of total length " + weight,
                Facts.of("rows", rows)
                        .and("min_points", minPoints.get())
                        .and("edges", tree.edges())
                        .and("weight", tree.weight()),
                "spanning tree");
    }

    private static void list(
            SpanningTree tree, JoinedColumns columns, int max, boolean forPeople, Consumer<Object[]> records) {
        records.accept(columns.header(
                columns.left().labelColumn("from"),
                columns.right().labelColumn("to"),
                AnswerColumn.distance("distance")));
        for (int edge = 0; edge < Math.min(max, tree.edges()); edge++) {
            int from = tree.from(edge);
            int to = tree.to(edge);
            double distance = tree.distance(edge);
            records.accept(columns.cells(
                    from,
                    to,
                    columns.left().labelCell(from),
                    columns.right().labelCell(to),
                    forPeople ? Numbers.distance(distance) : (Object) distance));
        }
    }
}
