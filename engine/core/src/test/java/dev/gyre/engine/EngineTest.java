package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution.Work;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The engine must be usable after calls that fail. The device works on the threads of this JVM. */
@Timeout(120)
class EngineTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final Points POINTS = points(3000, 7);
    private static final int K = 4;

    private final Workers workers = new Workers(2);
    private final FaultyBackend card = new FaultyBackend(CARD, workers, Fault.NONE);
    private Engine engine;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() {
        engine = engine("card:0");
    }

    @AfterEach
    void close() {
        engine.close();
        workers.close();
    }

    private Engine engine(String device) {
        Settings settings =
                Settings.DEFAULT.withDevice(device).withThreads(2).withCalibration(folder.resolve("calibration.ini"));
        return new Engine(settings, new Devices(settings, List.of(new OneCard(CARD, card))));
    }

    private static Points points(int n, long seed) {
        Random random = new Random(seed);
        return Points.of(random.doubles(3L * n).toArray(), 3);
    }

    private static JoinOptions by(JoinMethod method) {
        return JoinOptions.DEFAULT.withMethod(method);
    }

    /** Returns a call of each kind, by name; calls pass on all exceptions of the engine. */
    private static Map<String, Executable> calls(Engine engine) {
        int[] ints = new Random(3).ints(5000, -99, 99).toArray();
        Map<String, Executable> calls = new TreeMap<>();
        for (JoinMethod method : List.of(JoinMethod.KD_TREE, JoinMethod.FUSED, JoinMethod.TWO_STAGE)) {
            calls.put("knn self join, " + method, () -> engine.knnSelfJoin(POINTS, K, by(method)));
        }
        calls.put("knn join", () -> engine.knnJoin(points(100, 1), POINTS, K));
        calls.put("radius join", () -> engine.radiusSelfJoin(POINTS, 0.05));
        calls.put("clusters", () -> engine.dbscan(POINTS, 0.05, K));
        calls.put("spanning tree", () -> engine.spanningTree(POINTS, K));
        calls.put("argsort", () -> engine.sorting().argsort(Keys.of(ints)));
        calls.put("scan", () -> engine.partitioning().exclusiveScan(ints));
        calls.put("select", () -> engine.selection().smallest(ints, 9));
        calls.put("tree", () -> {
            try (KdTree tree = engine.kdTree(POINTS)) {
                tree.nearestOthers(K, Monitor.NONE);
                tree.within(POINTS, 0.05);
            }
        });
        return calls;
    }

    private void assertUsable(String after) {
        try (Engine jvm = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(1))) {
            for (JoinMethod method : List.of(JoinMethod.KD_TREE, JoinMethod.FUSED)) {
                assertArrayEquals(
                        jvm.knnSelfJoin(POINTS, K, by(method)).toIdArray(),
                        engine.knnSelfJoin(POINTS, K, by(method)).toIdArray(),
                        () -> "wrong after " + after);
            }
            int[] keys = new Random(5).ints(3000, 0, 99).toArray();
            assertArrayEquals(
                    jvm.sorting().argsort(Keys.of(keys)), engine.sorting().argsort(Keys.of(keys)), () -> after);
            assertArrayEquals(
                    jvm.partitioning().exclusiveScan(keys),
                    engine.partitioning().exclusiveScan(keys),
                    () -> after);
        }
    }

    @Test
    void shouldNameItselfClosed() {
        for (String device : List.of("jvm", "card:0")) {
            Engine closed = engine(device);
            Sorting sorting = closed.sorting();
            Partitioning partitioning = closed.partitioning();
            Selection selection = closed.selection();
            KdTree tree = closed.kdTree(POINTS);
            NeighborIndex index = closed.neighborIndex(POINTS);
            closed.close();
            closed.close();
            Map<String, Executable> calls = calls(closed);
            int[] ints = new int[5000];
            calls.put("index", () -> closed.neighborIndex(POINTS));
            calls.put("open sorting", () -> sorting.argsort(Keys.of(ints)));
            calls.put("open partitioning", () -> partitioning.exclusiveScan(ints));
            calls.put("open selection", () -> selection.smallest(ints, 3));
            calls.put("open tree", () -> tree.nearestOthers(K, Monitor.NONE));
            calls.put("open tree, within", () -> tree.within(POINTS, 0.05));
            calls.put("open index", () -> index.nearestOthers(K));
            calls.forEach((name, call) -> assertEquals(
                    "the engine is closed",
                    assertThrows(IllegalStateException.class, call, device + ", " + name)
                            .getMessage(),
                    device + ", " + name));
            tree.close();
            index.close();
            assertEquals(0, closed.keptMemory(), device);
        }
        assertEquals(0, card.open());
    }

    /** The keys go up, in the step of capacity above 5,000, with a few sizes, and their order comes back. */
    @Test
    void shouldTellWhatEachDeviceDid() {
        Keys keys = Keys.of(new Random(3).ints(5000).toArray());
        assertEquals(
                List.of("jvm", "card:0"),
                engine.work().keySet().stream().map(Device::id).toList());
        engine.sorting().argsort(keys);
        Work first = engine.work().get(CARD);
        engine.sorting().argsort(keys);
        Work second = engine.work().get(CARD).minus(first);
        assertTrue(first.launches() >= first.phases() && first.phases() > 0, first::toString);
        assertEquals(4 * 5120, first.downloadedBytes());
        assertEquals(4 * 5120, first.uploadedBytes(), 1000);
        assertEquals(withoutTimes(first), withoutTimes(second));
        assertTrue(second.timing().computeNanos() > 0, second::toString);
        try (Engine jvm = engine("jvm")) {
            jvm.knnSelfJoin(POINTS, K, by(JoinMethod.FUSED));
            Work work = jvm.work().values().iterator().next();
            assertEquals(1, jvm.work().size());
            assertTrue(work.launches() > 0 && work.timing().computeNanos() > 0, work::toString);
            assertEquals(0, work.uploadedBytes() + work.downloadedBytes());
        }
    }

    private static Work withoutTimes(Work work) {
        return work.minus(new Work(work.timing(), 0, 0, 0, 0));
    }

    @Test
    void shouldBeUsableAfterADeviceFailedInEachCall() {
        calls(engine).forEach((name, call) -> {
            card.become(Fault.THROWS);
            DeviceException e = assertThrows(DeviceException.class, call, name);
            assertTrue(e.getMessage().contains("out of order"), e::getMessage);
            card.become(Fault.NONE);
        });
        assertUsable("failures of all calls");
    }

    @Test
    void shouldBeUsableAfterADeviceRefusedThePrograms() {
        calls(engine).forEach((name, call) -> {
            engine.release();
            card.become(Fault.REFUSES);
            assertEquals(
                    "no driver", assertThrows(DeviceException.class, call, name).getMessage());
            card.become(Fault.NONE);
        });
        assertUsable("a device that took no program");
    }

    @Test
    void shouldFreeKeptProgramsWhereTheDeviceIsFull() throws Throwable {
        long largest = 0;
        for (Executable call : calls(engine).values()) {
            engine.release();
            call.execute();
            largest = Math.max(largest, engine.keptMemory());
        }
        engine.release();
        // Each call fits if no other program is kept.
        card.limitMemory(largest);
        int before = card.prepared();
        for (Map.Entry<String, Executable> call : calls(engine).entrySet()) {
            call.getValue().execute();
            assertTrue(engine.keptMemory() <= largest, call.getKey());
        }
        assertTrue(card.prepared() > before);
        card.limitMemory(1000);
        engine.release();
        calls(engine)
                .forEach((name, call) -> assertEquals(
                        "out of memory",
                        assertThrows(DeviceException.class, call, name).getMessage(),
                        name));
        card.limitMemory(Long.MAX_VALUE);
        assertUsable("a full device");
    }

    @Test
    void shouldBeUsableAfterEachCallWasCancelled() {
        for (int stop : new int[] {0, 1, 2, 5}) {
            for (JoinMethod method : List.of(JoinMethod.KD_TREE, JoinMethod.FUSED, JoinMethod.TWO_STAGE)) {
                int[] told = {0};
                JoinOptions options = by(method).withMonitor((done, total) -> told[0]++ < stop);
                try {
                    engine.knnSelfJoin(POINTS, K, options);
                    assertTrue(told[0] <= stop, () -> method + " went on after " + stop);
                } catch (CancellationException e) {
                    assertTrue(told[0] > stop, () -> method + " stopped by itself after " + told[0]);
                }
            }
        }
        assertUsable("calls that were cancelled");
    }

    @Test
    void shouldBeUsableAfterInterrupts() throws InterruptedException {
        long seed = 11;
        Random random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            Throwable[] thrown = {null};
            Thread caller = new Thread(() -> {
                try {
                    for (Executable call : calls(engine).values()) {
                        call.execute();
                    }
                } catch (Throwable e) {
                    thrown[0] = e;
                }
            });
            caller.start();
            Thread.sleep(random.nextInt(30));
            caller.interrupt();
            caller.join();
            if (thrown[0] != null && !(thrown[0] instanceof CancellationException)) {
                throw new AssertionError("seed=" + seed + ", call=" + i, thrown[0]);
            }
        }
        assertUsable("interrupts");
    }
}
