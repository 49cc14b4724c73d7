package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.DistanceJoin;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/** Finds all pairs of rows within a distance. */
final class RadiusJoinCommand extends Command {

    private static final double DEMO_KILOMETRES = 10;
    private static final Set<JoinMethod> METHODS =
            EnumSet.of(JoinMethod.AUTOMATIC, JoinMethod.BRUTE_FORCE, JoinMethod.KD_TREE, JoinMethod.GRID);

    private final JoinInput joined = with(JoinInput.ofSomeRows());
    private final Option<Double> radius = number(
            "--radius=R",
            "The largest distance of a match, itself included, in the unit of the metric (default: with --demo 10).");
    private final MatchOptions matches = with(MatchOptions.ofPoints());
    private final MethodOptions<JoinMethod> method = with(new MethodOptions<>(
            METHODS, "One of ${COMPLETION-CANDIDATES}; all give the same answer (default: ${DEFAULT-VALUE})."));
    private final OutputOptions<Answer.OfVectors> output = with(OutputOptions.ofMatchesAndDistances());

    RadiusJoinCommand() {
        super(
                "radius-join",
                "Finds all rows within a radius of every row of a file, among the other rows or, with --query, for the rows of a "
                        + "second file.",
                POINT_FILES);
        footer(
                "The answer is a table of the first queries or, with --output, CSV with the columns query, neighbor and distance, "
                        + "nearest first, which may be larger than the memory. Rows are numbered from 0; a pair of rows of one "
                        + "file appears twice, once from each side, unless --pairs-once is given.");
    }

    @Override
    public Integer call() throws IOException {
        joined.check(output);
        if (radius() == null) {
            throw error("--radius is missing");
        }
        checkDistance("radius", radius());
        matches.check(joined.files.isSelfJoin());
        if (joined.isFiltered() && (matches.pairsOnce() || matches.areFew())) {
            throw error("--where excludes --pairs-once and --max-matches");
        }
        joined.files.check(output, matches.countOnly(), matches.pairsOnce());
        output.run(joined::read, this::join);
        return ExitCode.OK;
    }

    private Double radius() {
        return radius.get() == null && joined.files.isDemo() ? Double.valueOf(DEMO_KILOMETRES) : radius.get();
    }

    private MatchAnswer join(Engine engine, Both<PointTable> read) {
        return ProgressDisplay.watch(
                "radius-join", output.isQuiet(), monitor -> join(engine, read, joined.options(read, method, monitor)));
    }

    private MatchAnswer join(Engine engine, Both<PointTable> tables, JoinOptions options) {
        Points points = tables.first().points();
        method.explain(() -> engine.explainRadiusJoin(points, options));
        Points queries = tables.second().points();
        if (joined.isFiltered()) {
            return answer(
                    tables,
                    MatchSource.ofMatches(
                            joined.files.isSelfJoin()
                                    ? engine.radiusSelfJoin(points, radius(), options)
                                    : engine.distanceJoin(queries, points, radius(), options)));
        }
        DistanceJoin join = joined.files.isSelfJoin()
                ? engine.openRadiusSelfJoin(points, radius(), options)
                : engine.openDistanceJoin(queries, points, radius(), options);
        MatchAnswer answer = answer(tables, MatchSource.of(join, kept()));
        return join.countsFast()
                ? answer.announced(output, "--count-only counts them, --max-matches N finds the nearest ones")
                : answer;
    }

    private MatchSource.Kept kept() {
        return matches.kept(joined.files.isLeftJoin());
    }

    private MatchAnswer answer(Both<PointTable> tables, MatchSource source) {
        return new MatchAnswer(
                source,
                tables.second(),
                tables.first(),
                MatchAnswer.Sought.byQueries("radius=" + radius(), Facts.of("radius", radius()), true),
                kept());
    }
}
