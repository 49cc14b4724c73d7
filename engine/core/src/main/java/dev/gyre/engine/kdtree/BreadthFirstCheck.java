package dev.gyre.engine.kdtree;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.partition.Reduction;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.tasks.tree.KdFindings;
import dev.gyre.tasks.tree.KdParameters;
import java.util.List;

/**
 * Checks all nodes and all rows of a tree at once, on a device: for each node that its box is the smallest around its points
 * or children and that its children are on their sides, for each row that it is in one place. Findings are copied back only
 * where there are any.
 *
 * <p>O(d n). Memory on the device, in bytes: the tree, {@code 8} for each leaf and {@code 16} for each row.
 */
final class BreadthFirstCheck {

    private static final String NODES = "nodes";
    private static final String NODE_FINDINGS = "node findings";
    private static final String ROWS = "rows";
    private static final String ROW_FINDINGS = "row findings";

    private final KdIndex index;
    private final int rows;
    private final int[] next;
    private final int[] nodeFindings;
    private final int[] rowFindings;
    private final long[] worstOfNodes = new long[1];
    private final long[] worstOfRows = new long[1];

    private BreadthFirstCheck(KdIndex index) {
        this.index = index;
        rows = index.points().size();
        next = index.groups().toArray(rows);
        nodeFindings = new int[2 * index.layout().leaves()];
        rowFindings = new int[rows];
    }

    /**
     * Checks a tree.
     *
     * @throws IllegalArgumentException if it does not fit the memory
     */
    static void run(KdIndex index, Backend backend, long memoryLimit, Findings findings) {
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
        new BreadthFirstCheck(index).check(backend, findings);
    }

    private void check(Backend backend, Findings findings) {
        try (Execution execution = backend.prepare(new Program("kd-tree check", phases()))) {
            execution.run(NODES, Progress.NONE);
            if (worstOfNodes[0] > 0) {
                execution.run(NODE_FINDINGS, Progress.NONE);
                findings.begin("breadth-first");
                for (int node = 1; node < nodeFindings.length; node++) {
                    tellOfNode(node, nodeFindings[node], findings);
                }
            }
            execution.run(ROWS, Progress.NONE);
            if (worstOfRows[0] > 0) {
                execution.run(ROW_FINDINGS, Progress.NONE);
                findings.begin("breadth-first");
                for (int row = 0; row < rows; row++) {
                    tellOfRow(row, rowFindings[row], findings);
                }
            }
        }
    }

    private List<Phase> phases() {
        KdArrays arrays = index.arrays();
        int[] parameters = parameters();
        double[] cuts = index.cuts();
        int[] splits = index.splits();
        int[] holders = new int[rows];
        int[] before = new int[rows];
        return List.of(
                reduced(
                                Phase.named(NODES)
                                        .upload(arrays.points(), arrays.boxes(), cuts, splits, parameters)
                                        .stage(KdCheckKernels.NODES.stage(
                                                nodeFindings.length,
                                                arrays.points(),
                                                arrays.boxes(),
                                                cuts,
                                                splits,
                                                parameters,
                                                nodeFindings)),
                                nodeFindings,
                                worstOfNodes)
                        .build(),
                Phase.named(NODE_FINDINGS).download(nodeFindings).build(),
                reduced(
                                Phase.named(ROWS)
                                        .upload(arrays.ids(), next, parameters)
                                        .stage(KdCheckKernels.MARKS.stage(
                                                rows, arrays.ids(), next, parameters, holders, before))
                                        .stage(KdCheckKernels.ROWS.stage(
                                                rows, arrays.ids(), next, holders, before, parameters, rowFindings)),
                                rowFindings,
                                worstOfRows)
                        .build(),
                Phase.named(ROW_FINDINGS).download(rowFindings).build());
    }

    private int[] parameters() {
        int[] parameters = new int[KdParameters.LENGTH];
        parameters[KdParameters.SIZE] = index.layout().size();
        parameters[KdParameters.DIMENSIONS] = index.layout().dims();
        parameters[KdParameters.LEAF_BITS] = index.layout().leafBits();
        parameters[KdParameters.HEIGHT] = index.layout().height();
        parameters[KdParameters.ROWS] = rows;
        return parameters;
    }

    private static Phase.Builder reduced(Phase.Builder phase, int[] values, long[] worst) {
        int[] offsets = {0, values.length};
        Reduction reduction = Reduction.of(Reduction.Operator.MAX, values, offsets, worst);
        phase.upload(offsets).upload(reduction.uploads());
        for (Stage stage : reduction.stages()) {
            phase.stage(stage);
        }
        return phase.download(worst);
    }

    private static void tellOfNode(int node, int bits, Findings findings) {
        tell(node, "node", bits, KdFindings.OUTSIDE, "a point is outside of the leaf's box", findings);
        tell(node, "node", bits, KdFindings.LOOSE, "the leaf's box is larger than its points need", findings);
        tell(node, "node", bits, KdFindings.UNION, "the box is not that of the children's boxes", findings);
        tell(node, "node", bits, KdFindings.SPLIT, "the children overlap in the dimension of the split", findings);
    }

    private void tellOfRow(int row, int bits, Findings findings) {
        tell(row, "slot", bits, KdFindings.RANGE, "the id is that of no row", findings);
        tell(row, "row", bits, KdFindings.CHAIN, "the next row of the place is no later row", findings);
        tell(row, "row", bits, KdFindings.REPEATED, "it is in more than one place", findings);
        // Whether they were left out with reason, the recursive check tells.
        if (!index.groups().isDropped() || next[row] != KdGroups.NONE) {
            tell(row, "row", bits, KdFindings.MISSING, "it is in no place", findings);
        }
    }

    private static void tell(int item, String kind, int bits, int bit, String what, Findings findings) {
        if ((bits & bit) != 0) {
            findings.add(kind + " " + item + ": " + what);
        }
    }
}
