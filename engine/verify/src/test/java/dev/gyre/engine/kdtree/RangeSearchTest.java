package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.verify.RangeOracle;
import dev.gyre.engine.verify.Shape;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeSearchTest {

    private static final int SIZE = 500;
    private static final double RADIUS = 0.2;

    /** Searches in a norm of powers count before they write, on the JVM too. */
    private static final Metric METRIC = Metric.lp(3);

    /** Two coordinates, and a count or a start. */
    private static final int BYTES_PER_QUERY = 20;

    private static Workers workers;
    private static JvmBackend backend;
    private static Points points;
    private static KdIndex index;
    private static int max;

    /** The tree and the sizes of a search. */
    private static long fixedBytes;

    @BeforeAll
    static void build() {
        workers = new Workers(2);
        backend = new JvmBackend(workers);
        points = Points.of(Shape.UNIFORM.rows(SIZE, 2, new Random(3)), 2);
        Context context = new Context(backend, workers, Long.MAX_VALUE);
        try (Lease<KdBuilder<Void>> lease = KdBuilder.lease(context, points)) {
            index = lease.operation().build(lease, points, METRIC.norm(), workers, Progress.NONE);
        }
        Layout declared = Layout.measured(backend.device());
        TreeArrays.of(index.layout(), declared);
        // The rows of slots and the keys of matches, of which the JVM needs neither, have one element each.
        fixedBytes = declared.bytes() + 4L * TreeParameters.LENGTH + 8L * TreeNearest.LIMITS + 4 + 8;
        Matches all = search(Long.MAX_VALUE, new ArrayList<>());
        for (int query = 0; query < SIZE; query++) {
            max = Math.max(max, all.count(query));
        }
    }

    @AfterAll
    static void close() {
        workers.close();
    }

    private static Matches search(long memoryLimit, List<Integer> batches) {
        Balls balls = new Balls(points, points, METRIC.norm(), METRIC.largestKey(RADIUS), null);
        MatchCollector matches = new MatchCollector(balls, SIZE, workers);
        Context context = new Context(backend, workers, memoryLimit);
        ExecutionReport report = new RangeSearch(context, index, balls, Monitor.NONE)
                .run(Batches.inOrder(), (candidates, first, count, progress) -> {
                    batches.add(count);
                    matches.take(candidates, first, count, progress);
                });
        return matches.result(null, METRIC, report);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "2, 17", "40, 400", "499, 10000", "500, 100000"})
    void shouldTakeAsManyQueriesAsFit(int queries, int moreCandidates) {
        List<Integer> batches = new ArrayList<>();
        long limit = fixedBytes + (long) BYTES_PER_QUERY * queries + 4L * (max + moreCandidates);
        Matches matches = search(limit, batches);
        assertEquals(Optional.empty(), RangeOracle.within(points, points, false, METRIC, RADIUS, matches));
        assertEquals(SIZE, batches.stream().mapToInt(Integer::intValue).sum());
        assertTrue(batches.stream().allMatch(count -> count >= 1), batches::toString);
        assertEquals(queries + moreCandidates > SIZE * 100, batches.size() == 1, batches::toString);
    }

    @Test
    void shouldNameTheSizesWhenOneQueryDoesNotFit() {
        long needed = fixedBytes + BYTES_PER_QUERY + 4L * max;
        String message = assertThrows(IllegalArgumentException.class, () -> search(needed - 1, new ArrayList<>()))
                .getMessage();
        assertTrue(
                message.startsWith("the search does not fit the memory of " + backend.device() + ": needed=" + needed
                        + " bytes at least, limit=" + (needed - 1)),
                message);
        assertTrue(message.endsWith(", candidates=" + max), message);
    }
}
