package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.RTree;
import java.util.List;
import java.util.function.Consumer;

/** Checks a tree in a file. */
final class TreeVerifyCommand extends Command {

    private final TreeOptions tree;
    private final EngineOptions engineOptions;
    private final Verification verification;

    private TreeVerifyCommand(String group, Verification verification) {
        super("verify", "Reads a tree and checks its structure: boxes, order and rows, from the root down.");
        footer("Exits with 1 for an unsound tree, with 2 for a file that cannot be read as a tree.");
        tree = with(new TreeOptions(group));
        engineOptions = with(new EngineOptions());
        this.verification = verification;
    }

    /** Loads a tree, tells what it is, and checks it. */
    @FunctionalInterface
    private interface Verification {
        StructureReport verify(TreeOptions tree, Engine engine, Consumer<String> words);
    }

    static TreeVerifyCommand ofKdTree() {
        return new TreeVerifyCommand("kd", (options, engine, words) -> {
            try (KdTree tree = options.loadKdTree(engine)) {
                words.accept(Numbers.counted(tree.points().size(), "point") + ", dimensions="
                        + tree.points().dims() + ", " + tree.metric().name() + ", places="
                        + Numbers.grouped(tree.places()) + ", levels=" + tree.levels() + named(tree.identifiers()));
                return tree.verify();
            }
        });
    }

    static TreeVerifyCommand ofRTree() {
        return new TreeVerifyCommand("rtree", (options, engine, words) -> {
            try (RTree tree = options.loadRTree(engine)) {
                words.accept(Numbers.counted(tree.boxes().size(), "box", "boxes") + ", dimensions="
                        + tree.boxes().dims() + ", " + Names.nameOf(tree.packing()) + ", node size="
                        + tree.nodeSize() + ", levels=" + tree.levels() + named(tree.identifiers()));
                return tree.verify();
            }
        });
    }

    private static String named(List<String> identifiers) {
        return identifiers.isEmpty() ? "" : ", with identifiers";
    }

    @Override
    public Integer call() {
        try (Engine engine = Engine.open(engineOptions.settings())) {
            StructureReport report =
                    verification.verify(tree, engine, words -> out().println(tree.file() + ": " + words));
            out().println("checked in " + Numbers.seconds(report.nanos()));
            report.findings().forEach(finding -> out().println("    " + finding));
            out().println(report.isSound() ? "sound" : Numbers.counted(report.violations(), "finding"));
            return report.isSound() ? ExitCode.OK : ExitCode.FAILURE;
        }
    }
}
