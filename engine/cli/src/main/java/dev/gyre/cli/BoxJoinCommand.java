package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.BoxJoinOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds all pairs of boxes for which a predicate holds. */
@Command(
        name = "box-join",
        description = {
            "Finds the boxes of a file that intersect every one of the file, or another --predicate; with --query, for the boxes "
                    + "or points of a second file.",
            BoxOptions.FILES
        },
        footer = {
            "",
            "The answer is a table of the first queries or, with --output, CSV with the columns query and match, ascending by "
                    + "the row of the match, which may be larger than the memory. Rows are numbered from 0; a pair of rows of "
                    + "one file appears twice, once from each side, unless --pairs-once is given."
        })
final class BoxJoinCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private BoxInputOptions input;

    @Mixin
    private BoxOptions columns;

    @Mixin
    private QueryOptions query;

    @Mixin
    private KeepOptions keep;

    @Option(
            names = "--query-boxes",
            paramLabel = "NAME[,NAME]...",
            description = "The columns of the queries' bounds in CSV (default: those of --boxes).")
    private List<String> queryBoxes;

    @Mixin
    private PredicateOptions predicateOptions;

    @Option(
            names = "--count-only",
            description =
                    "Counts the matches of each row and finds none; the output has the columns query and matches.")
    private boolean countOnly;

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
            description =
                    "One of ${COMPLETION-CANDIDATES}: r-tree searches a tree for each query, frontier descends trees of both sides "
                            + "level by level; all give the same answer (default: ${DEFAULT-VALUE}).")
    private JoinMethod method;

    @Option(names = "--explain", description = "Prints the method of the join, and why.")
    private boolean explain;

    @Mixin
    private MatchOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    private BoxFile boxes;

    /** In a self-join, the same as the boxes. */
    private BoxFile queries;

    /** The methods by name. */
    static final class MethodName extends ConstantName<JoinMethod> {
        MethodName() {
            super(JoinMethod.class, BoxJoinOptions.METHODS::contains);
        }
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        predicateOptions.check();
        boxes = columns.boxes(input, keep.ofInput());
        query.check(input);
        if (queryBoxes != null && !query.isGiven()) {
            throw Usage.error(spec, "--query-boxes needs --query");
        }
        queries = query.isGiven() ? queries() : boxes;
        input.checkFormats(boxes.file(), queries.file());
        checkKept();
        output.check(input.namesRows() || query.namesRows(), countOnly);
        keep.check(query, output.output(), countOnly, pairsOnce);
        output.checkApart(input.file(), query.file());
        output.run(engineOptions, this::read, this::join);
        return ExitCode.OK;
    }

    private BoxFile queries() {
        if (queryBoxes != null && query.columns() != null) {
            throw Usage.error(spec, "--query-boxes and --query-columns exclude one another");
        }
        PointFile.Columns others = columns.columns(input);
        boolean areBounds = query.columns() == null && (queryBoxes != null || others.areBounds());
        PointFile.Columns own = areBounds
                ? new PointFile.Columns("--query-boxes", queryBoxes, true)
                : new PointFile.Columns("--query-columns", query.columns(), false);
        return new BoxFile(query.rows(own, others.terms(), input.csv()), areBounds);
    }

    private void checkKept() {
        if (countOnly && pairsOnce) {
            throw Usage.error(spec, "--count-only and --pairs-once exclude one another");
        }
        if (pairsOnce && query.isGiven()) {
            throw Usage.error(spec, "--pairs-once is for the rows of one file: with --query pairs appear once anyway");
        }
        if (pairsOnce && !predicateOptions.isSymmetric()) {
            throw Usage.error(
                    spec, "--pairs-once is for pairs that match from both sides: not for contains and within");
        }
    }

    private Both<BoxFile.Rows> read() {
        BoxFile.Rows read = boxes.read();
        if (!query.isGiven()) {
            return new Both<>(read, read);
        }
        BoxFile.Rows asked = queries.read();
        if (asked.boxes().dims() != read.boxes().dims()) {
            throw new IllegalArgumentException("boxes and queries must have equally many dimensions: "
                    + boxes.file().name() + " has " + read.boxes().dims() + ", "
                    + queries.file().name() + " has "
                    + asked.boxes().dims());
        }
        return new Both<>(read, asked);
    }

    private MatchAnswer join(Engine engine, Both<BoxFile.Rows> tables) {
        return ProgressDisplay.watch(
                "box-join", output.isQuiet(), monitor -> join(engine, tables, new BoxJoinOptions(method, monitor)));
    }

    private MatchAnswer join(Engine engine, Both<BoxFile.Rows> tables, BoxJoinOptions options) {
        Boxes left = tables.second().boxes();
        Boxes right = tables.first().boxes();
        BoxPredicate predicate = predicateOptions.predicate();
        if (explain) {
            Usage.explain(spec, engine.explainBoxJoin(left, right, predicate, options));
        }
        BoxJoin join = query.isGiven()
                ? engine.openBoxJoin(left, right, predicate, options)
                : engine.openBoxSelfJoin(right, predicate, options);
        MatchSource.Kept kept = new MatchSource.Kept(countOnly, Integer.MAX_VALUE, pairsOnce, keep.isLeftJoin());
        MatchAnswer answer = new MatchAnswer(
                MatchSource.of(join, kept),
                tables.second().table(),
                tables.first().table(),
                predicateOptions.sought(),
                kept);
        output.announce(answer, "--count-only counts them");
        return answer;
    }
}
