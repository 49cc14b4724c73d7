package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.op.RTree;
import java.io.IOException;

/** Builds an R-tree in a file from the rows of a file. */
final class RTreeBuildCommand extends Command {

    private static final int MIN_NODE_SIZE = RTreeOptions.MIN_NODE_SIZE;
    private static final int MAX_NODE_SIZE = RTreeOptions.MAX_NODE_SIZE;

    private final ColumnOptions columns = with(ColumnOptions.ofBoxes(InputOptions.Demo.COASTLINES));
    private final Option<Packing> packing = choice(
                    Names.of(Packing.class),
                    "--packing=PACKING",
                    "How boxes are ordered before consecutive ones are put into a node: auto, x-sort, str or hilbert; all "
                            + "give the same answers (default: ${DEFAULT-VALUE}).")
            .byDefault("auto");
    private final Option<Integer> nodeSize = integer(
            "--node-size=N",
            "Most boxes of a node, " + MIN_NODE_SIZE + " to " + MAX_NODE_SIZE
                    + " (default: the size that is best by measurements).");
    private final TreeOutputOptions output = with(new TreeOutputOptions());

    private PointFile boxes;

    RTreeBuildCommand() {
        super(
                "build",
                "Builds an R-tree of the boxes of a file, of at most 8 dimensions, and writes it to another file.",
                BOX_FILES);
        footer(
                "The tree stores the bounds, and the identifiers of --id; without these, boxes are known by their rows, numbered "
                        + "from 0. Every device and machine can use its file.");
    }

    @Override
    public Integer call() throws IOException {
        if (nodeSize.isGiven() && (nodeSize.get() < MIN_NODE_SIZE || nodeSize.get() > MAX_NODE_SIZE)) {
            throw error(
                    "--node-size must be in " + MIN_NODE_SIZE + ".." + MAX_NODE_SIZE + ": node-size=" + nodeSize.get());
        }
        boxes = columns.check();
        output.run(columns.input.file.get(), boxes::readBoxes, this::build);
        return ExitCode.OK;
    }

    private TreeOutputOptions.Built build(Engine engine, PointFile.BoxRows rows) {
        RTreeOptions packed = RTreeOptions.DEFAULT.withPacking(packing.get());
        RTreeOptions options = nodeSize.isGiven() ? packed.withNodeSize(nodeSize.get()) : packed;
        RTree tree = PointFile.inFile(
                boxes.name(),
                () -> ProgressDisplay.watch(
                        "rtree build",
                        output.isQuiet(),
                        monitor -> engine.rTree(rows.boxes(), options.withMonitor(monitor))
                                .withIdentifiers(rows.table().identifiers())));
        int size = tree.boxes().size();
        String order = Names.nameOf(tree.packing());
        return new TreeOutputOptions.Built(
                Numbers.counted(size, "box", "boxes") + ", " + order + ", " + Numbers.counted(tree.levels(), "level"),
                Facts.of("boxes", size)
                        .and("packing", order)
                        .and("node_size", tree.nodeSize())
                        .and("levels", tree.levels()),
                tree.report(),
                tree::write);
    }
}
