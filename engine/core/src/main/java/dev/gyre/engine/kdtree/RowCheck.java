package dev.gyre.engine.kdtree;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.tasks.tree.KdFindings;
import dev.gyre.tasks.tree.KdParameters;
import dev.gyre.tasks.tree.KdRowCheck;
import dev.gyre.tasks.tree.KdRowMarks;
import java.util.List;
import java.util.function.Consumer;

/**
 * Checks on a device that the slots of a tree, and the chains of equal rows that begin there, contain every row once. O(n). Memory on the
 * device: 12 bytes for each row, besides ids and chains. For one use.
 */
public final class RowCheck {

    /** A slot or row that leads to each row, as {@link KdRowMarks#markRows}. */
    public static final Kernel MARKS = Kernel.of(KdRowMarks.class);

    /** Rows that are missing or repeated, as {@link KdRowCheck#checkRows}. */
    public static final Kernel ROWS = Kernel.of(KdRowCheck.class);

    private final int[] ids;
    private final int[] next;
    private final int[] parameters = new int[KdParameters.LENGTH];
    private final FoundBits found;
    private final boolean dropped;

    /**
     * A check.
     *
     * @param ids for each slot its row; may be longer
     * @param slots number of slots
     * @param next for each row the next one of the same place, or -1
     * @param dropped whether rows that are equal to earlier ones may be in no place
     */
    public RowCheck(int[] ids, int slots, int[] next, boolean dropped) {
        this.ids = ids;
        this.next = next;
        this.dropped = dropped;
        parameters[KdParameters.SIZE] = slots;
        parameters[KdParameters.ROWS] = next.length;
        found = new FoundBits("rows", next.length);
    }

    /** The phases, for a program. */
    public List<Phase> phases() {
        int rows = next.length;
        int[] holders = new int[rows];
        int[] before = new int[rows];
        return found.phases(found.check()
                .upload(ids, next, parameters)
                .stage(MARKS.stage(rows, ids, next, parameters, holders, before))
                .stage(ROWS.stage(rows, ids, next, holders, before, parameters, found.bits())));
    }

    /**
     * Runs the check.
     *
     * @param runner runs a phase of the program
     */
    public void run(Consumer<String> runner, Findings findings) {
        findings.begin("breadth-first");
        found.run(runner, (row, bits) -> tell(row, bits, findings));
    }

    private void tell(int row, int bits, Findings findings) {
        findings.add("slot", row, bits, KdFindings.RANGE, "the id is that of no row");
        findings.add("row", row, bits, KdFindings.CHAIN, "the next row of the place is not a later row");
        findings.add("row", row, bits, KdFindings.REPEATED, "it is in more than one place");
        // The recursive check tells whether they were rightly left out.
        if (!dropped || next[row] != KdGroups.NONE) {
            findings.add("row", row, bits, KdFindings.MISSING, "it is in no place");
        }
    }
}
