package dev.gyre.engine.tree;

import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.tasks.tree.TreeAnswers;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings what a search on a device found to the host part by part: the host reads one of two sets of arrays while the device fills the other.
 *
 * <pre>
 * keys, rows ─ the order of the queries ─ some of them
 * </pre>
 */
final class AnswerParts implements DeviceSearch.Pieces {

    private static final String PARTS = "answers";

    private final int max;
    private final boolean keyed;

    /** The part that is brought next, as {@link TreeAnswers}. */
    private final int[] asked;

    private final List<DeviceSearch.Piece> parts = new ArrayList<>();
    private final List<Phase> phases = new ArrayList<>();

    /**
     * Declares the arrays of two parts.
     *
     * @param keys the keys that the device found; any array if there are none
     * @param rows the rows that it found
     * @param positions for each query the number of its elements, if the device may leave them in another order; otherwise any array
     * @param max most queries of a part
     * @param capacity most elements of a query
     */
    AnswerParts(double[] keys, int[] rows, int[] positions, int max, int capacity, boolean keyed, Layout layout) {
        this.max = max;
        this.keyed = keyed;
        asked = layout.add(new int[TreeAnswers.LENGTH]);
        for (int turn = 0; turn < 2; turn++) {
            double[] someKeys = keyed ? layout.output(double[].class, max, capacity) : layout.doubles(1);
            int[] someRows = layout.output(int[].class, max, capacity);
            parts.add(new DeviceSearch.Piece(someRows, keyed ? someKeys : null));
            phases.add(Phase.named(PARTS + turn)
                    .upload((Object) asked)
                    .stage(TreeKernels.ANSWERS.stage(max * capacity, keys, rows, positions, asked, someKeys, someRows))
                    .download(keyed ? new Object[] {someKeys, someRows} : new Object[] {someRows})
                    .build());
        }
    }

    List<Phase> phases() {
        return phases;
    }

    @Override
    public int max() {
        return max;
    }

    @Override
    public DeviceSearch.Piece bring(Lease<?> lease, int turn, int from, int count, Progress progress) {
        return bring(lease, turn, from, count, 1, false, progress);
    }

    /**
     * Brings the answers of some queries.
     *
     * @param turn which of the two sets of arrays, 0 or 1
     * @param from the first query
     * @param capacity elements of a query
     * @param arranged whether the positions say where the elements of a query are
     */
    DeviceSearch.Piece bring(
            Lease<?> lease, int turn, int from, int count, int capacity, boolean arranged, Progress progress) {
        asked[TreeAnswers.FIRST] = from;
        asked[TreeAnswers.COUNT] = count;
        asked[TreeAnswers.CAPACITY] = capacity;
        asked[TreeAnswers.ARRANGED] = arranged ? 1 : 0;
        asked[TreeAnswers.KEYED] = keyed ? 1 : 0;
        lease.run(phases.get(turn).name(), progress);
        return parts.get(turn);
    }
}
