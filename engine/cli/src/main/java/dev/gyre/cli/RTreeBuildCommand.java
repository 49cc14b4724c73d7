package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RTreeOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Builds an R-tree in a file from the rows of a file. */
@Command(
        name = "build",
        description = {
            "Builds an R-tree of the boxes of a file, of at most 8 dimensions, and writes it to another file.",
            BoxOptions.FILES
        },
        footer = {
            "",
            "The tree stores the bounds, and the identifiers of --id; without these, boxes are known by their rows, numbered "
                    + "from 0. Every device and machine can use its file."
        })
final class RTreeBuildCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private BoxInputOptions input;

    @Mixin
    private BoxOptions columns;

    @Option(
            names = "--packing",
            paramLabel = "PACKING",
            defaultValue = "auto",
            converter = PackingName.class,
            completionCandidates = PackingName.class,
            description =
                    "How boxes are ordered before consecutive ones are put into a node: auto, x-sort, str or hilbert; all "
                            + "give the same answers (default: ${DEFAULT-VALUE}).")
    private Packing packing;

    @Option(
            names = "--node-size",
            paramLabel = "N",
            description = "Most boxes of a node, " + RTreeOptions.MIN_NODE_SIZE + " to " + RTreeOptions.MAX_NODE_SIZE
                    + " (default: the size that is best by measurements).")
    private Integer nodeSize;

    @Mixin
    private TreeOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    private BoxFile boxes;

    /** The packings by name. */
    static final class PackingName extends ConstantName<Packing> {
        PackingName() {
            super(Packing.class);
        }
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (nodeSize != null && (nodeSize < RTreeOptions.MIN_NODE_SIZE || nodeSize > RTreeOptions.MAX_NODE_SIZE)) {
            throw Usage.error(
                    spec,
                    "--node-size must be in " + RTreeOptions.MIN_NODE_SIZE + ".." + RTreeOptions.MAX_NODE_SIZE
                            + ": node-size=" + nodeSize);
        }
        boxes = columns.boxes(input);
        input.checkFormats(boxes.file());
        output.run(engineOptions, input.file(), boxes::read, this::build);
        return ExitCode.OK;
    }

    private TreeOutputOptions.Built build(Engine engine, BoxFile.Rows rows) {
        RTreeOptions options = RTreeOptions.DEFAULT.withPacking(packing);
        RTreeOptions sized = nodeSize == null ? options : options.withNodeSize(nodeSize);
        return Usage.inFile(
                boxes.file().name(),
                () -> ProgressDisplay.watch(
                        "rtree build", output.isQuiet(), monitor -> build(engine, rows, sized.withMonitor(monitor))));
    }

    private static TreeOutputOptions.Built build(Engine engine, BoxFile.Rows rows, RTreeOptions options) {
        RTree tree =
                engine.rTree(rows.boxes(), options).withIdentifiers(rows.table().identifiers());
        int size = tree.boxes().size();
        String order = ConstantName.nameOf(tree.packing());
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("boxes", size);
        facts.put("packing", order);
        facts.put("node_size", tree.nodeSize());
        facts.put("levels", tree.levels());
        String summary = Numbers.grouped(size) + (size == 1 ? " box, " : " boxes, ") + order + ", "
                + Numbers.counted(tree.levels(), "level");
        return new TreeOutputOptions.Built(summary, facts, tree.report(), tree::write);
    }
}
