package dev.gyre.cli;

import dev.gyre.cli.text.Suggestions;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.ScoreFunction;
import dev.gyre.engine.data.TopKMethod;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.TopKJoinOptions;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
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

    @Option(names = "--k", paramLabel = "N", description = "Number of pairs (default: with --demo 10).")
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
        Usage.checkRadius(spec, radius);
        TopKJoinOptions options = options();
        output.check();
        output.checkApart(input.left(), input.right());
        new FileWork<TopJoinInput.Tables, CommandResult>(
                        () -> input.read(options.metric()), (engine, tables) -> join(engine, tables, options))
                .run(spec, engineOptions, output);
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

    private CommandResult join(Engine engine, TopJoinInput.Tables tables, TopKJoinOptions options) {
        TopJoinInput.Side left = tables.left();
        TopJoinInput.Side right = tables.right();
        if (explain) {
            Usage.explain(spec, engine.explainTopKJoin(left.size(), right.size(), left.dims(), options));
        }
        TopPairs pairs = ProgressDisplay.watch(
                "top-join", output.isQuiet(), monitor -> join(engine, left, right, options.withMonitor(monitor)));
        return new TopJoinAnswer(pairs, tables);
    }

    private TopPairs join(Engine engine, TopJoinInput.Side left, TopJoinInput.Side right, TopKJoinOptions options) {
        if (input.isSelfJoin()) {
            return input.areBoxes()
                    ? engine.topKSelfJoin(left.boxes(), left.scores(), options)
                    : engine.topKSelfJoin(left.points(), left.scores(), options);
        }
        return input.areBoxes()
                ? engine.topKJoin(left.boxes(), left.scores(), right.boxes(), right.scores(), options)
                : engine.topKJoin(left.points(), left.scores(), right.points(), right.scores(), options);
    }
}
