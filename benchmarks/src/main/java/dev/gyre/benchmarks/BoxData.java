package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.op.BoxJoinOptions;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RTreeOptions;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/**
 * Boxes and windows of two dimensions, and what is called with them, by Gyre or another library.
 *
 * @param work what is called
 * @param options of the tree
 * @param boxes for each box two lower bounds, then two upper bounds
 * @param windows in the same form; those that a tree is tried with after a build; none in a self-join
 */
record BoxData(Work work, RTreeOptions options, double[] boxes, double[] windows) implements Call.Data {

    /** What is called. */
    enum Work {
        /** From arrays to a tree that has answered one window. */
        BUILD,
        /** All windows in one call, tree open. */
        WINDOWS,
        /** The same by {@link JoinMethod#FRONTIER}. */
        WINDOWS_BY_LEVELS,
        /** A call of a batch for each window, as one kernel for each would be. */
        ONE_BY_ONE,
        /** A visitor for each window, by one thread of the host. */
        VISITS,
        /** The build and all windows: a join, of which the windows are the left side. */
        JOIN,
        /** The same by {@link JoinMethod#FRONTIER}. */
        JOIN_BY_LEVELS,
        /** All pairs of boxes that intersect, without the pairs of a box with itself. */
        SELF_JOIN
    }

    /** Windows that a build is tried with, and that are asked one by one. */
    static final int TRIED = 1_000;

    private static final int MILLION = 1_000_000;

    /** A third of the sides has a ninth of the hits. */
    private static final double ONE_HIT = 1 / 3.0;

    private static final BoxPredicate INTERSECTS = BoxPredicate.INTERSECTS;
    private static final Runnable NOTHING = () -> {};

    /**
     * The data of a call.
     *
     * @param work what is called
     * @param sizes {@code shape}; {@code packing}; {@code boxes} for each window, so that there are a million at most; {@code sides}, by how much
     *     all of them are longer than for about 9 hits
     * @param n boxes of a build, or windows
     */
    static BoxData of(Work work, Sizes sizes, int n, Random random) {
        BoxShape shape = sizes.choice("shape", BoxShape.UNIFORM);
        RTreeOptions options =
                RTreeOptions.DEFAULT.withPacking(sizes.choice("packing", RTreeOptions.DEFAULT.packing()));
        double sides = Double.parseDouble(sizes.text("sides", "1"));
        int more = sizes.number("boxes", 1);
        int boxes = more == 1 ? n : (int) Math.min(MILLION, (long) more * n);
        return switch (work) {
            case BUILD -> shape.make(work, options, n, Math.min(n, TRIED), sides, random);
            case SELF_JOIN -> shape.make(work, options, n, 0, sides, random);
            case VISITS, ONE_BY_ONE -> shape.make(work, options, n, TRIED, sides, random);
            case JOIN, JOIN_BY_LEVELS -> shape.make(work, options, Math.max(1, n / 10), n, ONE_HIT, random);
            case WINDOWS, WINDOWS_BY_LEVELS -> shape.make(work, options, boxes, n, sides, random);
        };
    }

    boolean isSelfJoin() {
        return work == Work.SELF_JOIN;
    }

    @Override
    public Call.Opened open(Engine engine) {
        return switch (work) {
            case BUILD ->
                Call.opened(
                        () -> Boxes.wrap(boxes.clone(), 2), fresh -> answer(engine.rTree(fresh, options), window(0)));
            case WINDOWS, WINDOWS_BY_LEVELS, ONE_BY_ONE, VISITS -> {
                RTree tree = engine.rTree(Boxes.wrap(boxes, 2), options);
                Supplier<Supplier<CallAnswer>> fresh = switch (work) {
                    case VISITS -> () -> () -> visits(tree);
                    case ONE_BY_ONE -> () -> () -> oneByOne(tree);
                    default ->
                        () -> {
                            Boxes queries = Boxes.wrap(windows.clone(), 2);
                            return () -> answer(
                                    work == Work.WINDOWS
                                            ? tree.search(queries, INTERSECTS)
                                            : tree.search(queries, INTERSECTS, JoinMethod.FRONTIER, Monitor.NONE));
                        };
                };
                yield new Call.Opened(fresh, tree::close);
            }
            case JOIN, JOIN_BY_LEVELS -> {
                BoxJoinOptions how = work == Work.JOIN
                        ? BoxJoinOptions.DEFAULT
                        : BoxJoinOptions.DEFAULT.withMethod(JoinMethod.FRONTIER);
                yield Call.opened(
                        () -> new Boxes[] {Boxes.wrap(windows.clone(), 2), Boxes.wrap(boxes.clone(), 2)},
                        both -> answer(engine.boxJoin(both[0], both[1], INTERSECTS, how)));
            }
            case SELF_JOIN ->
                Call.opened(() -> Boxes.wrap(boxes.clone(), 2), fresh -> answer(engine.boxSelfJoin(fresh, INTERSECTS)));
        };
    }

    @Override
    public Call.Opened open(Engine engine, BoxPeer peer) {
        BoxPeer.Library library =
                peer.open(this, 0, isOneByOne() ? 1 : engine.settings().threads());
        if (work == Work.WINDOWS || work == Work.WINDOWS_BY_LEVELS || isOneByOne()) {
            library.build();
            return new Call.Opened(() -> library::search, library::close);
        }
        return new Call.Opened(
                () -> () -> {
                    library.build();
                    // A build is tried outside of its time.
                    return work == Work.BUILD
                            ? new CallAnswer(null, () -> library.search().hash().getAsLong(), NOTHING)
                            : library.search();
                },
                library::close);
    }

    private boolean isOneByOne() {
        return work == Work.ONE_BY_ONE || work == Work.VISITS;
    }

    private double[] bounds(int window) {
        return Arrays.copyOfRange(windows, 4 * window, 4 * window + 4);
    }

    private Boxes window(int window) {
        return Boxes.wrap(bounds(window), 2);
    }

    private CallAnswer visits(RTree tree) {
        IntArrayList found = new IntArrayList();
        int[] offsets = new int[windows.length / 4 + 1];
        for (int window = 1; window < offsets.length; window++) {
            tree.forEachMatch(bounds(window - 1), INTERSECTS, found::add);
            offsets[window] = found.size();
        }
        return answer(null, offsets, found.toArray());
    }

    private CallAnswer oneByOne(RTree tree) {
        int count = windows.length / 4;
        int[][] found = new int[count][];
        int[] offsets = new int[count + 1];
        for (int window = 0; window < count; window++) {
            found[window] = tree.search(window(window), INTERSECTS).ids(0);
            offsets[window + 1] = offsets[window] + found[window].length;
        }
        return answer(
                null, offsets, Arrays.stream(found).flatMapToInt(Arrays::stream).toArray());
    }

    /** A tree that is asked for one window at once, and for all outside of the time. */
    private CallAnswer answer(RTree tree, Boxes window) {
        tree.count(window, INTERSECTS);
        BuildReport build = tree.report();
        ExecutionReport report = new ExecutionReport(
                build.device(), JoinMethod.R_TREE, build.prepareNanos(), build.deviceTiming(), 0, 0);
        return new CallAnswer(
                report,
                () -> answer(tree.search(Boxes.wrap(windows, 2), INTERSECTS))
                        .hash()
                        .getAsLong(),
                tree::close);
    }

    /** The same for all orders of the matches of a window. */
    static CallAnswer answer(Matches matches) {
        return new CallAnswer(matches.report(), () -> hash(matches.toOffsetArray(), matches.toIdArray()), NOTHING);
    }

    /** What was found for each window, in any order. */
    static CallAnswer answer(ExecutionReport report, int[] offsets, int... ids) {
        return new CallAnswer(report, () -> hash(offsets, ids), NOTHING);
    }

    /** The same for all orders of the ids of a window; {@code flatbush.mjs} has the same. */
    private static long hash(int[] offsets, int... ids) {
        long sum = offsets.length;
        for (int window = 0; window < offsets.length - 1; window++) {
            for (int at = offsets[window]; at < offsets[window + 1]; at++) {
                sum += (window * 0x9E3779B1 ^ ids[at] * 0x85EBCA77) >>> 8;
            }
        }
        return sum;
    }
}
