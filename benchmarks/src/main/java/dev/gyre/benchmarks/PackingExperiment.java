package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RTreeOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.locationtech.jts.index.hprtree.HPRtree;
import org.locationtech.jts.index.strtree.STRtree;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run packing}: what the packings of R-trees are worth for each size of nodes, beside those of JTS and flatbush: their
 * builds, searches, and what they touch. All of the same data take turns.
 */
final class PackingExperiment extends Experiment {

    private static final int QUICK_SIZE = 2_000;
    private static final long SEED = 20261122;

    /** Windows that are counted: more would not change the mean. */
    private static final int COUNTED = 10_000;

    private static final String TREE = "tree";
    private static final String NODE_SIZE = "node size";
    private static final String BUILD = "build";
    private static final String WINDOWS = "windows";
    private static final String LEGEND = """
            Milliseconds of the wall clock, of a build to its first answer (of other libraries: the build by one thread), and of all windows in one
            call; all trees of a table take turns. `nodes`: nodes whose children a window has tested; `boxes`: boxes of nodes and entries that it has tested;
            both in the mean of 10,000 windows, counted by one traversal without shortcuts over the boxes of each tree: Gyre's from
            aggregates, HPRtree's from `getBounds`, STRtree's from `getRoot`.
            """;

    private final Values<Integer> n =
            numbers("n", "1000000", "Boxes, as far as there are so many").quick(QUICK_SIZE);
    private final Values<Integer> windows =
            numbers(WINDOWS, "100000", "Windows").quick(QUICK_SIZE);
    private final Values<BoxShape> shapes =
            choices(BoxShape.class, "shape", "UNIFORM,CLUSTERED,COASTLINES", "Where boxes lie");
    private final Values<Integer> nodeSizes =
            numbers("node-size", "2,4,8,16,32,64", "Most children of a node").column(NODE_SIZE);
    private final Case.Shared<BoxData> data = new Case.Shared<>();

    @Option(names = "--no-peers", description = "Without other libraries.")
    private boolean noPeers;

    PackingExperiment() {
        super(
                "packing",
                "Times builds and windows of R-trees by packing and size of nodes, and counts what windows touch.",
                "shape,n,windows,tree,node size,device,runs,build median ns,build fastest ns,windows median ns,"
                        + "windows fastest ns,nodes,boxes",
                LEGEND);
        runs(3, 1);
    }

    @Override
    void check() {
        nodeSizes.list().forEach(RTreeOptions.DEFAULT::withNodeSize);
    }

    @Override
    boolean inTurn() {
        return true;
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<Case> cases = new ArrayList<>();
        for (Sizes one : combinations(shapes, n, windows)) {
            boolean coastlines = one.choice("shape", BoxShape.UNIFORM) == BoxShape.COASTLINES;
            int most = coastlines ? BenchmarkData.COASTLINE_COUNT : Integer.MAX_VALUE;
            List<Case> trees = new ArrayList<>();
            for (int nodeSize : nodeSizes.list()) {
                Sizes sizes = one.with("n", Math.min(most, one.number("n"))).with(NODE_SIZE, nodeSize);
                for (Packing packing : List.of(Packing.X_SORT, Packing.STR, Packing.HILBERT)) {
                    RTreeOptions options =
                            RTreeOptions.DEFAULT.withPacking(packing).withNodeSize(nodeSize);
                    trees.add(of(sizes, packing, (engine, timing, of) -> openTree(engine, timing, options, of)));
                }
                for (BoxPeer peer : noPeers ? List.<BoxPeer>of() : List.of(BoxPeer.values())) {
                    trees.add(of(sizes, peer, (engine, timing, of) -> openLibrary(engine, timing, peer, of))
                            .on(peer::runsOn));
                }
            }
            cases.add(Case.inTurn(trees));
        }
        return cases;
    }

    private static Case of(Sizes sizes, Object tree, Case.Work work) {
        return new Case(sizes.with(TREE, tree), work)
                .timing("", List.of(BUILD, WINDOWS))
                .comparedBy(TREE, NODE_SIZE);
    }

    private BoxData data(Sizes sizes) {
        return data.get(
                sizes.without(List.of(TREE, NODE_SIZE)),
                () -> sizes.choice("shape", BoxShape.UNIFORM)
                        .make(
                                BoxData.Work.WINDOWS,
                                RTreeOptions.DEFAULT,
                                sizes.number("n"),
                                sizes.number(WINDOWS),
                                1,
                                new Random(SEED)));
    }

    private Supplier<Run> openTree(Engine engine, String timing, RTreeOptions options, Case of) {
        BoxData made = data(of.sizes());
        Boxes boxes = Boxes.wrap(made.boxes(), 2);
        if (timing.equals(BUILD)) {
            Boxes first = Boxes.wrap(Arrays.copyOf(made.windows(), 4), 2);
            return () -> new Run(Run.time(() -> {
                try (RTree tree = engine.rTree(boxes, options)) {
                    // After an answer the tree is where it is searched.
                    tree.count(first, BoxPredicate.INTERSECTS);
                }
            }));
        }
        RTree tree = engine.rTree(boxes, options);
        of.atEnd(tree::close);
        Boxes queries = Boxes.wrap(made.windows(), 2);
        NodeAccesses accesses = NodeAccesses.of(tree, counted(made));
        return () -> search(() -> BoxData.answer(tree.search(queries, BoxPredicate.INTERSECTS)), accesses);
    }

    private Supplier<Run> openLibrary(Engine engine, String timing, BoxPeer peer, Case of) {
        BoxData made = data(of.sizes());
        int nodeSize = of.sizes().number(NODE_SIZE);
        BoxPeer.Library library = of.kept(
                engine,
                BoxPeer.Library.class,
                () -> peer.open(made, nodeSize, engine.settings().threads()));
        if (timing.equals(BUILD)) {
            return () -> new Run(Run.time(library::build));
        }
        NodeAccesses accesses = library instanceof JtsBoxes jts
                ? switch (jts.index()) {
                    case HPRtree tree -> NodeAccesses.of(tree, nodeSize, counted(made));
                    case STRtree tree -> NodeAccesses.of(tree, counted(made));
                    default -> throw new IllegalStateException("an unknown tree of JTS: " + jts.index());
                }
                : new NodeAccesses(Double.NaN, Double.NaN);
        return () -> search(library::search, accesses);
    }

    private static double[] counted(BoxData made) {
        return Arrays.copyOf(made.windows(), Math.min(4 * COUNTED, made.windows().length));
    }

    private static Run search(Supplier<CallAnswer> search, NodeAccesses accesses) {
        Run run = Run.of(search);
        return new Run(
                run.nanos(), run.parts(), Map.of("nodes", accesses.nodes(), "boxes", accesses.boxes()), run.answer());
    }

    @Override
    List<Part> parts(List<Row> rows) {
        Table<Row> table = Table.ofRows("tree, node size, device, nodes, boxes, build median ms, build fastest ms, "
                + "windows median ms, windows fastest ms");
        return tables(rows, "shape,n,windows", table::of);
    }
}
