package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import dev.gyre.engine.Engine;
import dev.gyre.engine.op.RTree;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the boxes of a tree that match the rows of a file. */
@Command(
        name = "query",
        description = {
            "Finds the boxes of a tree that intersect every row of a file, or another --predicate; the rows are boxes (windows) or "
                    + "points.",
            BoxOptions.FILES
        },
        footer = {
            "",
            "The answer is a table of the first queries or, with --output, CSV with the columns query and match, ascending by "
                    + "the row of the match, which may be larger than the memory. Matches have the identifiers that rtree build "
                    + "stored, or else are rows of the tree's input, numbered from 0; --id names the queries, which are "
                    + "otherwise numbered too."
        })
final class RTreeQueryCommand implements Callable<Integer> {

    @Mixin
    private TreeOptions treeOptions;

    @Mixin
    private InputOptions input;

    @Mixin
    private BoxOptions columns;

    @Mixin
    private PredicateOptions predicateOptions;

    @Option(
            names = "--count-only",
            description =
                    "Counts the matches of each row and finds none; the output has the columns query and matches.")
    private boolean countOnly;

    @Mixin
    private MatchOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    private BoxFile boxes;

    @Override
    public Integer call() throws IOException {
        input.check();
        predicateOptions.check();
        boxes = columns.boxes(input);
        input.checkFormats(boxes.file());
        output.check(input.namesRows(), countOnly);
        output.checkApart(input.file(), treeOptions.file());
        output.run(engineOptions, boxes::read, this::search);
        return ExitCode.OK;
    }

    private MatchAnswer search(Engine engine, BoxFile.Rows queries) {
        Stopwatch watch = new Stopwatch();
        RTree tree = treeOptions.loadRTree(engine, boxes.file().name(), queries.boxes());
        Times load = Times.NONE.and("load", watch.lap());
        MatchSource source =
                MatchSource.of(tree, queries.boxes(), predicateOptions.predicate(), load, output.isQuiet());
        return new MatchAnswer(
                source,
                queries.table(),
                Labels.of(tree.identifiers()),
                predicateOptions.sought(),
                new MatchSource.Kept(countOnly, Integer.MAX_VALUE, false));
    }
}
