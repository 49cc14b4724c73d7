package dev.gyre.cli;

import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.csv.Labels;
import dev.gyre.cli.text.Suggestions;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.ScoreFunction;
import dev.gyre.engine.data.TopKMethod;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.TopKJoinOptions;
import java.io.IOException;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Finds the k best pairs of rows near each other, by their scores. */
@Command(
        name = "top-join",
        description = {
            "Finds the k pairs of a left and a right row within a distance whose scores together are best; without --right, "
                    + "the pairs of rows of one file.",
            RankingCommand.FILES
        },
        footer = {
            "",
            "The answer is a table of the first pairs or, with --output, CSV with the columns rank (from 1), left, right, score "
                    + "and distance. Rows are numbered from 0. Pairs that tie are ranked by the left row, then the right row."
        })
final class TopJoinCommand implements Callable<Integer> {

    private static final int DEMO_K = 10;
    private static final double DEMO_KILOMETRES = 30;

    @Spec
    private CommandSpec spec;

    @Mixin
    private TopJoinInput input;

    @Option(
            names = "--radius",
            paramLabel = "D",
            description = "The largest distance of a pair, itself included, in the unit of the metric "
                    + "(default: with --demo 30).")
    private Double radius;

    @Option(names = "--intersects", description = "Instead of --radius: finds pairs of boxes that touch or overlap.")
    private boolean intersects;

    @Option(
            names = "--metric",
            paramLabel = "METRIC",
            converter = JoinInput.MetricName.class,
            completionCandidates = JoinInput.MetricName.class,
            description =
                    "The metric of the distance, one of ${COMPLETION-CANDIDATES}; of differences for points, of boxes the first "
                            + "four (default: euclidean, with --demo haversine).")
    private Metric metric;

    @Option(
            names = {"-k", "--k"},
            paramLabel = "N",
            description = "Number of pairs (default: with --demo 10).")
    private Integer k;

    @Option(
            names = "--combine",
            paramLabel = "FUNCTION",
            converter = FunctionName.class,
            completionCandidates = FunctionName.class,
            description =
                    "What makes the score of a pair: sum, min, max, product (of scores of 0 or more) or "
                            + "weighted:A,B (A times the left and B times the right score) (default: sum, with --demo product).")
    private ScoreFunction function;

    @Option(
            names = "--ascending",
            paramLabel = "SIDE",
            converter = SideName.class,
            completionCandidates = SideName.class,
            description = "The side whose low scores are the best ones: left, right or both (default: none).")
    private Ascending ascending;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            defaultValue = "auto",
            converter = MethodName.class,
            completionCandidates = MethodName.class,
            description = "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE}).")
    private TopKMethod method;

    @Option(names = "--explain", description = "Prints the method of the join, and why.")
    private boolean explain;

    @Option(
            names = "--left-join",
            description =
                    "Adds a row for each left row that is in none of the pairs, with empty fields for all but this row.")
    private boolean leftJoin;

    @Mixin
    private CsvOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    /** Sides whose low scores are the best ones. */
    enum Ascending {
        LEFT,
        RIGHT,
        BOTH
    }

    /** The sides by name. */
    static final class SideName extends ConstantName<Ascending> {
        SideName() {
            super(Ascending.class);
        }
    }

    /** The methods by name. */
    static final class MethodName extends ConstantName<TopKMethod> {
        MethodName() {
            super(TopKMethod.class);
        }
    }

    /** The score functions by name. */
    static final class FunctionName implements ITypeConverter<ScoreFunction>, Iterable<String> {

        private static final String WEIGHTED = "weighted:";
        private static final List<ScoreFunction> ALL =
                List.of(ScoreFunction.SUM, ScoreFunction.MIN, ScoreFunction.MAX, ScoreFunction.PRODUCT);
        private static final List<String> NAMES = List.of("sum", "min", "max", "product", "weighted:1,1");

        @Override
        public ScoreFunction convert(String name) {
            if (name.startsWith(WEIGHTED)) {
                return weighted(name);
            }
            return ALL.stream()
                    .filter(function -> function.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() ->
                            new TypeConversionException("expected sum, min, max, product or weighted:A,B but was '"
                                    + name + "'" + Suggestions.didYouMean(name, NAMES)));
        }

        private static ScoreFunction weighted(String name) {
            String[] weights = name.substring(WEIGHTED.length()).split(",", -1);
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
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (input.isDemo()) {
            k = k == null ? DEMO_K : k;
            radius = radius == null ? DEMO_KILOMETRES : radius;
            function = function == null ? ScoreFunction.PRODUCT : function;
            metric = metric == null ? Metric.HAVERSINE : metric;
        }
        if (k == null) {
            throw Usage.error(spec, "--k is missing");
        }
        if (intersects && radius != null) {
            throw Usage.error(spec, "--radius and --intersects exclude one another");
        }
        if (intersects && !input.areBoxes()) {
            throw Usage.error(spec, "--intersects is for boxes: --boxes is missing");
        }
        if (!intersects && radius == null) {
            throw Usage.error(spec, "--radius is missing" + (input.areBoxes() ? " (or --intersects)" : ""));
        }
        Usage.checkDistance(spec, "radius", radius);
        TopKJoinOptions options = options();
        output.check();
        output.checkApart(input.left(), input.right());
        output.run(
                engineOptions, () -> input.read(options.metric()), (engine, tables) -> join(engine, tables, options));
        return ExitCode.OK;
    }

    private TopKJoinOptions options() {
        try {
            return TopKJoinOptions.of(k, intersects ? 0 : radius)
                    .withMetric(metric == null ? Metric.EUCLIDEAN : metric)
                    .withFunction(function == null ? ScoreFunction.SUM : function)
                    .withAscending(
                            ascending == Ascending.LEFT || ascending == Ascending.BOTH,
                            ascending == Ascending.RIGHT || ascending == Ascending.BOTH)
                    .withMethod(method);
        } catch (IllegalArgumentException e) {
            throw Usage.error(spec, e.getMessage());
        }
    }

    private CommandResult join(Engine engine, Both<ScoredRows> tables, TopKJoinOptions options) {
        ScoredRows left = tables.first();
        ScoredRows right = tables.second();
        int leftRows = left.scores().size();
        int rightRows = right.scores().size();
        if (explain) {
            Usage.explain(spec, engine.explainTopKJoin(leftRows, rightRows, input.dims(left), options));
        }
        TopPairs pairs = ProgressDisplay.watch(
                "top-join", output.isQuiet(), monitor -> join(engine, left, right, options.withMonitor(monitor)));
        String method = ConstantName.nameOf(pairs.work().method());
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("left_rows", leftRows);
        facts.put("right_rows", rightRows);
        facts.put("method", method);
        facts.put("pairs", pairs.size());
        facts.put("pairs_tested", pairs.work().pairsTested());
        String summary = Numbers.counted(leftRows, "left row") + ", " + Numbers.counted(rightRows, "right row") + ", "
                + Numbers.counted(pairs.size(), "pair") + " by " + method + ", "
                + Numbers.grouped(pairs.work().pairsTested()) + " pairs tested";
        int[] unmatched = leftJoin ? unmatched(pairs, leftRows) : new int[0];
        return new ListAnswer(
                (most, form, records) -> list(pairs, unmatched, left.table(), right.table(), most, form, records),
                pairs.size() + unmatched.length,
                unmatched.length == 0 ? "pair" : "row",
                summary,
                facts,
                "join");
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
            Labels left,
            Labels right,
            int most,
            CsvForm form,
            Consumer<String[]> records) {
        JoinedColumns columns = new JoinedColumns(left, right);
        records.accept(columns.header("rank", "left", "right", "score", "distance"));
        for (int rank = 0; rank < Math.min(most, pairs.size()); rank++) {
            double score = pairs.score(rank);
            double distance = pairs.distance(rank);
            records.accept(columns.cells(
                    pairs.left(rank),
                    pairs.right(rank),
                    Integer.toString(rank + 1),
                    left.label(pairs.left(rank)),
                    right.label(pairs.right(rank)),
                    form == null ? CsvRecords.number(score) : form.number(score),
                    form == null ? Numbers.distance(distance) : form.distance(distance)));
        }
        for (int at = 0; at < Math.min(most - pairs.size(), unmatched.length); at++) {
            records.accept(
                    columns.cells(unmatched[at], JoinedColumns.NO_ROW, "", left.label(unmatched[at]), "", "", ""));
        }
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
}
