package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.tree.KdFindings;
import dev.gyre.tasks.tree.KdNodeCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Checks the structure of a tree by two independent methods: {@link RecursiveCheck} goes from the root down, and kernels check all nodes
 * and rows at once on a device. They check for each node that its box is the smallest around its points or children and that its children
 * are on their sides of the split, and for each row that it is in one place. Findings are copied back only if there are any.
 *
 * <p>O(d n). Memory on the device, in bytes: the tree, {@code 8} for each leaf and {@code 16} for each row.
 */
public final class KdCheck {

    /** Boxes and order of each node, as {@link KdNodeCheck#checkNodes}. */
    public static final Kernel NODES = Kernel.of(KdNodeCheck.class);

    private final KdIndex index;
    private final FoundBits nodes;
    private final RowCheck rows;

    private KdCheck(KdIndex index) {
        this.index = index;
        int[] next = index.groups().toArray(index.points().size());
        nodes = new FoundBits("nodes", 2 * index.layout().leaves());
        rows = new RowCheck(
                index.arrays().ids(),
                index.layout().size(),
                next,
                index.groups().isDropped());
    }

    /**
     * Checks a tree.
     *
     * @throws IllegalArgumentException if the check does not fit the memory
     */
    public static StructureReport run(KdIndex index, Backend backend, long memoryLimit) {
        Findings findings = new Findings();
        long start = System.nanoTime();
        checkAtOnce(index, backend, memoryLimit, findings);
        long middle = System.nanoTime();
        new RecursiveCheck(index, findings).run();
        return new StructureReport(
                backend.device(), findings.texts(), findings.count(), middle - start, System.nanoTime() - middle);
    }

    private static void checkAtOnce(KdIndex index, Backend backend, long memoryLimit, Findings findings) {
        if (index.layout().size() == 0) {
            return;
        }
        long needed = index.deviceBytes()
                + 8L * index.layout().leaves()
                + 16L * index.points().size();
        long limit = Math.min(memoryLimit, backend.device().memoryBytes());
        if (needed > limit) {
            throw new IllegalArgumentException("the check does not fit the memory of " + backend.device() + ": needed="
                    + needed + " bytes, limit=" + limit);
        }
        new KdCheck(index).check(backend, findings);
    }

    private void check(Backend backend, Findings findings) {
        List<Phase> phases = new ArrayList<>(nodes.phases(nodePhase()));
        phases.addAll(rows.phases());
        try (Execution execution = backend.prepare(new Program("kd-tree check", phases))) {
            Consumer<String> runner = phase -> execution.run(phase, Progress.NONE);
            findings.begin("breadth-first");
            nodes.run(runner, (node, bits) -> tell(node, bits, findings));
            rows.run(runner, findings);
        }
    }

    private Phase.Builder nodePhase() {
        KdArrays arrays = index.arrays();
        int[] parameters = index.layout().parameters();
        double[] cuts = index.cuts();
        int[] splits = index.splits();
        return nodes.check()
                .upload(arrays.points(), arrays.boxes(), cuts, splits, parameters)
                .stage(NODES.stage(
                        nodes.bits().length, arrays.points(), arrays.boxes(), cuts, splits, parameters, nodes.bits()));
    }

    private static void tell(int node, int bits, Findings findings) {
        findings.add("node", node, bits, KdFindings.OUTSIDE, "a point is outside of the leaf's box");
        findings.add("node", node, bits, KdFindings.LOOSE, "the leaf's box is larger than its points need");
        findings.add("node", node, bits, KdFindings.UNION, "the box is not that of the children's boxes");
        findings.add("node", node, bits, KdFindings.SPLIT, "the children overlap in the dimension of the split");
    }
}
