package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.BoxJoinOptions;
import java.io.IOException;
import java.util.List;

/** Finds all pairs of boxes for which a predicate holds. */
final class BoxJoinCommand extends Command {

    private final InputOptions input = with(new InputOptions(InputOptions.Demo.COASTLINES));
    private final ColumnOptions columns = with(ColumnOptions.ofBoxes());
    private final QueryOptions query = with(new QueryOptions());
    private final KeepOptions keep = with(new KeepOptions());
    private final Option<List<String>> queryBoxes =
            columns("--query-boxes", "The columns of the queries' bounds in CSV (default: those of --boxes).");
    private final PredicateOptions predicate = with(new PredicateOptions());
    private final MatchOptions matches = with(MatchOptions.ofBoxes());
    private final MethodOptions<JoinMethod> method = with(new MethodOptions<>(
            BoxJoinOptions.METHODS,
            "One of ${COMPLETION-CANDIDATES}: r-tree searches a tree for each query, frontier descends trees of both sides "
                    + "level by level; all give the same answer (default: ${DEFAULT-VALUE})."));
    private final OutputOptions<Answer.OfVectors> output = with(OutputOptions.ofMatches());
    private final EngineOptions engineOptions = with(new EngineOptions());

    private PointFile boxes;

    /** In a self-join, the same as the boxes. */
    private PointFile queries;

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
        input.check();
        predicate.check();
        boxes = columns.rows(input, keep.ofInput());
        query.check(input);
        if (queryBoxes.isGiven() && !query.isGiven()) {
            throw error("--query-boxes needs --query");
        }
        queries = query.isGiven() ? queries() : boxes;
        input.checkFormats(boxes, queries);
        matches.check(!query.isGiven());
        if (matches.pairsOnce() && !predicate.isSymmetric()) {
            throw error("--pairs-once is for pairs that match from both sides: not for contains and within");
        }
        output.check(input.namesRows() || query.namesRows(), matches.countOnly());
        keep.check(query, output.output(), matches.countOnly(), matches.pairsOnce());
        output.checkApartFrom(input.file.get(), query.file.get());
        output.run(engineOptions, this::read, this::join);
        return ExitCode.OK;
    }

    private PointFile queries() {
        if (queryBoxes.isGiven() && query.columns.isGiven()) {
            throw error("--query-boxes and --query-columns exclude one another");
        }
        PointFile.Columns others = columns.selected(input);
        boolean areBounds = !query.columns.isGiven() && (queryBoxes.isGiven() || others.areBounds());
        PointFile.Columns own = areBounds
                ? new PointFile.Columns("--query-boxes", queryBoxes.get(), true)
                : new PointFile.Columns("--query-columns", query.columns.get(), false);
        return query.rows(own, others.terms(), input.csv());
    }

    private Both<PointFile.BoxRows> read() {
        PointFile.BoxRows read = boxes.readBoxes();
        if (!query.isGiven()) {
            return new Both<>(read, read);
        }
        PointFile.BoxRows asked = queries.readBoxes();
        if (asked.boxes().dims() != read.boxes().dims()) {
            throw new IllegalArgumentException("boxes and queries must have equally many dimensions: " + boxes.name()
                    + " has " + read.boxes().dims() + ", " + queries.name() + " has "
                    + asked.boxes().dims());
        }
        return new Both<>(read, asked);
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
        BoxJoin join = query.isGiven()
                ? engine.openBoxJoin(left, right, asked, options)
                : engine.openBoxSelfJoin(right, asked, options);
        MatchSource.Kept kept = matches.kept(keep.leftJoin.isGiven());
        return new MatchAnswer(
                        MatchSource.of(join, kept),
                        tables.second().table(),
                        tables.first().table(),
                        predicate.sought(),
                        kept)
                .announced(output, "--count-only counts them");
    }
}
