package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.OutlierScores;
import dev.gyre.engine.data.Points;
import java.io.IOException;
import java.util.Comparator;
import java.util.PrimitiveIterator;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;

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

    private Answer score(Engine engine, PointTable table) {
        Points points = table.points();
        return ProgressDisplay.watch("outliers", output.isQuiet(), monitor -> {
            JoinOptions options = input.options(method, monitor);
            method.explain(() -> engine.explainKnnJoin(points.size(), points, k.get(), options));
            return answer(table, engine.outliers(points, k.get(), options));
        });
    }

    /** People see the rows with the largest factors; CSV has all in the order of the file. */
    private Answer answer(PointTable table, OutlierScores scores) {
        Facts facts = Facts.of("rows", scores.size())
                .and("k", scores.k())
                .and("method", Names.nameOf(scores.report().method()))
                .and("exact_fallbacks", scores.report().exactFallbacks());
        return new ListAnswer(
                (max, forPeople, records) -> list(table, scores, max, forPeople, records),
                scores.size(),
                "row",
                ", the largest lof first",
                Numbers.counted(scores.size(), "row") + ", k=" + scores.k(),
                facts,
                nanos -> Times.of(scores.report()));
    }

    private void list(PointTable table, OutlierScores scores, int max, boolean forPeople, Consumer<Object[]> records) {
        Object[] header = {
            table.labelColumn(table.labelName()),
            AnswerColumn.distance("k_distance"),
            AnswerColumn.distance("mean_distance"),
            AnswerColumn.distance("lof")
        };
        records.accept(forPeople ? header : JoinedColumns.joined(header, table.keptColumns("")));
        PrimitiveIterator.OfInt rows =
                forPeople ? first(scores, max) : IntStream.range(0, max).iterator();
        while (rows.hasNext()) {
            int row = rows.nextInt();
            double factor = scores.factor(row);
            Object[] cells = {
                table.labelCell(row),
                distance(scores.kDistance(row), forPeople),
                distance(scores.meanDistance(row), forPeople),
                forPeople ? Numbers.distance(factor) : (Object) factor
            };
            records.accept(forPeople ? cells : JoinedColumns.joined(cells, table.keptValues(row)));
        }
    }

    private Object distance(double distance, boolean forPeople) {
        if (!forPeople) {
            return distance;
        }
        String unit = input.metric() == Metric.HAVERSINE ? " km" : "";
        return Double.isInfinite(distance) ? "none" : Numbers.distance(distance) + unit;
    }

    /** Returns the rows with the largest factors, equal ones in the order of the file. */
    private static PrimitiveIterator.OfInt first(OutlierScores scores, int max) {
        Comparator<Integer> order = Comparator.<Integer>comparingDouble(row -> -scores.factor(row))
                .thenComparing(Comparator.naturalOrder());
        PriorityQueue<Integer> best = new PriorityQueue<>(order.reversed());
        for (int row = 0; row < scores.size(); row++) {
            best.add(row);
            if (best.size() > max) {
                best.remove();
            }
        }
        return best.stream().sorted(order).mapToInt(row -> row).iterator();
    }
}
