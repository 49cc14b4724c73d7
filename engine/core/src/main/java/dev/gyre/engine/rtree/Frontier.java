package dev.gyre.engine.rtree;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.partition.GatherScatter;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
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
 * <p>Without a left tree, pairs stay in the order of their left boxes, and are not sorted. Not safe for use by several threads.
 */
final class Frontier implements Blueprint.Made {

    static final String BEGIN = "begin";
    static final String EXPAND = "expand";
    static final String ORDER = "order";
    private static final String QUERIES = "queries";

    private final ResidentTree right;

    /** The left tree; null if the queries are in no tree. */
    private final ResidentTree left;

    /** The boxes of the left tree, or the queries that are in no tree. */
    private final double[] queries;

    private final int[] parameters;
    private final double[] limit;
    private final int[] size;
    private final RadixSort sort;
    private final int[] leftPairs;
    private final int[] rightPairs;
    private final Scan scan;
    private final int[] rows;
    private final int[] found;
    private final List<Phase> phases = new ArrayList<>();

    /**
     * The sizes of a frontier.
     *
     * @param right the layout of the largest right tree
     * @param left the layout of the largest left tree; null if the queries are in no tree
     * @param batch most left boxes that are searched at a time
     * @param room most pairs
     */
    record Sizes(TreeLayout right, TreeLayout left, int norm, int batch, int room) implements Blueprint<Frontier> {

        @Override
        public Frontier make(Layout layout) {
            return new Frontier(this, layout);
        }
    }

    private Frontier(Sizes sizes, Layout layout) {
        int room = sizes.room();
        right = RTreeArrays.TREE.make(sizes.right(), layout);
        left = sizes.left() == null ? null : RTreeArrays.LEFT_TREE.make(sizes.left(), layout);
        queries = left == null
                ? layout.given(double[].class, sizes.batch(), sizes.right().width())
                : left.arrays().boxes();
        parameters = layout.add(new int[FrontierParameters.LENGTH]);
        limit = layout.add(new double[1]);
        size = layout.add(new int[1]);
        sort = left == null ? null : new RadixSort(room, layout);
        leftPairs = sort == null ? layout.ints(room) : sort.keys();
        rightPairs = sort == null ? layout.ints(room) : sort.payload();
        int[] counts = layout.ints(room);
        int[] starts = layout.ints(room);
        scan = Scan.exclusive(counts, starts, layout);
        rows = layout.output(int[].class, sizes.batch() + 1L);
        found = layout.output(int[].class, room);
        phases.addAll(right.phases());
        phases.addAll(
                left == null
                        ? List.of(Phase.named(QUERIES).upload((Object) queries).build())
                        : left.phases());
        phases.add(Phase.named(BEGIN)
                .upload((Object) parameters)
                .stage(RTreeKernels.FRONTIER_BEGIN.stage(room, parameters, leftPairs, rightPairs))
                .build());
        phases.add(expand(sizes, counts, starts, layout));
        phases.add(order(sizes));
    }

    private Phase expand(Sizes sizes, int[] counts, int[] starts, Layout layout) {
        int room = sizes.room();
        long[] marks = layout.longs(room);
        int[] oldLeft = layout.ints(room);
        int[] oldRight = layout.ints(room);
        return Phase.named(EXPAND)
                .upload(parameters, limit)
                .stage(RTreeKernels.FRONTIER_MARK.stage(
                        room,
                        leftPairs,
                        rightPairs,
                        queries,
                        right.arrays().boxes(),
                        parameters,
                        limit,
                        counts,
                        marks,
                        oldLeft,
                        oldRight,
                        sizes.right().dims(),
                        sizes.norm()))
                .steps(scan)
                .stage(RTreeKernels.FRONTIER_WRITE.stage(
                        room, oldLeft, oldRight, marks, counts, starts, parameters, leftPairs, rightPairs))
                .download((Object) scan.total())
                .build();
    }

    private Phase order(Sizes sizes) {
        Phase.Builder phase = Phase.named(ORDER).upload(parameters, size);
        int[] boxes = leftPairs;
        int[] slots = rightPairs;
        if (sort != null) {
            var sorted = sort.pairs();
            phase.steps(sorted);
            boxes = sorted.keys();
            slots = sorted.payload();
        }
        return phase.stage(RTreeKernels.FRONTIER_ROWS.stage(sizes.batch() + 1, boxes, parameters, rows))
                .stage(GatherScatter.GATHER_INTS.stage(
                        sizes.room(), right.arrays().rows(), slots, size, found))
                .download(rows, found)
                .build();
    }

    @Override
    public Program program() {
        return new Program("r-tree frontier", phases);
    }

    /**
     * Borrows a program, with the right tree.
     *
     * @param leftTree the left tree, or null
     * @param queries queries that are in no tree, which the JVM reads in place
     */
    static Lease<Frontier> lease(
            Context context, Sizes sizes, RTreeIndex rightTree, RTreeIndex leftTree, Boxes queries) {
        Workers workers = context.workers();
        List<Object> given = new ArrayList<>(List.of(rightTree.given(context, false)));
        given.addAll(leftTree == null ? List.of(queries.array()) : List.of(leftTree.given(context, false)));
        Lease<Frontier> lease = context.leaseOrOnce(sizes, rightTree, given.toArray());
        return lease.prepared(() -> {
            Frontier frontier = lease.operation();
            frontier.right.load(lease, rightTree, false, workers);
            if (leftTree != null) {
                frontier.left.bring(lease, leftTree, false, workers);
            }
        });
    }

    /** Uploads some queries that are in no tree. */
    void bringQueries(Lease<?> lease, Boxes from, int first, int count) {
        int width = 2 * from.dims();
        lease.writeAll(from.array(), first * width, queries, 0, count * width);
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
