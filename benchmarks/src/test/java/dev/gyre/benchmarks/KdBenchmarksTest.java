package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.verify.KnnOracle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each benchmark of kd-trees measures work that gives the right answer. */
class KdBenchmarksTest extends CommandTest {

    private static final int N = 500;

    @ParameterizedTest
    @CsvSource({"UNIFORM, 3, jvm-1", "DUPLICATES, 3, jvm", "EXPONENTIAL, 6, jvm", "CITIES, 2, jvm"})
    void shouldBuildATreeOfAllPoints(String shape, int dims, String backend) {
        KdTree tree = BenchmarksTest.call(
                HostCall.BUILD, "n=" + N + ",dims=" + dims + ",shape=" + shape, backend, KdTree.class);
        Points points = BenchmarkData.points(shape, N, dims);
        long different = IntStream.range(0, N)
                .mapToObj(row -> Arrays.toString(points.point(row)))
                .distinct()
                .count();
        assertEquals(different, tree.places());
        assertTrue(tree.leafSize() << (tree.levels() - 1) >= different);
        assertEquals(
                Arrays.toString(points.toRowMajor()),
                Arrays.toString(tree.points().toRowMajor()));
    }

    @ParameterizedTest
    @CsvSource({"UNIFORM, 3, jvm-1", "DUPLICATES, 3, jvm", "CLUSTERED, 4, jvm", "CITIES, 2, jvm"})
    void shouldFindNeighborsAndItself(String shape, int dims, String backend) {
        Neighbors actual = BenchmarksTest.call(
                HostCall.NEAREST, "n=" + N + ",k=5,dims=" + dims + ",shape=" + shape, backend, Neighbors.class);
        Points points = BenchmarkData.points(shape, N, dims);
        assertEquals(6, actual.k());
        assertEquals(Optional.empty(), KnnOracle.difference(points, points, false, Metric.EUCLIDEAN, actual));
    }

    @ParameterizedTest
    @EnumSource(names = {"KD_TREE", "FUSED", "TWO_STAGE"})
    void shouldJoinByTheMethod(JoinMethod method) {
        Neighbors actual = BenchmarksTest.call(
                HostCall.JOIN,
                "n=" + N + ",k=5,dims=2,shape=" + BenchmarkData.CITIES + ",method=" + method.name(),
                "jvm",
                Neighbors.class);
        Points points = BenchmarkData.points(BenchmarkData.CITIES, N, 2);
        assertEquals(method, actual.report().method());
        assertEquals(Optional.empty(), KnnOracle.difference(points, points, true, Metric.EUCLIDEAN, actual));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kd-build", "kd-nearest", "kd-join"})
    void shouldWriteAReport(String set) throws Exception {
        assertEquals(0, run(set, "--quick", "--device", "jvm"));
        String report = report();
        List.of("rows/s", "CITIES", "EXPONENTIAL", "Gyre, jvm")
                .forEach(part -> assertTrue(report.contains(part), part));
    }
}
