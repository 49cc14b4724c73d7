package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.text.Suggestions;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;
import dev.gyre.engine.data.TopPairs;
import java.io.IOException;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** Finds the k best pairs of rows near each other, by their scores. */
final class TopJoinCommand extends Command {

    private static final int DEMO_K = 10;
    private static final double DEMO_KILOMETRES = 30;
    private static final String WEIGHTED = "weighted:";
    private static final List<String> FUNCTIONS = List.of("sum", "min", "max", "product", WEIGHTED + "1,1");

    private final TopJoinInput input = with(new TopJoinInput());
    private final Option<Double> radius = number(
            "--radius=D",
            "The largest distance of a pair, itself included, in the unit of the metric (default: with --demo 30).");
    private final Option<Boolean> intersects =
            flag("--intersects", "Instead of --radius: finds pairs of boxes that touch or overlap.");
    private final Option<Metric> metric = choice(
            Names.METRICS,
            "--metric=METRIC",
            "The metric of the distance, one of ${COMPLETION-CANDIDATES}; of differences for points, of boxes the first "
                    + "four (default: euclidean, with --demo haversine).");
    private final Option<Integer> k = integer("-k, --k=N", "Number of pairs (default: with --demo 10).");
    private final Option<ScoreFunction> function = choice(
            new Names<>(FUNCTIONS, TopJoinCommand::function),
            "--combine=FUNCTION",
            "What makes the score of a pair: sum, min, max, product (of scores of 0 or more) or "
                    + "weighted:A,B (A times the left and B times the right score) (default: sum, with --demo product).");
    private final Option<Ascending> ascending = choice(
            Names.of(Ascending.class),
            "--ascending=SIDE",
            "The side whose low scores are the best ones: left, right or both (default: none).");
    private final MethodOptions<TopKJoinOptions.Method> method = with(new MethodOptions<>(
            EnumSet.allOf(TopKJoinOptions.Method.class),
            "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE})."));
    private final Option<Boolean> leftJoin = flag(
            "--left-join",
            "Adds a row for each left row that is in none of the pairs, with empty fields for all but this row.");
    private final OutputOptions<Answer> output = with(OutputOptions.ofCsv());

    /** Sides whose low scores are the best ones. */
    private enum Ascending {
        LEFT,
        RIGHT,
        BOTH
    }

    TopJoinCommand() {
        super(
                "top-join",
                "Finds the k pairs of a left and a right row within a distance whose scores together are best; without --right, "
                        + "the pairs of rows of one file.",
                CSV_FILES);
        footer(
                "The answer is a table of the first pairs or, with --output, CSV with the columns rank (from 1), left, right, score "
                        + "and distance. Rows are numbered from 0. Pairs that tie are ranked by the left row, then the right row.");
    }

    private static ScoreFunction function(String name) {
        if (name.startsWith(WEIGHTED)) {
            return weighted(name, name.substring(WEIGHTED.length()).split(",", -1));
        }
        return Stream.of(ScoreFunction.SUM, ScoreFunction.MIN, ScoreFunction.MAX, ScoreFunction.PRODUCT)
                .filter(function -> function.toString().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new TypeConversionException("expected sum, min, max, product or weighted:A,B but was '"
                                + name + "'" + Suggestions.didYouMean(name, FUNCTIONS)));
    }

    private static ScoreFunction weighted(String name, String... weights) {
        try {
            if (weights.length == 2) {
                return ScoreFunction.weighted(Double.parseDouble(weights[0]), Double.parseDouble(weights[1]));
            }
        } catch (NumberFormatException e) {
            throw new TypeConversionException("expected weighted:A,B with two numbers but was '" + name + "'");
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
        throw new TypeConversionException("expected weighted:A,B with two numbers but was '" + name + "'");
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (!k.isGiven() && !input.isDemo()) {
            throw error("--k is missing");
        }
        if (intersects.isGiven() && (radius.isGiven() || input.isDemo())) {
            throw error("--radius and --intersects exclude one another");
        }
        if (intersects.isGiven() && !input.areBoxes()) {
            throw error("--intersects is for boxes: --boxes is missing");
        }
        if (!intersects.isGiven() && !radius.isGiven() && !input.isDemo()) {
            throw error("--radius is missing" + (input.areBoxes() ? " (or --intersects)" : ""));
        }
        checkDistance("radius", radius.get());
        TopKJoinOptions options = options(input.isDemo());
        output.check("CSV", false);
        output.checkApartFrom(input.left(), input.right());
        output.run(() -> input.read(options.metric()), (engine, tables) -> join(engine, tables, options));
        return ExitCode.OK;
    }

    private TopKJoinOptions options(boolean demo) {
        Ascending side = ascending.get();
        try {
            return TopKJoinOptions.of(k.or(DEMO_K), intersects.isGiven() ? 0 : radius.or(DEMO_KILOMETRES))
                    .withMetric(metric.or(demo ? Metric.HAVERSINE : Metric.EUCLIDEAN))
                    .withFunction(function.or(demo ? ScoreFunction.PRODUCT : ScoreFunction.SUM))
                    .withAscending(
                            side == Ascending.LEFT || side == Ascending.BOTH,
                            side == Ascending.RIGHT || side == Ascending.BOTH)
                    .withMethod(method.method());
        } catch (IllegalArgumentException e) {
            throw error(e.getMessage());
        }
    }

    private Answer join(Engine engine, Both<ScoredRows> tables, TopKJoinOptions options) {
        ScoredRows left = tables.first();
        ScoredRows right = tables.second();
        int leftRows = left.scores().size();
        int rightRows = right.scores().size();
        method.explain(() -> engine.explainTopKJoin(leftRows, rightRows, input.dims(left), options));
        TopPairs pairs = ProgressDisplay.watch(
                "top-join", output.isQuiet(), monitor -> join(engine, left, right, options.withMonitor(monitor)));
        String used = Names.nameOf(pairs.work().method());
        long tested = pairs.work().pairsTested();
        int[] unmatched = leftJoin.isGiven() ? unmatched(pairs, leftRows) : new int[0];
        JoinedColumns columns = new JoinedColumns(left.table(), right.table());
        return new ListAnswer(
                (max, forPeople, records) -> list(pairs, unmatched, columns, max, forPeople, records),
                pairs.size() + unmatched.length,
                unmatched.length == 0 ? "pair" : "row",
                Numbers.counted(leftRows, "left row") + ", " + Numbers.counted(rightRows, "right row") + ", "
                        + Numbers.counted(pairs.size(), "pair") + " by " + used + ", " + Numbers.grouped(tested)
                        + " pairs tested",
                Facts.of("left_rows", leftRows)
                        .and("right_rows", rightRows)
                        .and("method", used)
                        .and("pairs", pairs.size())
                        .and("pairs_tested", tested),
                "join");
    }

    private TopPairs join(Engine engine, ScoredRows left, ScoredRows right, TopKJoinOptions options) {
        if (input.isSelfJoin()) {
            return input.areBoxes()
                    ? engine.topKSelfJoin(input.boxes(left), left.scores(), options)
                    : engine.topKSelfJoin(left.places(), left.scores(), options);
        }
        return input.areBoxes()
                ? engine.topKJoin(input.boxes(left), left.scores(), input.boxes(right), right.scores(), options)
                : engine.topKJoin(left.places(), left.scores(), right.places(), right.scores(), options);
    }

    /** Returns the left rows that are in none of the pairs. */
    private static int[] unmatched(TopPairs pairs, int leftRows) {
        BitSet matched = new BitSet(leftRows);
        IntStream.range(0, pairs.size()).forEach(rank -> matched.set(pairs.left(rank)));
        return IntStream.range(0, leftRows).filter(row -> !matched.get(row)).toArray();
    }

    private static void list(
            TopPairs pairs,
            int[] unmatched,
            JoinedColumns columns,
            int max,
            boolean forPeople,
            Consumer<Object[]> records) {
        records.accept(columns.header(
                AnswerColumn.count("rank"),
                columns.left().labelColumn("left"),
                columns.right().labelColumn("right"),
                AnswerColumn.number("score"),
                AnswerColumn.distance("distance")));
        for (int rank = 0; rank < Math.min(max, pairs.size()); rank++) {
            int left = pairs.left(rank);
            int right = pairs.right(rank);
            double score = pairs.score(rank);
            double distance = pairs.distance(rank);
            records.accept(columns.cells(
                    left,
                    right,
                    rank + 1,
                    columns.left().labelCell(left),
                    columns.right().labelCell(right),
                    forPeople ? CsvRecords.number(score) : (Object) score,
                    forPeople ? Numbers.distance(distance) : (Object) distance));
        }
        for (int at = 0; at < Math.min(max - pairs.size(), unmatched.length); at++) {
            Object label = columns.left().labelCell(unmatched[at]);
            records.accept(columns.cells(unmatched[at], JoinedColumns.NO_ROW, null, label, null, null, null));
        }
    }
}
