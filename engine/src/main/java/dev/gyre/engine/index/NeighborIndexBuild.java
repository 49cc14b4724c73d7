package dev.gyre.engine.index;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.kdtree.Duplicates;
import dev.gyre.engine.kdtree.KdJoin;
import dev.gyre.engine.kdtree.KdTree;
import dev.gyre.engine.kdtree.KdTreeOptions;
import dev.gyre.engine.knn.KnnJoin;
import java.util.EnumMap;
import java.util.Map;

/** The making of an index: which ways can be taken, whether a tree pays, and the searchers. */
final class NeighborIndexBuild {

    private final Points points;
    private final NeighborIndexOptions options;
    private final int spaceDims;
    private final Map<SearchCandidate, Place> ways = new EnumMap<>(SearchCandidate.class);
    private final Map<SearchCandidate, String> absent = new EnumMap<>(SearchCandidate.class);
    private final Map<SearchCandidate, Searcher> searchers = new EnumMap<>(SearchCandidate.class);
    private final String choice;

    /**
     * Makes the parts of an index.
     *
     * @param places the JVM for false, and for true the engine's device if it is another one
     * @throws IllegalArgumentException if the metric does not take the points, or if none of the ways can be taken
     */
    NeighborIndexBuild(Points points, NeighborIndexOptions options, Map<Boolean, Place> places) {
        this.points = points;
        this.options = options;
        this.spaceDims = options.metric().toSpace(points).dims();
        for (SearchCandidate way : SearchCandidate.values()) {
            Place place = places.get(way.isOnDevice());
            String why = obstacle(way, place);
            if (why.isEmpty()) {
                ways.put(way, place);
            } else {
                absent.put(way, why);
            }
        }
        if (ways.isEmpty()) {
            throw new IllegalArgumentException("the index has no way to search: " + absent);
        }
        Workload expected = expected();
        Map<SearchCandidate, DeviceCosts> costs = new EnumMap<>(SearchCandidate.class);
        ways.forEach((way, place) -> costs.put(way, place.costs()));
        IndexPlan plan = IndexPlan.cheapest(expected, costs);
        choice = describe(plan, expected);
        addBruteForce();
        plan.builder().ifPresentOrElse(this::addTrees, this::leaveTreesOut);
    }

    /** Why a way cannot be taken, or the empty text. */
    private String obstacle(SearchCandidate way, Place place) {
        if (!options.candidates().contains(way)) {
            return "not among the candidates";
        }
        if (place == null) {
            return "the engine runs on the JVM";
        }
        return way.isTree() ? obstacleToTree(place) : "";
    }

    private String obstacleToTree(Place place) {
        if (!options.metric().norm().isOfDifferences()) {
            return "a tree does not take the metric " + options.metric();
        }
        return KdJoin.fits(points.size(), spaceDims, place.backend().device(), place.memoryLimit())
                ? ""
                : "a tree takes up to " + KdTree.MAX_DIMENSIONS + " dimensions and has to fit the memory";
    }

    private Workload expected() {
        long queries = options.expectedQueries() == NeighborIndexOptions.AS_MANY_AS_POINTS
                ? points.size()
                : options.expectedQueries();
        return new Workload(points.size(), queries, spaceDims, options.expectedK());
    }

    private String describe(IndexPlan plan, Workload expected) {
        String tree = plan.builder()
                .map(builder ->
                        "a kd-tree, built on " + ways.get(builder).backend().device())
                .orElse("no tree");
        return tree + ": the cheapest for " + expected.queries() + " queries of k=" + expected.k() + " among "
                + expected.points() + " points of " + expected.dims() + " dimensions, "
                + IndexPlan.text(plan.seconds()) + " expected";
    }

    private void addBruteForce() {
        ways.forEach((way, place) -> {
            if (!way.isTree()) {
                KnnJoin join = new KnnJoin(place.backend(), place.workers(), place.memoryLimit());
                searchers.put(way, new BruteForceSearcher(join, points, options.metric(), place.costs()));
            }
        });
    }

    /** One tree, built by one of the ways, for all that search in trees. */
    private void addTrees(SearchCandidate builder) {
        Place built = ways.get(builder);
        KdTree tree = KdTree.build(
                built.backend(),
                built.workers(),
                built.memoryLimit(),
                points,
                new KdTreeOptions(options.metric(), Duplicates.KEEP, options.monitor()));
        ways.forEach((way, place) -> {
            if (way.isTree()) {
                searchers.put(way, new TreeSearcher(way == builder ? tree : tree.on(place.backend()), place.costs()));
            }
        });
    }

    private void leaveTreesOut() {
        ways.keySet().stream()
                .filter(SearchCandidate::isTree)
                .forEach(way -> absent.put(way, "no tree was built: it would not pay for the expected searches"));
    }

    Points points() {
        return points;
    }

    NeighborIndexOptions options() {
        return options;
    }

    int spaceDims() {
        return spaceDims;
    }

    /** The ways that can be taken. */
    Map<SearchCandidate, Searcher> searchers() {
        return searchers;
    }

    /** Why the others cannot be taken. */
    Map<SearchCandidate, String> absent() {
        return absent;
    }

    /** What was built, and why. */
    String choice() {
        return choice;
    }
}
