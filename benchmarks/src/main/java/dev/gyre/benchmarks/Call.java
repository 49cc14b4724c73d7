package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.NeighborStatistics;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.methods.hybrid.HybridRadius;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A call of the public API, for the {@link CallsExperiment}, with data of any size: Java arrays in and out. A line of {@code calls.txt}.
 *
 * @param name for the command line and the report
 * @param what a description of its sizes and data
 * @param parameters the parameters of its data besides n
 * @param table sizes of the table; none for a call that is only in the series and the soak
 * @param largest size of the series
 * @param peers other libraries that take turns with it on the JVM
 * @param operation makes its data
 */
record Call(
        String name,
        String what,
        Sizes parameters,
        List<Integer> table,
        int largest,
        List<Peer> peers,
        Function<Sizes, Maker> operation) {

    /** The parameters that change the method of a call, but not its answer. */
    static final List<String> METHODS = List.of("method", "threadsPerPoint", "packing", "nodeSize");

    /** The parameters of all operations. */
    static final Set<String> PARAMETERS = Set.of(
            ("shape,type,dims,k,method,threadsPerPoint,radius,matches,queries,rows,bound,data,right,packing,nodeSize,"
                            + "boxes,sides,groups,passing,eps,metric,corners,space")
                    .split(","));

    private static final long SEED = 20261122;
    private static final double TWO_MILLION = 2e6;
    private static final String NONE = "none";

    /** Queries that are searched one by one. */
    private static final int FEW_QUERIES = 1_000;

    /** Queries of each of several threads. */
    private static final int OF_THREAD = 100;

    /** All calls. */
    static final List<Call> ALL =
            Texts.lines("calls.txt").map(Texts::columns).map(Call::of).toList();

    private static Call of(List<String> columns) {
        return new Call(
                columns.get(0),
                columns.get(1),
                Sizes.of(columns.get(6)),
                words(columns.get(2)).map(Integer::valueOf).toList(),
                Integer.parseInt(columns.get(3)),
                columns.get(4).equals("all")
                        ? List.<Peer>of(BoxPeer.values())
                        : words(columns.get(4)).map(Peer::named).toList(),
                sizes -> maker(columns.get(5), sizes));
    }

    private static Stream<String> words(String text) {
        return text.equals(NONE) ? Stream.empty() : Arrays.stream(text.split(" "));
    }

    /** Returns a call by its name, which values of parameters may follow: {@code kd-tree dims=4}. */
    static Call named(String name) {
        List<String> words = List.of(name.split(" "));
        Call named = ALL.stream()
                .filter(call -> call.name.equals(words.getFirst()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown call \"" + name + "\"; known: "
                        + String.join(", ", ALL.stream().map(Call::name).toList())));
        return named.with(Sizes.of(String.join(",", words.subList(1, words.size()))));
    }

    /** Returns this call with other values of some parameters, which become part of its name. */
    Call with(Sizes others) {
        String longer = (name + " " + others.toString().replace(',', ' ')).strip();
        return new Call(longer, what, parameters.and(others), table, largest, peers, operation);
    }

    /** Returns whether the input is points, so that a second call with the same object may be faster than one with a new object. */
    boolean hasPoints() {
        return parameters.has("dims") && !parameters.has("tree");
    }

    private static Maker maker(String operation, Sizes sizes) {
        int k = sizes.number("k", 0);
        int bound = sizes.number("bound", Integer.MAX_VALUE);
        return switch (operation) {
            case "KNN" -> knn(sizes, k);
            case "KNN_JOIN" -> knnJoin(sizes);
            case "DBSCAN", "HDBSCAN" ->
                (n, random) -> {
                    Points points = points(sizes, n, random);
                    boolean byRadius = operation.equals("DBSCAN");
                    double eps = byRadius ? radius(sizes, points) : Double.NaN;
                    return new ClusterWork(points, eps, k, sizes.choice("metric", ClusterWork.Measure.EUCLIDEAN));
                };
            case "OUTLIERS" ->
                points(
                        sizes,
                        (e, p) -> CallAnswer.of(e.outliers(
                                p, Math.clamp(k, 1, Math.max(1, p.size() - 1)), options(sizes))));
            case "GRAPH" ->
                points(sizes, (e, p) -> CallAnswer.of(e.neighborGraph(p, k, GraphKind.UNION, options(sizes))));
            case "RADIUS" ->
                radiusJoin(sizes, (e, p, radius) -> CallAnswer.of(e.radiusSelfJoin(p, radius, options(sizes))));
            case "DISTANCE_JOIN" -> radiusJoin(sizes, (e, p, radius) -> CallAnswer.of(e.distanceJoin(p, p, radius)));
            case "SPANNING_TREE" ->
                points(sizes, (e, p) -> CallAnswer.of(e.spanningTree(p, Math.clamp(k, 1, p.size()))));
            case "PAIR_COUNTS" -> pairCounts(sizes);
            case "STATISTICS" -> statistics(sizes);
            case "KD_TREE" -> points(sizes, (e, p) -> CallAnswer.of(e.kdTree(p)));
            case "GRID" -> grid(sizes);
            case "NEIGHBOR_INDEX" -> points(sizes, (e, p) -> byIndex(e, p, k));
            case "SUPER_KEY_ORDER" ->
                points(sizes, (e, p) -> CallAnswer.of(e.sorting().superKeyOrder(p, 0, SortOptions.DEFAULT)));
            case "NEAREST_OTHERS" -> tree(sizes, 0, (tree, none) -> CallAnswer.of(tree.nearestOthers(k, Monitor.NONE)));
            case "VERIFY" -> tree(sizes, 0, (tree, none) -> CallAnswer.ofCheck(tree));
            case "NEAREST_ONE" -> tree(sizes, 1, (tree, p) -> oneByOne(tree, first(p, FEW_QUERIES), k));
            case "NEAREST_BATCH" -> tree(sizes, 1, (tree, p) -> CallAnswer.of(tree.nearest(first(p, FEW_QUERIES), k)));
            case "NEAREST_THREADS" ->
                tree(sizes, 1, (tree, p) -> byThreads(tree, first(p, sizes.number("threads") * OF_THREAD), k));
            case "NEAREST_TOGETHER" ->
                tree(
                        sizes,
                        1,
                        (tree, p) -> CallAnswer.of(tree.nearest(first(p, sizes.number("threads") * OF_THREAD), k)));
            case "WITHIN" ->
                tree(sizes, 1, (tree, p) -> CallAnswer.of(tree.within(p, scaledRadius(sizes, tree.points()))));
            case "TOP_K" -> topK(k);
            case "TOP_K_BY" -> (n, random) -> TopKWork.of(sizes, n, random);
            case "SMALLEST" -> smallest(sizes.number("rows"), k);
            case "ARGSORT" -> ints(bound, (e, keys) -> CallAnswer.of(e.sorting().argsort(Keys.of(keys))));
            case "SMALLEST_OF_LIST" ->
                ints(bound, (e, all) -> CallAnswer.of(e.selection().smallest(all, Math.min(k, all.length))));
            case "SCAN" ->
                ints(bound, (e, all) -> CallAnswer.of(e.partitioning().exclusiveScan(all)));
            case "SUM" -> ints(bound, (e, all) -> CallAnswer.of(e.partitioning().sum(all)));
            case "KEEP_WHERE" ->
                ints(bound, (e, flags) -> CallAnswer.of(e.partitioning().keepWhere(flags)));
            case "HISTOGRAM" ->
                ints(bound, (e, all) -> CallAnswer.of(e.partitioning().histogram(all, bound)));
            case "NEAREST_GEOMETRIES" -> (n, random) -> GeometryData.of(sizes, n, random);
            default -> (n, random) -> BoxData.of(BoxData.Work.valueOf(operation), sizes, n, random);
        };
    }

    /** Makes the data of a call. */
    interface Maker {

        Data make(int n, Random random);
    }

    /** Data of calls, for any number of engines. */
    interface Data {

        /** Opens what exists before a call: nothing, or a tree. */
        Opened open(Engine engine);

        /**
         * Opens the same for another library.
         *
         * @param peer one of the call's {@link Call#peers}
         */
        default Opened open(Engine engine, Peer peer) {
            throw new UnsupportedOperationException("not by " + peer);
        }
    }

    /**
     * A call that is ready.
     *
     * @param fresh copies the data into new objects and gives the call with them, which may be repeated with the same objects
     * @param kept closes what is open
     */
    record Opened(Supplier<Supplier<CallAnswer>> fresh, Runnable kept) implements AutoCloseable {

        @Override
        public void close() {
            kept.run();
        }
    }

    /** Returns its data of a size, the same each time. */
    Data data(int n) {
        return operation.apply(parameters).make(n, new Random(SEED + n));
    }

    @Override
    public String toString() {
        return name;
    }

    /** Returns points of a {@code shape}; for the {@code type} {@code float} they are rounded, except shapes with outliers. */
    private static Points points(Sizes sizes, int n, Random random) {
        String shape = sizes.text("shape", Shape.UNIFORM.name());
        Points points = BenchmarkData.points(shape, n, sizes.number("dims"), random);
        boolean rounded = sizes.text("type", "double").equals("float") && !BenchmarkData.Spoiled.has(shape);
        return rounded ? BenchmarkData.rounded(points) : points;
    }

    private static Maker points(Sizes sizes, BiFunction<Engine, Points, CallAnswer> run) {
        return (n, random) -> {
            Points points = points(sizes, n, random);
            return engine -> opened(() -> copy(points), fresh -> run.apply(engine, fresh));
        };
    }

    static Points copy(Points points) {
        return Points.wrap(points.toRowMajor(), points.dims());
    }

    private static JoinOptions options(Sizes sizes) {
        return JoinOptions.DEFAULT.withMethod(sizes.choice("method", JoinMethod.AUTOMATIC));
    }

    private static Maker knn(Sizes sizes, int k) {
        return (n, random) -> {
            Points points = points(sizes, n, random);
            JoinOptions join = among(options(sizes), n, sizes);
            return engine -> opened(() -> copy(points), fresh -> CallAnswer.of(knn(engine, fresh, k, join, sizes)));
        };
    }

    /** Puts rows into {@code groups} in turn, and lets one of so many rows as {@code passing} says match. */
    private static JoinOptions among(JoinOptions join, int n, Sizes sizes) {
        JoinOptions among = join;
        if (sizes.has("groups")) {
            int count = sizes.number("groups");
            among = among.withGroups(
                    IntStream.range(0, n).map(row -> row % count).toArray());
        }
        if (sizes.has("passing")) {
            int step = sizes.number("passing");
            BitSet rows = new BitSet(n);
            IntStream.range(0, Math.ceilDiv(n, step)).forEach(row -> rows.set(row * step));
            among = among.withFilter(rows);
        }
        return among;
    }

    private static Neighbors knn(Engine engine, Points points, int k, JoinOptions join, Sizes sizes) {
        return join.method() == JoinMethod.HYBRID_GRID
                ? engine.hybridGridSelfJoin(
                        points,
                        k,
                        join,
                        HybridGridOptions.DEFAULT.withThreadsPerPoint(sizes.number("threadsPerPoint", 8)))
                : engine.knnSelfJoin(points, k, join);
    }

    /** A call with a radius. */
    private interface RadiusJoin {
        CallAnswer of(Engine engine, Points points, double radius);
    }

    private static Maker radiusJoin(Sizes sizes, RadiusJoin join) {
        return (n, random) -> {
            Points points = points(sizes, n, random);
            double radius = radius(sizes, points);
            return engine -> opened(() -> copy(points), fresh -> join.of(engine, fresh, radius));
        };
    }

    /** Counts the pairs within twenty radii, evenly up to the given one. */
    private static Maker pairCounts(Sizes sizes) {
        return (n, random) -> {
            Points points = points(sizes, n, random);
            double radius = radius(sizes, points);
            double[] radii = IntStream.rangeClosed(1, 20)
                    .mapToDouble(i -> radius * i / 20)
                    .toArray();
            return engine -> opened(() -> copy(points), fresh -> {
                long[] pairs = engine.pairCounts(fresh, radii);
                return CallAnswer.of(() -> Arrays.hashCode(pairs));
            });
        };
    }

    /** Folds the first coordinate over the points within the radius. */
    private static Maker statistics(Sizes sizes) {
        return (n, random) -> {
            Points points = points(sizes, n, random);
            double radius = radius(sizes, points);
            double[][] columns = {
                IntStream.range(0, n)
                        .mapToDouble(row -> points.coordinate(row, 0))
                        .toArray()
            };
            return engine -> opened(() -> copy(points), fresh -> {
                NeighborStatistics found = engine.neighborStatistics(fresh, columns, radius);
                return CallAnswer.of(() -> Arrays.hashCode(found.toSumArray(0)));
            });
        };
    }

    /** A grid of cells as wide as the radius. */
    private static Maker grid(Sizes sizes) {
        return (n, random) -> {
            Points points = points(sizes, n, random);
            // A single point has no distances.
            double width = n == 1 ? 1 : radius(sizes, points);
            return engine -> opened(() -> copy(points), fresh -> CallAnswer.of(engine.grid(fresh, width)));
        };
    }

    /** Returns the radius {@code eps}, or that within which a point has about {@code matches} matches, or the scaled radius. */
    private static double radius(Sizes sizes, Points among) {
        if (sizes.has("eps")) {
            return Double.parseDouble(sizes.text("eps"));
        }
        if (sizes.has("matches")) {
            try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                return HybridRadius.of(
                        among, Norm.EUCLIDEAN, sizes.number("matches"), HybridGridOptions.DEFAULT, workers);
            }
        }
        return scaledRadius(sizes, among);
    }

    /** Returns a {@code radius} that is given for two million points, scaled so that a point has as many matches among these points. */
    private static double scaledRadius(Sizes sizes, Points among) {
        return Double.parseDouble(sizes.text("radius")) * Math.pow(TWO_MILLION / among.size(), 1.0 / among.dims());
    }

    private static Maker knnJoin(Sizes sizes) {
        int dims = sizes.number("dims");
        int k = sizes.number("k");
        return (n, random) -> {
            double[] rows = Shape.UNIFORM.rows(n, dims, random);
            double[] queries = Shape.UNIFORM.rows(Math.min(n, sizes.number("queries")), dims, random);
            return engine -> opened(
                    () -> new Points[] {Points.wrap(queries.clone(), dims), Points.wrap(rows.clone(), dims)},
                    both -> CallAnswer.of(engine.knnJoin(both[0], both[1], k)));
        };
    }

    private static Maker topK(int k) {
        return (n, random) -> {
            double[] left = Shape.UNIFORM.rows(n, 2, random);
            double[] right = Shape.UNIFORM.rows(n, 2, random);
            int[] leftScores = random.ints(n, 0, 101).toArray();
            int[] rightScores = random.ints(n, 0, 101).toArray();
            TopKJoinOptions options = TopKJoinOptions.of(k, 1 / Math.sqrt(n));
            return engine -> opened(
                    () -> new Points[] {Points.wrap(left.clone(), 2), Points.wrap(right.clone(), 2)},
                    both -> CallAnswer.of(engine.topKJoin(
                            both[0], Scores.wrap(leftScores), both[1], Scores.wrap(rightScores), options)));
        };
    }

    /** A call of an open tree, with a twentieth as many queries as points, or with none. */
    private static Maker tree(Sizes sizes, int queried, BiFunction<KdTree, Points, CallAnswer> run) {
        int dims = sizes.number("dims");
        return (n, random) -> {
            Points points = points(sizes, n, random);
            double[] queries = Shape.UNIFORM.rows(queried * Math.max(1, n / 20), dims, random);
            return engine -> {
                KdTree tree = engine.kdTree(copy(points));
                Opened opened = opened(() -> Points.wrap(queries.clone(), dims), fresh -> run.apply(tree, fresh));
                return new Opened(opened.fresh, tree::close);
            };
        };
    }

    /** The first of some queries. */
    private static Points first(Points queries, int max) {
        int count = Math.min(max, queries.size());
        return part(queries, 0, count);
    }

    private static Points part(Points queries, int from, int to) {
        double[] rows = new double[(to - from) * queries.dims()];
        queries.copyRows(from, to - from, rows);
        return Points.wrap(rows, queries.dims());
    }

    /** Searches for 100 queries on each of several threads at once. */
    private static CallAnswer byThreads(KdTree tree, Points queries, int k) {
        int calls = Math.ceilDiv(queries.size(), OF_THREAD);
        List<CompletableFuture<Neighbors>> found = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
            Points some = part(queries, call * OF_THREAD, Math.min(queries.size(), (call + 1) * OF_THREAD));
            found.add(CompletableFuture.supplyAsync(
                    () -> tree.nearest(some, k), work -> Thread.ofVirtual().start(work)));
        }
        int[] ids = new int[queries.size() * k];
        double[] keys = new double[ids.length];
        for (int call = 0; call < calls; call++) {
            Neighbors some = found.get(call).join();
            System.arraycopy(some.toIdArray(), 0, ids, call * OF_THREAD * k, some.queries() * k);
            System.arraycopy(some.toKeyArray(), 0, keys, call * OF_THREAD * k, some.queries() * k);
        }
        Neighbors last = found.getLast().join();
        return CallAnswer.of(new Neighbors(queries.size(), k, ids, keys, last.metric(), last.report()));
    }

    /** Searches for one query after the other, on this thread. */
    private static CallAnswer oneByOne(KdTree tree, Points queries, int k) {
        int[] ids = new int[queries.size() * k];
        double[] keys = new double[ids.length];
        Neighbors found = null;
        for (int query = 0; query < queries.size(); query++) {
            found = tree.nearest(queries.point(query), k);
            for (int rank = 0; rank < k; rank++) {
                ids[query * k + rank] = found.id(0, rank);
                keys[query * k + rank] = found.key(0, rank);
            }
        }
        return CallAnswer.of(new Neighbors(queries.size(), k, ids, keys, found.metric(), found.report()));
    }

    private static CallAnswer byIndex(Engine engine, Points points, int k) {
        try (NeighborIndex index = engine.neighborIndex(points)) {
            return CallAnswer.of(index.nearestOthers(k));
        }
    }

    private static Maker ints(int bound, BiFunction<Engine, int[], CallAnswer> run) {
        return (n, random) -> {
            int[] values = random.ints(n, 0, bound).toArray();
            return engine -> opened(values::clone, array -> run.apply(engine, array));
        };
    }

    private static Maker smallest(int rows, int k) {
        return (n, random) -> {
            float[] matrix = new float[rows * n];
            for (int i = 0; i < matrix.length; i++) {
                matrix[i] = random.nextFloat();
            }
            return engine -> opened(
                    matrix::clone, array -> CallAnswer.of(engine.selection().smallest(array, rows, Math.min(k, n))));
        };
    }

    static <T> Opened opened(Supplier<T> fresh, Function<T, CallAnswer> run) {
        return new Opened(
                () -> {
                    T data = fresh.get();
                    return () -> run.apply(data);
                },
                () -> {});
    }
}
