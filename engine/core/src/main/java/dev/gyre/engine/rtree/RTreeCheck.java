package dev.gyre.engine.rtree;

import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.kdtree.Findings;
import dev.gyre.engine.kdtree.FoundBits;
import dev.gyre.engine.kdtree.RowCheck;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.tasks.rtree.BoxCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Checks the structure of a tree in two ways: all boxes and rows at once on a device, which derives the boxes there as for a search, and by
 * recursion over the boxes of the host. For one use.
 *
 * <p>O(d n). Memory on the device, in bytes: the tree, 4 for each box, and 16 for each row.
 */
public final class RTreeCheck {

    private final RTreeIndex index;
    private final Context context;
    private final RTreeLayout layout;
    private final Findings findings = new Findings();

    private RTreeCheck(RTreeIndex index, Context context) {
        this.index = index;
        this.context = context;
        layout = index.layout();
    }

    /**
     * Checks a tree.
     *
     * @throws IllegalArgumentException if the check does not fit the memory
     */
    public static StructureReport run(RTreeIndex index, Context context) {
        RTreeCheck check = new RTreeCheck(index, context);
        long start = System.nanoTime();
        if (check.layout.size() > 0) {
            check.breadthFirst();
        }
        long middle = System.nanoTime();
        if (check.layout.size() > 0) {
            check.findings.begin("recursive");
            check.new Recursion(index.tree(context.workers())).run();
        }
        return new StructureReport(
                context.device(),
                check.findings.texts(),
                check.findings.count(),
                middle - start,
                System.nanoTime() - middle);
    }

    private void breadthFirst() {
        int size = layout.size();
        context.checkMemory(
                "the check",
                RTreeArrays.bytes(layout) + 4L * layout.boxes() + 16L * size,
                (long) Double.BYTES * layout.bounds(),
                "n=" + size + ", dims=" + layout.dims());
        RTreeArrays arrays = RTreeArrays.of(context, index, layout, RTreeArrays.LOAD, false);
        int[] next = new int[size];
        Arrays.fill(next, -1);
        FoundBits boxes = new FoundBits("boxes", layout.boxes());
        RowCheck rows = new RowCheck(arrays.ids(), size, next, false);
        List<Phase> phases = new ArrayList<>(arrays.phases());
        phases.addAll(boxes.phases(boxes.check()
                .upload(arrays.parameters())
                .stage(RTreeKernels.CHECK.stage(
                        layout.boxes(),
                        arrays.boxes(),
                        arrays.ids(),
                        arrays.parameters(),
                        arrays.tree(),
                        boxes.bits()))));
        phases.addAll(rows.phases());
        try (Lease<RTreeArrays> lease = context.once(arrays, new Program("r-tree check", phases))) {
            arrays.load(lease, index, context.workers());
            findings.begin("breadth-first");
            boxes.run(lease::run, this::tell);
            rows.run(lease::run, findings);
        }
    }

    private void tell(int box, int bits) {
        findings.add("slot", box, bits, BoxCheck.RANGE, "the id is that of no row");
        findings.add("slot", box, bits, BoxCheck.SLOT, "the box is not that of its row");
        findings.add("box", box, bits, BoxCheck.JOIN, "it is not the smallest around its children's");
    }

    /** Goes from the root down to the rows and comes back with their boxes. */
    private final class Recursion {

        private final double[] tree;
        private final double[] boxes = index.boxes().array();
        private final int width = 2 * layout.dims();
        private final BitSet seen = new BitSet();

        Recursion(double[] tree) {
            this.tree = tree;
        }

        void run() {
            boxOf(layout.levels(), 0);
            int size = layout.size();
            for (int row = seen.nextClearBit(0); row < size; row = seen.nextClearBit(row + 1)) {
                findings.add("row " + row + " is in no slot");
            }
        }

        private double[] boxOf(int level, int node) {
            double[] box = level == 0 ? boxOfRow(node) : boxOfChildren(level, node);
            int number = layout.starts()[level] + node;
            for (int i = 0; i < width; i++) {
                double stored = tree[number * width + i];
                if (stored != box[i]) {
                    findings.add(
                            "box " + number + ": bound " + i + " is " + stored + ", that of its rows is " + box[i]);
                }
            }
            return box;
        }

        private double[] boxOfChildren(int level, int node) {
            double[] box = null;
            int from = node * layout.nodeSize();
            int to = Math.min(from + layout.nodeSize(), layout.count(level - 1));
            for (int child = from; child < to; child++) {
                double[] other = boxOf(level - 1, child);
                for (int i = 0; i < width && box != null; i++) {
                    box[i] = i < layout.dims() ? Math.min(box[i], other[i]) : Math.max(box[i], other[i]);
                }
                box = box == null ? other : box;
            }
            return box;
        }

        private double[] boxOfRow(int slot) {
            int row = index.ids()[slot];
            if (row < 0 || row >= layout.size()) {
                findings.add("slot " + slot + ": there is no row " + row);
                return Arrays.copyOfRange(tree, slot * width, (slot + 1) * width);
            }
            if (seen.get(row)) {
                findings.add("slot " + slot + ": row " + row + " is in an earlier slot too");
            }
            seen.set(row);
            return Arrays.copyOfRange(boxes, row * width, (row + 1) * width);
        }
    }
}
