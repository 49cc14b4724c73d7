package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.program.Device;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One engine on a device that many threads call at once, each call compared with the engine on the JVM. */
@OnTornadoVm
@Timeout(600)
class EngineThreadsTest {

    private static final int THREADS = 16;
    private static final int OPERATIONS = 6;
    private static final int ROUNDS = 2;
    private static final int[] SIZES = {700, 1900};
    private static final long SEED = 20261122L;

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldAnswerManyThreadsAtOnce(Device device) throws Exception {
        String kernels = Files.createTempDirectory("gyre-test-kernels-").toString();
        Settings settings = Settings.DEFAULT
                .withBackend(TornadoVm.SETTINGS.withKernelCache(kernels))
                .withThreads(2);
        try (Engine jvm = Engine.open(settings.withDevice(Settings.JVM));
                Engine engine = Engine.open(settings.withDevice(device.backend() + ":" + device.index()))) {
            List<FutureTask<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(SEED + thread);
                int first = thread;
                FutureTask<Void> task = new FutureTask<>(
                        () -> {
                            for (int round = 0; round < ROUNDS; round++) {
                                call((first + round) % OPERATIONS, jvm, engine, random);
                            }
                        },
                        null);
                tasks.add(task);
                new Thread(task, "caller " + thread).start();
            }
            for (FutureTask<Void> task : tasks) {
                task.get();
            }
        }
    }

    private static void call(int operation, Engine jvm, Engine engine, Random random) {
        int size = SIZES[random.nextInt(SIZES.length)];
        String what = "operation=" + operation + ", size=" + size + ", seed=" + SEED;
        Points points = Points.of(random.doubles(size * 2L).toArray(), 2);
        int[] ints = random.ints(size, -100, 100).toArray();
        assertArrayEquals(answer(operation, jvm, points, ints), answer(operation, engine, points, ints), what);
    }

    private static int[] answer(int operation, Engine engine, Points points, int[] ints) {
        return switch (operation) {
            case 0 -> engine.sorting().argsort(Keys.of(ints));
            case 1 -> engine.partitioning().exclusiveScan(ints);
            case 2 -> engine.knnSelfJoin(points, 4).toIdArray();
            case 3 -> nearestOthers(engine, points);
            case 4 -> engine.radiusSelfJoin(points, 0.02).toIdArray();
            default -> engine.selection().smallest(ints, 10).toValueArray();
        };
    }

    private static int[] nearestOthers(Engine engine, Points points) {
        try (KdTree tree = engine.kdTree(points)) {
            return tree.nearestOthers(3, Monitor.NONE).toIdArray();
        }
    }
}
