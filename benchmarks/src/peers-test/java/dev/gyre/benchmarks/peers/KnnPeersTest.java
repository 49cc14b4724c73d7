package dev.gyre.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.benchmarks.Backends;
import dev.gyre.benchmarks.BenchmarkData;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
        KnnPeerBenchmark benchmark = new KnnPeerBenchmark();
        benchmark.n = N;
        benchmark.k = K;
        benchmark.dims = dims;
        benchmark.shape = shape;
        benchmark.peer = peer;
        benchmark.threads = 2;
        benchmark.open();
        Points points = BenchmarkData.points(shape, N, dims);
        try (Engine engine = Backends.open(Backends.JVM_1)) {
            Neighbors expected = engine.knnSelfJoin(points, K);
            assertSameDistances(expected, (PeerJoin) benchmark.join());
            assertSameDistances(expected, (PeerJoin) benchmark.buildAndJoin());
        } finally {
            benchmark.close();
        }
    }

    private static void assertSameDistances(Neighbors expected, PeerJoin actual) {
        for (int row = 0; row < N; row++) {
            for (int rank = 0; rank < K; rank++) {
                double distance = expected.distance(row, rank);
                assertEquals(distance, actual.distance(row, rank), 1e-9 * distance, "row=" + row + ", rank=" + rank);
            }
        }
    }
}
