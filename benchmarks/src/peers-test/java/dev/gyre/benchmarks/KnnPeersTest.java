package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnnPeersTest {

    private static final int N = 200;
    private static final int K = 7;

    /** Shapes that every peer is made for: no magnitudes whose squares vanish. */
    private static final List<String> SHAPES = List.of("UNIFORM", "CLUSTERED", "GRID", "DUPLICATES", "ALL_EQUAL");

    static Stream<Arguments> cases() {
        return KnnPeers.byName().keySet().stream()
                .flatMap(peer -> SHAPES.stream()
                        .flatMap(shape -> Stream.of(2, 3, 16)
                                .filter(dims -> dims == 2 || !peer.equals(KnnPeers.JTS_STR_TREE))
                                .map(dims -> Arguments.of(peer, shape, dims))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldGiveTheDistancesOfGyre(String peer, String shape, int dims) {
        String sizes = "n=" + N + ",k=" + K + ",dims=" + dims + ",shape=" + shape;
        String byPeer = sizes + ",peer=" + peer;
        Points points = BenchmarkData.points(shape, N, dims);
        try (Engine engine = Backends.open(Backends.JVM_1)) {
            Neighbors expected = engine.knnSelfJoin(points, K);
            assertSameDistances(
                    expected::distance, BenchmarksTest.call(HostCall.PEER_JOIN, byPeer, "jvm", PeerJoin.class));
            assertSameDistances(
                    expected::distance,
                    BenchmarksTest.call(HostCall.PEER_BUILD_AND_JOIN, byPeer, "jvm", PeerJoin.class));
        }
        // The benchmark of searches asks Gyre for one more neighbor, which is at distance 0: the query or its
        // duplicate.
        Neighbors nearest = BenchmarksTest.call(HostCall.NEAREST, sizes, Backends.JVM_1, Neighbors.class);
        KnnPeer.Index index = BenchmarksTest.call(HostCall.PEER_BUILD, byPeer, Backends.JVM_1, KnnPeer.Index.class);
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            for (int row = 0; row < N; row++) {
                assertEquals(0, nearest.distance(row, 0));
            }
            assertSameDistances((row, rank) -> nearest.distance(row, rank + 1), PeerJoin.of(index, N, K, pool));
        }
    }

    /** Smile's linear search is a parallel stream: it stays on the threads of the join. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldKeepParallelStreamsOnItsThreads(int threads) {
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        KnnPeer.Index index = count -> (row, ids, distances) -> {
            IntStream.range(0, 1_000).parallel().forEach(i -> seen.add(Thread.currentThread()));
            return count;
        };
        try (ForkJoinPool pool = new ForkJoinPool(threads)) {
            PeerJoin.of(index, 2_000, 1, pool);
        }
        assertTrue(!seen.isEmpty() && seen.size() <= threads, seen::toString);
    }

    private interface Distances {
        double of(int row, int rank);
    }

    private static void assertSameDistances(Distances expected, PeerJoin actual) {
        for (int row = 0; row < N; row++) {
            for (int rank = 0; rank < K; rank++) {
                double distance = expected.of(row, rank);
                assertEquals(distance, actual.distance(row, rank), 1e-9 * distance, "row=" + row + ", rank=" + rank);
            }
        }
    }
}
