package dev.gyre.benchmarks;

import dev.gyre.benchmarks.BoxData.Work;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.op.RTreeOptions;
import java.util.List;

/**
 * Calls over boxes of two dimensions, each in turn with other libraries that do the same. Those with series repeat the experiments of
 * "Parallel R-tree on GPU" (You et al.'s bulk load by the first coordinate, and windows).
 */
final class BoxCalls {

    private static final int MILLION = 1_000_000;
    static final int TRIED = 1_000;
    private static final double PLAIN = 1;

    /** A third of the sides has a ninth of the hits. */
    private static final double ONE_HIT = 1 / 3.0;

    /** Boxes for each window in series over windows. */
    private static final int BOXES_OF_WINDOW = 100;

    private static final List<BoxPeer> ALL_PEERS = List.of(BoxPeer.values());
    private static final List<BoxPeer> HILBERT = List.of(BoxPeer.HPR_TREE, BoxPeer.FLATBUSH);

    static final List<Call> ALL = List.of(
            build("r-tree", "the build, best packing", List.of(10 * MILLION), RTreeOptions.DEFAULT, HILBERT),
            build(
                    "r-tree-str",
                    "the build by tiles",
                    List.of(10 * MILLION),
                    RTreeOptions.DEFAULT.withPacking(Packing.STR),
                    List.of(BoxPeer.STR_TREE)),
            build(
                    "r-tree-x-sort",
                    "the build by the first coordinate",
                    List.of(),
                    RTreeOptions.DEFAULT.withPacking(Packing.X_SORT),
                    List.of()),
            new Call(
                    "r-tree-coastlines",
                    "the build of n boxes of coastlines",
                    false,
                    List.of(),
                    BenchmarkData.COASTLINE_COUNT,
                    ALL_PEERS,
                    (n, random) -> BoxShape.COASTLINES.make(
                            Work.BUILD, RTreeOptions.DEFAULT, n, Math.min(n, TRIED), PLAIN, random)),
            windows("box-windows", "n windows of about 9 hits among n boxes", List.of(MILLION), PLAIN, false),
            windows("box-windows-dense", "the same, all sides 2.5 times as long", List.of(), BoxShape.ENLARGED, false),
            windows(
                    "box-queries",
                    "n windows of about 9 hits among 100 n boxes, a million at most",
                    List.of(),
                    PLAIN,
                    true),
            windows("box-queries-dense", "the same, all sides 2.5 times as long", List.of(), BoxShape.ENLARGED, true),
            byLevels("box-windows-frontier", "the windows of box-windows, all of them level by level", PLAIN),
            byLevels("box-windows-dense-frontier", "those of box-windows-dense, level by level", BoxShape.ENLARGED),
            new Call(
                    "box-join-frontier",
                    "the join of box-join, level by level",
                    false,
                    List.of(),
                    10 * MILLION,
                    (n, random) -> BoxShape.UNIFORM.make(
                            Work.JOIN_BY_LEVELS, RTreeOptions.DEFAULT, Math.max(1, n / 10), n, ONE_HIT, random)),
            new Call(
                    "box-window",
                    TRIED + " windows of about 9 hits among n boxes, a visitor for each, one thread",
                    false,
                    List.of(),
                    MILLION,
                    ALL_PEERS,
                    (n, random) -> BoxShape.UNIFORM.make(Work.VISITS, RTreeOptions.DEFAULT, n, TRIED, PLAIN, random)),
            new Call(
                    "box-window-batches",
                    TRIED + " windows of about 9 hits among n boxes, a batch for each",
                    false,
                    List.of(),
                    MILLION,
                    (n, random) ->
                            BoxShape.UNIFORM.make(Work.ONE_BY_ONE, RTreeOptions.DEFAULT, n, TRIED, PLAIN, random)),
            new Call(
                    "box-join",
                    "n boxes with n / 10, about n pairs",
                    false,
                    List.of(10 * MILLION),
                    10 * MILLION,
                    ALL_PEERS,
                    (n, random) -> BoxShape.UNIFORM.make(
                            Work.JOIN, RTreeOptions.DEFAULT, Math.max(1, n / 10), n, ONE_HIT, random)),
            new Call(
                    "box-self-join",
                    "n boxes of coastlines",
                    false,
                    List.of(BenchmarkData.COASTLINE_COUNT),
                    BenchmarkData.COASTLINE_COUNT,
                    ALL_PEERS,
                    (n, random) ->
                            BoxShape.COASTLINES.make(Work.SELF_JOIN, RTreeOptions.DEFAULT, n, 0, PLAIN, random)));

    private BoxCalls() {}

    private static Call build(
            String name, String what, List<Integer> table, RTreeOptions options, List<BoxPeer> peers) {
        return new Call(
                name,
                what,
                false,
                table,
                10 * MILLION,
                peers,
                (n, random) -> BoxShape.UNIFORM.make(Work.BUILD, options, n, Math.min(n, TRIED), PLAIN, random));
    }

    private static Call byLevels(String name, String what, double scale) {
        return new Call(
                name,
                what,
                false,
                List.of(),
                10 * MILLION,
                (n, random) ->
                        BoxShape.UNIFORM.make(Work.WINDOWS_BY_LEVELS, RTreeOptions.DEFAULT, n, n, scale, random));
    }

    private static Call windows(String name, String what, List<Integer> table, double scale, boolean ofWindows) {
        return new Call(
                name,
                what,
                false,
                table,
                10 * MILLION,
                ALL_PEERS,
                (n, random) -> BoxShape.UNIFORM.make(
                        Work.WINDOWS,
                        RTreeOptions.DEFAULT,
                        ofWindows ? (int) Math.min(MILLION, (long) BOXES_OF_WINDOW * n) : n,
                        n,
                        scale,
                        random));
    }
}
