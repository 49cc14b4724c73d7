package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.op.RTree;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/**
 * Boxes and windows of two dimensions, and the calls with them, by Gyre or another library.
 *
 * @param work the kind of call
 * @param options of Gyre's tree
 * @param nodeSize most children of a node, for a search that counts what it touches; 0 for the default of each tree, without counts
 * @param boxes for each box two lower bounds, then two upper bounds
 * @param windows in the same form; after a build, they test the tree; none in a self-join
 */
record BoxData(Work work, RTreeOptions options, int nodeSize, double[] boxes, double[] windows) implements Call.Data {

    /** The kinds of calls. */
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
        /** The build and all windows: a join with the windows as its left side. */
        JOIN,
        /** The same by {@link JoinMethod#FRONTIER}. */
        JOIN_BY_LEVELS,
        /** All pairs of boxes that intersect, without the pairs of a box with itself. */
        SELF_JOIN
    }

    /** Windows that test a build, and that are searched one by one. */
    static final int TRIED = 1_000;

    private static final int MILLION = 1_000_000;

    /** Sides of a third of the length have a ninth of the hits. */
    private static final double ONE_HIT = 1 / 3.0;

    private static final BoxPredicate INTERSECTS = BoxPredicate.INTERSECTS;

    /** Windows whose nodes are counted: more would not change the mean. */
    private static final int COUNTED = 10_000;

    /**
     * The data of a call.
     *
     * @param sizes {@code shape}; {@code packing}; {@code nodeSize}; {@code boxes} for each window, a million at most in all;
     *     {@code sides}, the factor of all side lengths, with 1 for about 9 hits
     */
    static BoxData of(Work work, Sizes sizes, int n, Random random) {
        BoxShape shape = sizes.choice("shape", BoxShape.UNIFORM);
        int nodeSize = sizes.number("nodeSize", 0);
        RTreeOptions options = RTreeOptions.DEFAULT
                .withPacking(sizes.choice("packing", RTreeOptions.DEFAULT.packing()))
                .withNodeSize(nodeSize == 0 ? RTreeOptions.DEFAULT.nodeSize() : nodeSize);
        double sides = Double.parseDouble(sizes.text("sides", "1"));
        int more = sizes.number("boxes", 1);
        int max = shape == BoxShape.COASTLINES ? BenchmarkData.COASTLINE_COUNT : MILLION;
        int boxes = more == 1 ? n : (int) Math.min(max, (long) more * n);
        BoxData made = switch (work) {
            case BUILD -> shape.make(work, n, Math.min(n, TRIED), sides, random);
            case SELF_JOIN -> shape.make(work, n, 0, sides, random);
            case VISITS, ONE_BY_ONE -> shape.make(work, n, TRIED, sides, random);
            case JOIN, JOIN_BY_LEVELS -> shape.make(work, Math.max(1, n / 10), n, ONE_HIT, random);
            case WINDOWS, WINDOWS_BY_LEVELS -> shape.make(work, boxes, n, sides, random);
        };
        return new BoxData(work, options, nodeSize, made.boxes, made.windows);
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
                Map<String, Double> touched = touched(counted -> NodeAccesses.of(tree, counted));
                Supplier<Supplier<CallAnswer>> fresh = switch (work) {
                    case VISITS -> () -> () -> visits(tree);
                    case ONE_BY_ONE -> () -> () -> oneByOne(tree);
                    default ->
                        () -> {
                            Boxes queries = Boxes.wrap(windows.clone(), 2);
                            return () -> answer(
                                            work == Work.WINDOWS
                                                    ? tree.search(queries, INTERSECTS)
                                                    : tree.search(
                                                            queries, INTERSECTS, JoinMethod.FRONTIER, Monitor.NONE))
                                    .noting(touched);
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
    public Call.Opened open(Engine engine, Peer peer) {
        BoxPeer.Library library = ((BoxPeer) peer)
                .open(this, nodeSize, isOneByOne() ? 1 : engine.settings().threads());
        if (work == Work.WINDOWS || work == Work.WINDOWS_BY_LEVELS || isOneByOne()) {
            library.build();
            Map<String, Double> touched =
                    library instanceof JtsBoxes jts ? touched(counted -> jts.accesses(nodeSize, counted)) : Map.of();
            return new Call.Opened(() -> () -> library.search().noting(touched), library::close);
        }
        return new Call.Opened(
                () -> () -> {
                    library.build();
                    // A build is tested outside of its time.
                    return work == Work.BUILD
                            ? CallAnswer.of(() -> library.search().hash().getAsLong())
                            : library.search();
                },
                library::close);
    }

    /** Returns the mean of what the first windows touch, from a search that counts it. */
    private Map<String, Double> touched(Function<double[], NodeAccesses> count) {
        if (nodeSize == 0) {
            return Map.of();
        }
        NodeAccesses accesses = count.apply(Arrays.copyOf(windows, Math.min(4 * COUNTED, windows.length)));
        return Map.of("nodes", accesses.nodes(), "boxes", accesses.boxes());
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
        return answer(offsets, found.toArray());
    }

    private CallAnswer oneByOne(RTree tree) {
        int count = windows.length / 4;
        int[][] found = new int[count][];
        int[] offsets = new int[count + 1];
        for (int window = 0; window < count; window++) {
            found[window] = tree.search(window(window), INTERSECTS).ids(0);
            offsets[window + 1] = offsets[window] + found[window].length;
        }
        return answer(offsets, Arrays.stream(found).flatMapToInt(Arrays::stream).toArray());
    }

    /** Makes the answer of a tree: it counts the matches of one window now, and searches all windows outside of the time. */
    private CallAnswer answer(RTree tree, Boxes window) {
        tree.count(window, INTERSECTS);
        return CallAnswer.ofBuild(
                tree.report(),
                JoinMethod.R_TREE,
                () -> answer(tree.search(Boxes.wrap(windows, 2), INTERSECTS))
                        .hash()
                        .getAsLong(),
                tree::close);
    }

    /** Makes an answer that is the same for all orders of the matches of a window. */
    static CallAnswer answer(Matches matches) {
        return new CallAnswer(
                matches.report(), Map.of(), () -> hash(matches.toOffsetArray(), matches.toIdArray()), () -> {});
    }

    /** Makes an answer of the ids found for each window, in any order. */
    static CallAnswer answer(int[] offsets, int... ids) {
        return CallAnswer.of(() -> hash(offsets, ids));
    }

    /** Returns a hash that is the same for all orders of the ids of a window; {@code flatbush.mjs} has the same hash. */
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
