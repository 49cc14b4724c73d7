package dev.gyre.cli;

import dev.gyre.cli.Times.Stopwatch;
import dev.gyre.cli.csv.Labels;
import dev.gyre.engine.Engine;
import dev.gyre.engine.op.RTree;
import java.io.IOException;

/** Finds the boxes of a tree that match the rows of a file. */
final class RTreeQueryCommand extends Command {

    private final TreeOptions treeOptions = with(new TreeOptions("rtree"));
    private final ColumnOptions columns = with(ColumnOptions.ofBoxes(InputOptions.Demo.CITIES));
    private final PredicateOptions predicate = with(new PredicateOptions());
    private final MatchOptions matches = with(MatchOptions.ofTree());
    private final OutputOptions<Answer.OfVectors> output = with(OutputOptions.ofMatches());

    private PointFile boxes;

    RTreeQueryCommand() {
        super(
                "query",
                "Finds the boxes of a tree that intersect every row of a file, or another --predicate; the rows are boxes (windows) or "
                        + "points.",
                BOX_FILES);
        footer(
                "The answer is a table of the first queries or, with --output, CSV with the columns query and match, ascending by "
                        + "the row of the match, which may be larger than the memory. Matches have the identifiers that rtree build "
                        + "stored, or else are rows of the tree's input, numbered from 0; --id names the queries, which are "
                        + "otherwise numbered too.");
    }

    @Override
    public Integer call() throws IOException {
        predicate.check();
        boxes = columns.check();
        output.check(columns.input.namesRows(), matches.countOnly());
        output.checkApartFrom(columns.input.file.get(), treeOptions.file());
        output.run(boxes::readBoxes, this::search);
        return ExitCode.OK;
    }

    private MatchAnswer search(Engine engine, PointFile.BoxRows queries) {
        Stopwatch watch = new Stopwatch();
        RTree tree = treeOptions.loadRTree(engine, boxes.name(), queries.boxes());
        Times load = Times.of("load", watch.lap());
        return new MatchAnswer(
                MatchSource.of(tree, queries.boxes(), predicate.predicate(), load, output.isQuiet()),
                queries.table(),
                Labels.of(tree.identifiers()),
                predicate.sought(),
                matches.kept(false));
    }
}
