package dev.gyre.engine.rtree;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.partition.GatherScatter;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.tree.ResidentTree;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.rtree.FrontierParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * The arrays and phases that descend two trees together. A frontier is a list of pairs of a left and a right box; a step replaces one side of
 * each pair by those of its children that may match the other side.
 *
 * <pre>
 * begin   first pairs
 * expand  pairs ─ mark ─ counts ─ scan ─ starts ─ write ─ pairs of the next level
 * order   pairs (─ sort by left box) ─ rows, ids
 * </pre>
 *
 * <p>Without a left tree, pairs stay in the order of their left boxes, and are not sorted. Memory on a device, in bytes, besides the trees:
 * {@value #PAIR_BYTES} for each pair that there is room for, and 4 for each left box. Not safe for use by several threads.
 */
final class Frontier {

    /** Bytes for each pair: two copies of it; its count, start, marks and id; and the other arrays of the sort. */
    static final int PAIR_BYTES = 44;

    static final String BEGIN = "begin";
    static final String EXPAND = "expand";
    static final String ORDER = "order";
    private static final String QUERIES = "queries";
    private static final String LOAD_LEFT = "load left";

    private final ResidentTree right;

    /** The left tree; null if the queries are in no tree. */
    private final ResidentTree left;

    /** Queries that are in no tree. */
    private final double[] queries;

    private final int[] parameters = new int[FrontierParameters.LENGTH];
    private final double[] limit = new double[1];
    private final int[] size = new int[1];
    private final RadixSort sort;
    private final int[] leftPairs;
    private final int[] rightPairs;
    private final Scan scan;
    private final int[] rows;
    private final int[] found;
    private final List<Phase> phases = new ArrayList<>();

    /**
     * Identifies the calls that can reuse a program.
     *
     * @param right most boxes of the right tree
     * @param left most boxes of the left tree; 0 if there is none
     * @param batch most left boxes that are searched at a time
     * @param room most pairs
     */
    record Key(int right, int rightNodeSize, int left, int leftNodeSize, int dims, int norm, int batch, int room) {}

    private Frontier(Key key, ResidentTree right, ResidentTree left, double[] queries, Device device) {
        this.right = right;
        this.left = left;
        this.queries = queries;
        int room = key.room();
        sort = left == null ? null : new RadixSort(room, Layout.on(device));
        leftPairs = sort == null ? new int[room] : sort.keys();
        rightPairs = sort == null ? new int[room] : sort.payload();
        int[] counts = new int[room];
        int[] starts = new int[room];
        scan = Scan.exclusive(counts, starts, Layout.on(device));
        rows = new int[key.batch() + 1];
        found = new int[room];
        phases.addAll(right.phases());
        if (left != null) {
            phases.addAll(left.phases());
        } else {
            phases.add(Phase.named(QUERIES).upload((Object) queries).build());
        }
        phases.add(Phase.named(BEGIN)
                .upload((Object) parameters)
                .stage(RTreeKernels.FRONTIER_BEGIN.stage(room, parameters, leftPairs, rightPairs))
                .build());
        phases.add(expand(key, counts, starts));
        phases.add(order());
    }

    /** Makes a frontier with room for trees and queries; on the JVM it uses their own arrays. */
    private static Frontier of(Context context, Key key, RTreeIndex rightTree, RTreeIndex leftTree, Boxes queries) {
        TreeLayout most = TreeLayout.ofBoxes(key.right(), key.dims(), key.rightNodeSize());
        ResidentTree right = rightTree.at(context, most, false);
        if (leftTree == null) {
            double[] room = context.onJvm() ? queries.array() : new double[2 * key.dims() * key.batch()];
            return new Frontier(key, right, null, room, context.device());
        }
        TreeLayout mostLeft = TreeLayout.ofBoxes(key.left(), key.dims(), key.leftNodeSize());
        ResidentTree left = context.onJvm()
                ? new ResidentTree(leftTree.arrays(context.workers()))
                : new RTreeArrays(mostLeft, LOAD_LEFT);
        return new Frontier(key, right, left, null, context.device());
    }

    private Phase expand(Key key, int[] counts, int[] starts) {
        int room = key.room();
        long[] marks = new long[room];
        int[] oldLeft = new int[room];
        int[] oldRight = new int[room];
        return Phase.named(EXPAND)
                .upload(parameters, limit)
                .stage(RTreeKernels.FRONTIER_MARK.stage(
                        room,
                        leftPairs,
                        rightPairs,
                        left == null ? queries : left.arrays().boxes(),
                        right.arrays().boxes(),
                        parameters,
                        limit,
                        counts,
                        marks,
                        oldLeft,
                        oldRight,
                        key.dims(),
                        key.norm()))
                .steps(scan)
                .stage(RTreeKernels.FRONTIER_WRITE.stage(
                        room, oldLeft, oldRight, marks, counts, starts, parameters, leftPairs, rightPairs))
                .download((Object) scan.total())
                .build();
    }

    private Phase order() {
        Phase.Builder phase = Phase.named(ORDER).upload(parameters, size);
        int[] boxes = leftPairs;
        int[] slots = rightPairs;
        if (sort != null) {
            var sorted = sort.pairs();
            phase.steps(sorted);
            boxes = sorted.keys();
            slots = sorted.payload();
        }
        return phase.stage(RTreeKernels.FRONTIER_ROWS.stage(rows.length, boxes, parameters, rows))
                .stage(GatherScatter.GATHER_INTS.stage(
                        found.length, right.arrays().rows(), slots, size, found))
                .download(rows, found)
                .build();
    }

    private Program program() {
        List<Object> inputs = new ArrayList<>(right.inputs());
        if (left != null) {
            inputs.addAll(left.inputs());
        }
        return new Program("r-tree frontier", phases).withInputs(inputs.toArray());
    }

    /**
     * Borrows a program, with the right tree.
     *
     * @param key the sizes
     * @param rightTree the right tree
     * @param leftTree the left tree, or null
     * @param queries queries that are in no tree, which the JVM reads in place
     */
    static Lease<Frontier> lease(Context context, Key key, RTreeIndex rightTree, RTreeIndex leftTree, Boxes queries) {
        Workers workers = context.workers();
        Lease<Frontier> lease = context.leaseOrOnce(
                key, rightTree, () -> of(context, key, rightTree, leftTree, queries), Frontier::program);
        return lease.prepared(() -> {
            Frontier frontier = lease.operation();
            frontier.right.load(lease, rightTree, workers);
            if (leftTree != null) {
                frontier.left.bring(lease, leftTree, workers);
            }
        });
    }

    /** Uploads some queries that are in no tree. */
    void bringQueries(Lease<?> lease, Boxes from, int first, int count, Workers workers) {
        int width = 2 * from.dims();
        lease.write(from.array(), first * width, queries, 0, count * width, workers);
        lease.run(QUERIES);
    }

    /** The sizes of the next phase, as {@link FrontierParameters}. */
    int[] parameters() {
        return parameters;
    }

    /** Sets the largest key of a match. */
    void limit(double newLimit) {
        limit[0] = newLimit;
    }

    /** Sets the number of pairs of the next phase. */
    void pairs(int pairs) {
        parameters[FrontierParameters.PAIRS] = pairs;
        size[0] = pairs;
        scan.setSize(pairs);
        if (sort != null) {
            sort.setSize(pairs);
        }
    }

    /** Pairs that there is room for. */
    int room() {
        return found.length;
    }

    /** Pairs that the last step found; those that exceed the room are lost. */
    int total() {
        return scan.total()[0];
    }

    /** After {@link #ORDER}, for each left box the index of its first match in {@link #found}. */
    int[] rows() {
        return rows;
    }

    /** The right rows that match. */
    int[] found() {
        return found;
    }
}
