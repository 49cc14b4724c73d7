package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.CellType;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Points;
import java.io.IOException;
import java.util.List;

/** Counts the pairs of rows within each of several distances. */
final class PairCountsCommand extends Command {

    private static final List<Double> DEMO_KILOMETRES = List.of(1.0, 10.0, 100.0, 1000.0, 10_000.0);

    private final JoinInput joined = with(JoinInput.ofAllRows());
    private final Option<List<Double>> radii = numbers(
            "--radii=R,...",
            "1 to 64 largest distances of a pair, each itself included, in the unit of the metric (default: with --demo "
                    + "1,10,100,1000,10000).");
    private final Option<String> weight = text(
            "--weight=NAME",
            "A column of weights, of both files: instead of pairs, the products of both rows' weights are added up.");
    private final Option<Boolean> explain = flag("--explain", "Prints where the work runs, and why.");
    private final OutputOptions<Answer> output = with(OutputOptions.ofCsv());

    PairCountsCommand() {
        super(
                "pair-counts",
                "Counts the pairs of rows of a file within each of several distances or, with --query, the pairs of a row and "
                        + "a row of a second file, without finding them.",
                POINT_FILES);
        footer(
                "The answer is a table of the first radii or, with --output, CSV with the columns radius and pairs, or with --weight radius "
                        + "and weight, in the order of the radii. Of two rows of one file there is one pair; equal rows are pairs at distance 0. Metrics are those of "
                        + "Euclidean, Manhattan or Chebyshev distances, haversine and cosine.");
    }

    @Override
    public Integer call() throws IOException {
        joined.check(output, PointFile.Beside.number("--weight", weight.get()));
        if (radii() == null) {
            throw error("--radii is missing");
        }
        radii().forEach(radius -> checkDistance("radii", radius));
        output.check("CSV", false);
        output.checkNoPrecision();
        joined.files.checkNothingKept(output, "the answer has a row for each radius");
        output.run(joined::read, weight.isGiven() ? this::weigh : this::count);
        return ExitCode.OK;
    }

    private List<Double> radii() {
        return radii.get() == null && joined.files.isDemo() ? DEMO_KILOMETRES : radii.get();
    }

    private Answer count(Engine engine, Both<PointTable> tables) {
        Points points = tables.first().points();
        Points queries = tables.second().points();
        boolean self = joined.files.isSelfJoin();
        double[] asked = radii().stream().mapToDouble(radius -> radius).toArray();
        if (explain.isGiven()) {
            JoinOptions options = JoinOptions.DEFAULT.withMetric(joined.metric());
            tell(engine.explainPairCounts(queries, points, options, asked));
        }
        long[] pairs = ProgressDisplay.watch("pair-counts", output.isQuiet(), monitor -> {
            JoinOptions options =
                    JoinOptions.DEFAULT.withMetric(joined.metric()).withMonitor(monitor);
            return self
                    ? engine.pairCounts(points, options, asked)
                    : engine.pairCounts(queries, points, options, asked);
        });
        AnswerColumn column = AnswerColumn.of("pairs", CellType.LONG);
        return answer(
                tables,
                asked,
                column,
                (i, forPeople) -> forPeople ? Numbers.grouped(pairs[i]) : Long.valueOf(pairs[i]));
    }

    private Answer weigh(Engine engine, Both<PointTable> tables) {
        PointTable rows = tables.first();
        PointTable queries = tables.second();
        double[] asked = radii().stream().mapToDouble(radius -> radius).toArray();
        if (explain.isGiven()) {
            tell("weights are summed by the threads of the host, whose sums of 128 bits are exact");
        }
        double[] sums = ProgressDisplay.watch("pair-counts", output.isQuiet(), monitor -> {
            JoinOptions options =
                    JoinOptions.DEFAULT.withMetric(joined.metric()).withMonitor(monitor);
            return joined.files.isSelfJoin()
                    ? engine.weightedPairCounts(rows.points(), rows.numbers(), options, asked)
                    : engine.weightedPairCounts(
                            queries.points(), queries.numbers(), rows.points(), rows.numbers(), options, asked);
        });
        return answer(
                tables,
                asked,
                AnswerColumn.number("weight"),
                (i, forPeople) -> forPeople ? CsvRecords.number(sums[i]) : Double.valueOf(sums[i]));
    }

    /** Returns the answer for a radius, for people as a text. */
    private interface Cell {
        Object of(int radius, boolean forPeople);
    }

    private Answer answer(Both<PointTable> tables, double[] asked, AnswerColumn column, Cell cell) {
        int rows = tables.first().points().size();
        int queries = tables.second().points().size();
        boolean self = joined.files.isSelfJoin();
        Facts facts = Facts.of("rows", rows)
                .and("queries", self ? null : queries)
                .and("radii", asked.length)
                .and("weight", weight.get());
        String sets = self ? "" : ", " + Numbers.counted(queries, "query", "queries");
        return new ListAnswer(
                (max, forPeople, records) -> {
                    records.accept(new Object[] {AnswerColumn.number("radius"), column});
                    for (int i = 0; i < max; i++) {
                        Object radius = forPeople ? CsvRecords.number(asked[i]) : asked[i];
                        records.accept(new Object[] {radius, cell.of(i, forPeople)});
                    }
                },
                asked.length,
                "distance",
                Numbers.counted(rows, "row") + sets + ", " + Numbers.counted(asked.length, "distance"),
                facts,
                "count");
    }
}
