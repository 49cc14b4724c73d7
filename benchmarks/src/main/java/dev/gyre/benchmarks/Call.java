package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.SortOptions;
import dev.gyre.engine.op.TopKJoinOptions;
import dev.gyre.engine.verify.Shape;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A call of the public API, for the {@link CallsExperiment}, with data of any size: Java arrays in and out. A new operation is
 * an entry of {@link #ALL}.
 *
 * @param name for the command line and the report
 * @param what its sizes and data
 * @param points whether points go in, so that a call with the same object again may be faster than one with a new object
 * @param table sizes of the table; none for a call that is in the series and the soak alone
 * @param largest size of the series
 * @param peers other libraries that take turns with it on the JVM
 * @param maker makes its data
 */
record Call(
        String name, String what, boolean points, List<Integer> table, int largest, List<BoxPeer> peers, Maker maker) {

    private static final int MILLION = 1_000_000;
    private static final int QUERIES = 10_000;
    private static final int BINS = 256;
    private static final int SELECTED_ROWS = 2_000;

    /** All calls. */
    static final List<Call> ALL =
            Stream.concat(ofPoints(), BoxCalls.ALL.stream()).toList();

    private static Stream<Call> ofPoints() {
        return Stream.of(
                search(
                        "knn-self-join",
                        "k = 8, uniform, 3 dimensions",
                        List.of(131_072, 2 * MILLION),
                        Shape.UNIFORM,
                        3,
                        (e, p) -> CallAnswer.of(e.knnSelfJoin(p, 8))),
                search(
                        "knn-self-join-6",
                        "k = 8, exponential with rate 40, 6 dimensions",
                        List.of(2 * MILLION),
                        Shape.EXPONENTIAL,
                        6,
                        (e, p) -> CallAnswer.of(e.knnSelfJoin(p, 8))),
                knnJoin(),
                search(
                        "radius-self-join-2",
                        "6.3 matches of a point, uniform, 2 dimensions",
                        List.of(2 * MILLION),
                        Shape.UNIFORM,
                        2,
                        (e, p) -> CallAnswer.of(
                                e.radiusSelfJoin(p, 0.001 * Math.pow(2.0 * MILLION / p.size(), 1.0 / 2)))),
                search(
                        "radius-self-join-3",
                        "0.23 matches of a point, uniform, 3 dimensions",
                        List.of(2 * MILLION),
                        Shape.UNIFORM,
                        3,
                        (e, p) -> CallAnswer.of(
                                e.radiusSelfJoin(p, 0.003 * Math.pow(2.0 * MILLION / p.size(), 1.0 / 3)))),
                search(
                        "radius-self-join-2-grid",
                        "6.3 matches of a point by a grid, uniform, 2 dimensions",
                        List.of(2 * MILLION),
                        Shape.UNIFORM,
                        2,
                        (e, p) -> CallAnswer.of(e.radiusSelfJoin(
                                p,
                                0.001 * Math.pow(2.0 * MILLION / p.size(), 1.0 / 2),
                                JoinOptions.DEFAULT.withMethod(JoinMethod.GRID)))),
                search(
                        "kd-tree",
                        "the build, uniform, 2 dimensions",
                        List.of(2 * MILLION),
                        Shape.UNIFORM,
                        2,
                        (e, p) -> CallAnswer.of(e.kdTree(p))),
                tree(
                        "tree-nearest-others",
                        "k = 8, tree open, uniform, 3 dimensions",
                        false,
                        (tree, none) -> CallAnswer.of(tree.nearestOthers(8, Monitor.NONE))),
                tree(
                        "tree-within",
                        "n / 20 queries, 1 match of a query, tree open, uniform, 3 dimensions",
                        true,
                        (tree, queries) -> CallAnswer.of(tree.within(
                                queries,
                                0.005 * Math.cbrt(2.0 * MILLION / tree.points().size())))),
                ints(
                        "argsort",
                        "int keys",
                        Integer.MAX_VALUE,
                        List.of(1 << 24),
                        (e, keys) -> CallAnswer.of(e.sorting().argsort(Keys.of(keys)))),
                smallest(),
                ints(
                        "exclusive-scan",
                        "ints below 100",
                        100,
                        List.of(MILLION),
                        (e, values) -> CallAnswer.of(e.partitioning().exclusiveScan(values))),
                // The rest is not in the table.
                topK(),
                search(
                        "knn-self-join-clusters",
                        "k = 3, clusters, 2 dimensions",
                        List.of(),
                        Shape.CLUSTERED,
                        2,
                        (e, p) -> CallAnswer.of(e.knnSelfJoin(p, 3))),
                search(
                        "distance-join",
                        "points and themselves, uniform, 2 dimensions",
                        List.of(),
                        Shape.UNIFORM,
                        2,
                        (e, p) -> CallAnswer.of(e.distanceJoin(p, p, 0.001 * Math.sqrt(2.0 * MILLION / p.size())))),
                search(
                        "neighbor-index",
                        "its build and k = 4, uniform, 3 dimensions",
                        List.of(),
                        Shape.UNIFORM,
                        3,
                        Call::byIndex),
                search(
                        "super-key-order",
                        "4 dimensions, clusters",
                        List.of(),
                        Shape.CLUSTERED,
                        4,
                        (e, p) -> CallAnswer.of(e.sorting().superKeyOrder(p, 0, SortOptions.DEFAULT))),
                ints(
                        "smallest-of-list",
                        "k = 100 of one list of ints",
                        Integer.MAX_VALUE,
                        List.of(),
                        (e, values) -> CallAnswer.of(e.selection().smallest(values, Math.min(100, values.length)))),
                ints(
                        "sum",
                        "ints below 100",
                        100,
                        List.of(),
                        (e, values) -> CallAnswer.of(e.partitioning().sum(values))),
                ints(
                        "keep-where",
                        "half of the flags are set",
                        2,
                        List.of(),
                        (e, flags) -> CallAnswer.of(e.partitioning().keepWhere(flags))),
                ints(
                        "histogram",
                        BINS + " bins",
                        BINS,
                        List.of(),
                        (e, labels) -> CallAnswer.of(e.partitioning().histogram(labels, BINS))));
    }

    /** Makes the data of a call. */
    interface Maker {

        /**
         * Makes it.
         *
         * @param n size, 1 or more
         * @param random gives the data
         */
        Data make(int n, Random random);
    }

    /** Data of calls, for any number of engines. */
    interface Data {

        /** Brings in place what is there before a call: nothing, or an open tree. */
        Opened open(Engine engine);

        /**
         * Brings in place the same for another library.
         *
         * @param engine has the number of threads
         * @param peer one of the call's {@link Call#peers}
         */
        default Opened open(Engine engine, BoxPeer peer) {
            throw new UnsupportedOperationException("not by " + peer);
        }
    }

    /**
     * What is ready to be called.
     *
     * @param fresh copies the data into new objects and gives the call with them, which may be repeated with the same objects
     * @param kept what is open
     */
    record Opened(Supplier<Supplier<CallAnswer>> fresh, Runnable kept) implements AutoCloseable {

        @Override
        public void close() {
            kept.run();
        }
    }

    /** A call that no other library makes. */
    Call(String name, String what, boolean points, List<Integer> table, int largest, Maker maker) {
        this(name, what, points, table, largest, List.of(), maker);
    }

    static Call named(String name) {
        return ALL.stream()
                .filter(call -> call.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown call \"" + name + "\"; known: "
                        + String.join(", ", ALL.stream().map(Call::name).toList())));
    }

    @Override
    public String toString() {
        return name;
    }

    private static Call search(
            String name,
            String what,
            List<Integer> table,
            Shape shape,
            int dims,
            BiFunction<Engine, Points, CallAnswer> run) {
        return new Call(name, what, true, table, 10 * MILLION, (n, random) -> {
            double[] rows = shape.rows(n, dims, random);
            return engine -> opened(() -> Points.wrap(rows.clone(), dims), points -> run.apply(engine, points));
        });
    }

    private static Call knnJoin() {
        int dims = 64;
        return new Call(
                "knn-join",
                QUERIES + " queries or n, k = 20, uniform, " + dims + " dimensions",
                true,
                List.of(100_000),
                MILLION,
                (n, random) -> {
                    double[] rows = Shape.UNIFORM.rows(n, dims, random);
                    double[] queries = Shape.UNIFORM.rows(Math.min(n, QUERIES), dims, random);
                    return engine -> opened(
                            () -> new Points[] {Points.wrap(queries.clone(), dims), Points.wrap(rows.clone(), dims)},
                            both -> CallAnswer.of(engine.knnJoin(both[0], both[1], 20)));
                });
    }

    private static Call topK() {
        return new Call(
                "top-k-join",
                "the 1,000 best pairs of n and n points, three near each one, scores of 0 to 100",
                false,
                List.of(),
                10 * MILLION,
                (n, random) -> {
                    double[] left = Shape.UNIFORM.rows(n, 2, random);
                    double[] right = Shape.UNIFORM.rows(n, 2, random);
                    int[] leftScores = random.ints(n, 0, 101).toArray();
                    int[] rightScores = random.ints(n, 0, 101).toArray();
                    TopKJoinOptions options = TopKJoinOptions.of(1_000, 1 / Math.sqrt(n));
                    return engine -> opened(
                            () -> new Points[] {Points.wrap(left.clone(), 2), Points.wrap(right.clone(), 2)},
                            both -> CallAnswer.of(engine.topKJoin(
                                    both[0], Scores.wrap(leftScores), both[1], Scores.wrap(rightScores), options)));
                });
    }

    private static Call tree(String name, String what, boolean queried, BiFunction<KdTree, Points, CallAnswer> run) {
        int dims = 3;
        return new Call(name, what, queried, List.of(2 * MILLION), 10 * MILLION, (n, random) -> {
            double[] rows = Shape.UNIFORM.rows(n, dims, random);
            double[] queries = Shape.UNIFORM.rows(queried ? Math.max(1, n / 20) : 0, dims, random);
            return engine -> {
                KdTree tree = engine.kdTree(Points.wrap(rows.clone(), dims));
                return new Opened(
                        () -> {
                            Points fresh = Points.wrap(queries.clone(), dims);
                            return () -> run.apply(tree, fresh);
                        },
                        tree::close);
            };
        });
    }

    private static CallAnswer byIndex(Engine engine, Points points) {
        try (NeighborIndex index = engine.neighborIndex(points)) {
            return CallAnswer.of(index.nearestOthers(4));
        }
    }

    private static Call ints(
            String name, String what, int bound, List<Integer> table, BiFunction<Engine, int[], CallAnswer> run) {
        return new Call(name, what, false, table, 10 * MILLION, (n, random) -> {
            int[] values = random.ints(n, 0, bound).toArray();
            return engine -> opened(values::clone, array -> run.apply(engine, array));
        });
    }

    private static Call smallest() {
        return new Call(
                "smallest",
                "k = 100 of " + SELECTED_ROWS + " rows of n floats",
                false,
                List.of(50_000),
                100_000,
                (n, random) -> {
                    float[] matrix = new float[SELECTED_ROWS * n];
                    for (int i = 0; i < matrix.length; i++) {
                        matrix[i] = random.nextFloat();
                    }
                    return engine -> opened(
                            matrix::clone,
                            array ->
                                    CallAnswer.of(engine.selection().smallest(array, SELECTED_ROWS, Math.min(100, n))));
                });
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
