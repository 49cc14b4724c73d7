package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.op.BoxJoin;
import java.io.IOException;

/** Finds all pairs of boxes for which a predicate holds. */
final class BoxJoinCommand extends Command {

    private final JoinFiles files = with(JoinFiles.ofBoxes());
    private final PredicateOptions predicate = with(new PredicateOptions());
    private final MatchOptions matches = with(MatchOptions.ofBoxes());
    private final MethodOptions<JoinMethod> method = with(new MethodOptions<>(
            BoxJoinOptions.METHODS,
            "One of ${COMPLETION-CANDIDATES}: r-tree searches a tree for each query, frontier descends trees of both sides "
                    + "level by level; all give the same answer (default: ${DEFAULT-VALUE})."));
    private final OutputOptions<Answer.OfVectors> output = with(OutputOptions.ofMatches());

    BoxJoinCommand() {
        super(
                "box-join",
                "Finds the boxes of a file that intersect every one of the file, or another --predicate; with --query, for the boxes "
                        + "or points of a second file.",
                BOX_FILES);
        footer(
                "The answer is a table of the first queries or, with --output, CSV with the columns query and match, ascending by "
                        + "the row of the match, which may be larger than the memory. Rows are numbered from 0; a pair of rows of "
                        + "one file appears twice, once from each side, unless --pairs-once is given.");
    }

    @Override
    public Integer call() throws IOException {
        predicate.check();
        files.check();
        matches.check(files.isSelfJoin());
        if (matches.pairsOnce() && !predicate.isSymmetric()) {
            throw error("--pairs-once is for pairs that match from both sides: not for contains and within");
        }
        files.check(output, matches.countOnly(), matches.pairsOnce());
        output.run(
                () -> files.read(
                        "boxes", PointFile::readBoxes, rows -> rows.boxes().dims()),
                this::join);
        return ExitCode.OK;
    }

    private MatchAnswer join(Engine engine, Both<PointFile.BoxRows> tables) {
        return ProgressDisplay.watch(
                "box-join",
                output.isQuiet(),
                monitor -> join(engine, tables, new BoxJoinOptions(method.method(), monitor)));
    }

    private MatchAnswer join(Engine engine, Both<PointFile.BoxRows> tables, BoxJoinOptions options) {
        Boxes left = tables.second().boxes();
        Boxes right = tables.first().boxes();
        BoxPredicate asked = predicate.predicate();
        method.explain(() -> engine.explainBoxJoin(left, right, asked, options));
        BoxJoin join = files.isSelfJoin()
                ? engine.openBoxSelfJoin(right, asked, options)
                : engine.openBoxJoin(left, right, asked, options);
        MatchSource.Kept kept = matches.kept(files.isLeftJoin());
        return new MatchAnswer(
                        MatchSource.of(join, kept),
                        tables.second().table(),
                        tables.first().table(),
                        predicate.sought(),
                        kept)
                .announced(output, "--count-only counts them");
    }
}
