package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.NeighborStatistics;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Many calls of mixed sizes and operations on one engine must not let the heap or the number of threads grow. Each answer must equal that
 * of one thread of the JVM, which other tests compare with oracles. The card works on the threads of this JVM, but the engine keeps its
 * programs like those of a device.
 */
@Timeout(600)
class EngineSoakTest {

    private static final long SEED = 20261122;
    private static final int JOBS = 60;
    private static final int MIB = 1 << 20;
    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);

    private static List<Job> jobs;

    /** A call with its expected answer. */
    private record Job(String name, Call call, Object[] expected) {

        void run(Engine engine, String when) {
            Object[] actual = call.on(engine);
            assertTrue(Arrays.deepEquals(expected, actual), () -> name + " is wrong, " + when + ", seed=" + SEED);
        }
    }

    /** Returns the answer of a call as arrays. */
    private interface Call {
        Object[] on(Engine engine);
    }

    @BeforeAll
    static void expect() {
        try (Engine jvm =
                Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(1).withKeptMemory(0))) {
            jobs = new ArrayList<>();
            for (int i = 0; i < JOBS; i++) {
                Random random = new Random(SEED + i);
                // Sizes from 1 to some thousands, evenly by their logarithms.
                int n = (int) Math.exp(random.nextDouble() * 8.5);
                int dims = 1 + random.nextInt(5);
                int k = 1 + random.nextInt(12);
                Call call = call(i, n, dims, k, random);
                String name = "job " + i + ", n=" + n + ", dims=" + dims + ", k=" + k;
                jobs.add(new Job(name, call, call.on(jvm)));
            }
        }
    }

    @AfterAll
    static void forget() {
        jobs = null;
    }

    private static Call call(int i, int n, int dims, int k, Random random) {
        int[] ints = random.ints(n, -n, n).toArray();
        double[] coordinates = random.doubles((long) n * dims).toArray();
        double radius = Math.pow(2.0 / n, 1.0 / dims) / 2;
        return switch (i % 15) {
            case 0 -> engine -> arrays(engine.knnSelfJoin(Points.of(coordinates, dims), k));
            case 1 -> engine -> arrays(engine.radiusSelfJoin(Points.of(coordinates, dims), radius));
            case 2 -> engine -> new Object[] {engine.sorting().argsort(Keys.of(ints))};
            case 3 -> engine -> new Object[] {engine.partitioning().exclusiveScan(ints)};
            case 4 ->
                engine -> new Object[] {
                    engine.selection().smallest(ints, Math.min(k, n)).toIdArray()
                };
            case 5 ->
                engine -> {
                    try (KdTree tree = engine.kdTree(Points.of(coordinates, dims))) {
                        Object[] others = arrays(tree.nearestOthers(k, Monitor.NONE));
                        Object[] within = arrays(tree.within(Points.of(coordinates, dims), radius));
                        return new Object[] {others, within};
                    }
                };
            case 6 ->
                engine -> {
                    Points points = Points.of(coordinates, dims);
                    return arrays(engine.knnJoin(Points.of(Arrays.copyOf(coordinates, dims), dims), points, k));
                };
            case 7 ->
                engine -> {
                    SpanningTree tree = engine.spanningTree(Points.of(coordinates, dims), 1 + i % 3);
                    return new Object[] {tree.toFromArray(), tree.toToArray(), tree.toKeyArray()};
                };
            case 8 ->
                engine -> {
                    Clusters clusters = engine.dbscan(Points.of(coordinates, dims), radius, 1 + i % 5);
                    return new Object[] {clusters.toLabelArray(), clusters.toCoreArray()};
                };
            case 9 ->
                engine -> {
                    Points points = Points.of(coordinates, dims);
                    return new Object[] {
                        engine.pairCounts(points, radius, 2 * radius), engine.pairCounts(points, points, radius)
                    };
                };
            case 10 ->
                engine -> {
                    double[][] columns = {Arrays.copyOf(coordinates, n)};
                    NeighborStatistics near = engine.neighborStatistics(Points.of(coordinates, dims), columns, radius);
                    return new Object[] {near.toCountArray(), near.toSumArray(0), near.toMaximumArray(0)};
                };
            case 11 ->
                engine -> {
                    Hierarchy found = engine.hdbscan(Points.of(coordinates, dims), HdbscanOptions.of(1 + k));
                    return new Object[] {found.toLabelArray(), found.toProbabilityArray(), found.toOutlierScoreArray()};
                };
            case 12 ->
                engine -> arrays(engine.neighborGraph(
                        Points.of(coordinates, dims), k, GraphKind.values()[i / 15 % GraphKind.values().length]));
            case 13 ->
                engine -> new Object[] {
                    engine.outliers(Points.of(coordinates, dims), k).toFactorArray()
                };
            default -> engine -> new Object[] {engine.partitioning().keepWhere(ints, positive(ints))};
        };
    }

    private static int[] positive(int[] values) {
        return Arrays.stream(values).map(value -> value > 0 ? 1 : 0).toArray();
    }

    private static Object[] arrays(Neighbors neighbors) {
        return new Object[] {neighbors.toIdArray(), neighbors.toKeyArray()};
    }

    private static Object[] arrays(Matches matches) {
        return new Object[] {matches.toOffsetArray(), matches.toIdArray(), matches.toKeyArray()};
    }

    @ParameterizedTest
    @CsvSource({"jvm, 64", "jvm, 0", "card:0, 64", "card:0, 1", "card:0, 0"})
    void shouldLeaveThingsAsTheyWere(String device, int keptMib) throws Exception {
        soak(device, keptMib, 90);
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"jvm, 64", "card:0, 64", "card:0, 1"})
    void shouldLeaveThingsAsTheyWereAfterTenThousandCalls(String device, int keptMib) throws Exception {
        soak(device, keptMib, 10_000);
    }

    /** The comparison begins after the first calls, up to a quarter of them: until then, programs and classes are new. */
    private static void soak(String device, int keptMib, int calls) throws Exception {
        Random random = new Random(SEED);
        int threadsBefore = threads();
        try (Workers workers = new Workers(2);
                FaultyBackend card = new FaultyBackend(CARD, workers, Fault.NONE);
                Engine engine = engine(device, keptMib, card)) {
            int threads = 0;
            long heap = 0;
            for (int i = 0; i < calls; i++) {
                if (i == Math.min(100, calls / 4)) {
                    threads = threads();
                    heap = heap();
                }
                jobs.get(random.nextInt(JOBS)).run(engine, "call " + i);
                assertTrue(engine.keptMemory() <= (long) keptMib * MIB, () -> engine.keptMemory() + " bytes are kept");
            }
            // The threads of the engine and of the card start when a loop first needs them.
            int allowed = threads + engine.settings().threads() + workers.threads();
            assertTrue(
                    threads() <= allowed,
                    () -> "threads were left: " + Thread.getAllStackTraces().keySet());
            long grown = heap() - heap;
            assertTrue(
                    grown <= (long) (keptMib + 8) * MIB,
                    () -> "the heap has grown by " + grown + " bytes in " + calls + " calls, seed=" + SEED);
            if (keptMib == 0) {
                assertEquals(0, card.open());
            }
            engine.release();
            assertEquals(0, engine.keptMemory());
            assertEquals(0, card.open());
        }
        assertEquals(
                threadsBefore, threads(), () -> "" + Thread.getAllStackTraces().keySet());
    }

    @ParameterizedTest
    @CsvSource({"jvm, 64", "card:0, 64", "card:0, 1", "auto, 64"})
    void shouldAnswerSixteenThreadsAtOnce(String device, int keptMib) throws Exception {
        try (Workers workers = new Workers(2);
                FaultyBackend card = new FaultyBackend(CARD, workers, Fault.NONE);
                Engine engine = engine(device, keptMib, card);
                ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 160; i++) {
                Job job = jobs.get(new Random(SEED + i).nextInt(JOBS));
                String when = "call " + i + " of 16 threads on " + device;
                calls.add(threads.submit(() -> job.run(engine, when)));
            }
            for (Future<?> call : calls) {
                call.get();
            }
            assertTrue(engine.keptMemory() <= 2L * keptMib * MIB, "on the JVM and on the card");
            engine.release();
            assertEquals(0, card.open());
        } catch (ExecutionException e) {
            throw new AssertionError("seed=" + SEED, e.getCause());
        }
    }

    /** A kept program must not keep a caller's points alive. */
    @Test
    void shouldLetGoOfPointsThatAreNoLongerUsed() throws Exception {
        try (Workers workers = new Workers(2);
                FaultyBackend card = new FaultyBackend(CARD, workers, Fault.NONE);
                Engine engine = engine("card:0", 64, card)) {
            WeakReference<Points> points = join(engine);
            for (int i = 0; i < 50 && points.get() != null; i++) {
                System.gc();
                Thread.sleep(20);
            }
            assertEquals(null, points.get());
        }
    }

    private static WeakReference<Points> join(Engine engine) {
        Points points = Points.of(new Random(SEED).doubles(9000).toArray(), 3);
        engine.knnSelfJoin(points, 3);
        engine.radiusSelfJoin(points, 0.01);
        return new WeakReference<>(points);
    }

    private static int threads() throws InterruptedException {
        int threads = Thread.activeCount();
        // A thread needs a moment to end.
        for (int i = 0; i < 20; i++) {
            Thread.sleep(5);
            threads = Math.min(threads, Thread.activeCount());
        }
        return threads;
    }

    private static long heap() throws InterruptedException {
        long min = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(20);
            Runtime runtime = Runtime.getRuntime();
            min = Math.min(min, runtime.totalMemory() - runtime.freeMemory());
        }
        return min;
    }

    private static Engine engine(String device, int keptMib, Backend card) {
        Settings settings = Settings.DEFAULT.withDevice(device).withThreads(2).withKeptMemory((long) keptMib * MIB);
        return new Engine(settings, new Devices(settings, List.of(new OneCard(CARD, card))));
    }
}
