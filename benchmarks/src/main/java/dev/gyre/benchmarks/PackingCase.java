package dev.gyre.benchmarks;

import dev.gyre.benchmarks.BoxData.Work;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RTreeOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.locationtech.jts.index.hprtree.HPRtree;
import org.locationtech.jts.index.strtree.STRtree;

/**
 * One packing and size of nodes for the {@link PackingExperiment}, by Gyre or another library: its build, searches, and what they touch. All
 * of the same data take turns.
 */
final class PackingCase implements Case {

    static final List<String> TITLES =
            List.of(("shape,n,windows,tree,node size,device,runs,build median ns,build fastest ns,windows median ns,"
                            + "windows fastest ns,nodes,boxes")
                    .split(","));

    private static final String BUILD = "build";
    private static final String WINDOWS = "windows";
    private static final long SEED = 20261122;

    /** Windows that are counted: more would not change the mean. */
    private static final int COUNTED = 10_000;

    private final Data data;
    private final Packing packing;
    private final BoxPeer peer;
    private final int nodeSize;
    private final List<PackingCase> rivals = new ArrayList<>();
    private final Map<Engine, RTree> trees = new IdentityHashMap<>();
    private final Map<Engine, BoxPeer.Library> libraries = new IdentityHashMap<>();

    /** Boxes and windows that cases have in common: made by the first of them. */
    private static final class Data {

        private final BoxShape shape;
        private final int n;
        private final int windows;
        private BoxData made;

        Data(BoxShape shape, int n, int windows) {
            this.shape = shape;
            this.n = n;
            this.windows = windows;
        }

        BoxData get() {
            if (made == null) {
                made = shape.make(Work.WINDOWS, RTreeOptions.DEFAULT, n, windows, 1, new Random(SEED));
            }
            return made;
        }
    }

    private PackingCase(Data data, Packing packing, BoxPeer peer, int nodeSize) {
        this.data = data;
        this.packing = packing;
        this.peer = peer;
        this.nodeSize = nodeSize;
    }

    /** All packings and libraries, with all sizes of nodes: the first one has the others as rivals. */
    static PackingCase all(BoxShape shape, int n, int windows, List<BoxPeer> peers, int... nodeSizes) {
        Data data =
                new Data(shape, shape == BoxShape.COASTLINES ? Math.min(n, BenchmarkData.COASTLINE_COUNT) : n, windows);
        List<PackingCase> cases = new ArrayList<>();
        for (int nodeSize : nodeSizes) {
            for (Packing packing : List.of(Packing.X_SORT, Packing.STR, Packing.HILBERT)) {
                cases.add(new PackingCase(data, packing, null, nodeSize));
            }
            peers.forEach(peer -> cases.add(new PackingCase(data, null, peer, nodeSize)));
        }
        PackingCase first = cases.get(0);
        first.rivals.addAll(cases.subList(1, cases.size()));
        return first;
    }

    @Override
    public List<PackingCase> rivals() {
        return rivals;
    }

    @Override
    public boolean runsOn(String device) {
        return peer == null || peer.runsOn(device);
    }

    @Override
    public String series() {
        return toString();
    }

    @Override
    public String question() {
        return data.shape.toString();
    }

    @Override
    public List<String> timings() {
        return List.of(BUILD, WINDOWS);
    }

    @Override
    public Supplier<Run> open(Engine engine, String timing) {
        return peer == null ? openTree(engine, timing) : openLibrary(engine, timing);
    }

    private Supplier<Run> openTree(Engine engine, String timing) {
        Boxes boxes = Boxes.wrap(data.get().boxes(), 2);
        RTreeOptions options = RTreeOptions.DEFAULT.withPacking(packing).withNodeSize(nodeSize);
        if (timing.equals(BUILD)) {
            Boxes first = Boxes.wrap(Arrays.copyOf(data.get().windows(), 4), 2);
            return () -> new Run(Run.time(() -> {
                try (RTree tree = engine.rTree(boxes, options)) {
                    // After an answer the tree is where it is searched.
                    tree.count(first, BoxPredicate.INTERSECTS);
                }
            }));
        }
        RTree tree = engine.rTree(boxes, options);
        trees.put(engine, tree);
        Boxes queries = Boxes.wrap(data.get().windows(), 2);
        return () -> run(() -> BoxData.answer(tree.search(queries, BoxPredicate.INTERSECTS)));
    }

    private Supplier<Run> openLibrary(Engine engine, String timing) {
        BoxPeer.Library library = libraries.computeIfAbsent(
                engine,
                where -> peer.open(data.get(), nodeSize, where.settings().threads()));
        return timing.equals(BUILD) ? () -> new Run(Run.time(library::build)) : () -> run(library::search);
    }

    private static Run run(Supplier<CallAnswer> search) {
        CallAnswer[] answer = new CallAnswer[1];
        long nanos = Run.time(() -> answer[0] = search.get());
        return new Run(nanos, Map.of(), Run.UNKNOWN, answer[0].hash().getAsLong());
    }

    private NodeAccesses accesses() {
        double[] windows = Arrays.copyOf(
                data.get().windows(), Math.min(4 * COUNTED, data.get().windows().length));
        if (peer == null) {
            return NodeAccesses.of(trees.values().iterator().next(), windows);
        }
        return libraries.values().iterator().next() instanceof JtsBoxes jts
                ? switch (jts.index()) {
                    case HPRtree tree -> NodeAccesses.of(tree, nodeSize, windows);
                    case STRtree tree -> NodeAccesses.of(tree, windows);
                    default -> throw new IllegalStateException("an unknown tree of JTS: " + jts.index());
                }
                : new NodeAccesses(Double.NaN, Double.NaN);
    }

    @Override
    public List<Row> rows(String device, Map<String, Runs> found) {
        if (found.size() < timings().size()) {
            return List.of();
        }
        Runs build = found.get(BUILD);
        Runs searched = found.get(WINDOWS);
        NodeAccesses accesses = accesses();
        return List.of(Row.of(
                TITLES,
                List.of(
                        data.shape,
                        data.n,
                        data.windows,
                        tree(),
                        nodeSize,
                        device,
                        searched.count(),
                        build.median(),
                        build.fastest(),
                        searched.median(),
                        searched.fastest(),
                        accesses.nodes(),
                        accesses.boxes())));
    }

    private String tree() {
        return peer == null ? packing.name() : peer.toString();
    }

    @Override
    public void close() {
        trees.values().forEach(RTree::close);
        trees.clear();
        libraries.values().forEach(BoxPeer.Library::close);
        libraries.clear();
        data.made = null;
    }

    @Override
    public String toString() {
        return tree() + " of " + data.shape + ", n = " + data.n + ", nodes of " + nodeSize;
    }
}
