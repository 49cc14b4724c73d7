package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.DistanceJoin;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds all pairs of rows within a distance. */
@Command(
        name = "radius-join",
        description = {
            "Finds all rows within a radius of every row of a file, among the other rows or, with --query, for the rows of a "
                    + "second file.",
            Usage.POINT_FILES
        },
        footer = {
            "",
            "The answer is a table of the first queries or, with --output, CSV with the columns query, neighbor and distance, "
                    + "nearest first, which may be larger than the memory. Rows are numbered from 0; a pair of rows of one "
                    + "file appears twice, once from each side, unless --pairs-once is given."
        })
final class RadiusJoinCommand implements Callable<Integer> {

    private static final double DEMO_KILOMETRES = 10;

    @Spec
    private CommandSpec spec;

    @Mixin
    private JoinInput joined;

    @Option(
            names = "--radius",
            paramLabel = "R",
            description = "The largest distance of a match, itself included, in the unit of the metric "
                    + "(default: with --demo 10).")
    private Double radius;

    @Option(
            names = "--count-only",
            description =
                    "Counts the matches of each row and finds none; the output has the columns query and matches.")
    private boolean countOnly;

    @Option(
            names = "--max-matches",
            paramLabel = "N",
            description = "Most matches of a row, the nearest ones (default: all).")
    private Integer maxMatches;

    @Option(
            names = "--pairs-once",
            description = "Each pair of rows of one file appears once, as a match of the first of the two.")
    private boolean pairsOnce;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            defaultValue = "auto",
            converter = MethodName.class,
            completionCandidates = MethodName.class,
            description = "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE}).")
    private JoinMethod method;

    @Option(names = "--explain", description = "Prints the method of the join, and why.")
    private boolean explain;

    @Mixin
    private DistanceMatchOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    /** The methods by name. */
    static final class MethodName extends ConstantName<JoinMethod> {

        private static final Set<JoinMethod> METHODS =
                EnumSet.of(JoinMethod.AUTOMATIC, JoinMethod.BRUTE_FORCE, JoinMethod.KD_TREE, JoinMethod.GRID);

        MethodName() {
            super(JoinMethod.class, METHODS::contains);
        }
    }

    @Override
    public Integer call() throws IOException {
        joined.check();
        output.report().note(joined.note());
        if (radius == null && joined.isDemo()) {
            radius = DEMO_KILOMETRES;
        }
        if (radius == null) {
            throw Usage.error(spec, "--radius is missing");
        }
        Usage.checkDistance(spec, "radius", radius);
        checkKept();
        output.check(joined.namesRows(), countOnly);
        joined.checkKept(output.output(), countOnly, pairsOnce);
        output.checkApart(joined.files());
        output.run(engineOptions, joined::read, this::join);
        return ExitCode.OK;
    }

    private void checkKept() {
        if (maxMatches != null && maxMatches < 1) {
            throw Usage.error(spec, "--max-matches must be 1 or more: max-matches=" + maxMatches);
        }
        if ((countOnly ? 1 : 0) + (maxMatches != null ? 1 : 0) + (pairsOnce ? 1 : 0) > 1) {
            throw Usage.error(spec, "--count-only, --max-matches and --pairs-once exclude one another");
        }
        if (pairsOnce && !joined.isSelfJoin()) {
            throw Usage.error(spec, "--pairs-once is for the rows of one file: with --query pairs appear once anyway");
        }
    }

    private MatchAnswer join(Engine engine, Both<PointTable> read) {
        return ProgressDisplay.watch(
                "radius-join", output.isQuiet(), monitor -> join(engine, read, joined.options(method, monitor)));
    }

    private MatchAnswer join(Engine engine, Both<PointTable> tables, JoinOptions options) {
        Points points = tables.first().points();
        if (explain) {
            Usage.explain(spec, engine.explainRadiusJoin(points, options));
        }
        DistanceJoin join = joined.isSelfJoin()
                ? engine.openRadiusSelfJoin(points, radius, options)
                : engine.openDistanceJoin(tables.second().points(), points, radius, options);
        int most = maxMatches == null ? Integer.MAX_VALUE : maxMatches;
        MatchSource.Kept kept = new MatchSource.Kept(countOnly, most, pairsOnce, joined.isLeftJoin());
        MatchAnswer answer = new MatchAnswer(
                MatchSource.of(join, kept),
                tables.second(),
                tables.first(),
                new MatchAnswer.Sought(MatchAnswer.Words.QUERIES, "radius=" + radius, Map.of("radius", radius), true),
                kept);
        if (join.countsFast()) {
            output.announce(answer, "--count-only counts them, --max-matches N finds the nearest ones");
        }
        return answer;
    }
}
