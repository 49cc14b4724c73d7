package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import dev.gyre.engine.verify.TogetherCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several devices at once. With PoCL, {@code POCL_DEVICES="pthread pthread"} gives two on one processor. */
@Timeout(600)
class SeveralDevicesTest {

    private static final Device FIRST = new Device("test", 0, "one", Device.Type.CPU, 1, 1);
    private static final Device SECOND = new Device("test", 1, "another", Device.Type.CPU, 1, 1);
    private static final int ROUNDS = 60;
    private static final long SEED = 20261123L;

    @Test
    void shouldRunBesideOtherDevicesOnAThreadOfItsOwn() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        FutureTask<Thread> other = started(() -> TornadoThread.of(SECOND).beside(() -> () -> meet(both)));
        Thread own = TornadoThread.of(FIRST).beside(() -> () -> meet(both));
        assertNotSame(own, other.get());
        assertSame(own, TornadoThread.of(FIRST).alone(Thread::currentThread));
    }

    @Test
    void shouldRunAloneWhileNothingElseRuns() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger largest = new AtomicInteger();
        List<FutureTask<Thread>> tasks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            TornadoThread thread = TornadoThread.of(i % 2 == 0 ? FIRST : SECOND);
            boolean alone = i % 3 == 0;
            tasks.add(started(() -> alone
                    ? thread.alone(() -> {
                        assertEquals(1, running.incrementAndGet());
                        running.decrementAndGet();
                        return Thread.currentThread();
                    })
                    : thread.beside(() -> () -> {
                        largest.accumulateAndGet(running.incrementAndGet(), Math::max);
                        running.decrementAndGet();
                        return Thread.currentThread();
                    })));
        }
        for (FutureTask<Thread> task : tasks) {
            task.get();
        }
        assertTrue(largest.get() <= 2, largest::toString);
    }

    @Test
    void shouldHandOverErrorsAndRefuseWhatWouldWaitForItself() {
        TornadoThread thread = TornadoThread.of(FIRST);
        assertEquals(1, (int) thread.alone(() -> thread.alone(() -> 1)));
        assertEquals(2, (int) thread.alone(() -> thread.beside(() -> () -> 2)));
        assertThrows(IllegalStateException.class, () -> thread.beside(() -> () -> thread.alone(() -> 3)));
        assertThrows(
                AssertionError.class,
                () -> thread.alone((Runnable) () -> {
                    throw new AssertionError("on the thread");
                }));
        assertEquals(4, (int) thread.beside(() -> () -> 4));
    }

    /** Makes hundreds of calls from a thread for each device, of kinds that were prepared before and of new kinds. */
    @Test
    @OnTornadoVm
    void shouldAnswerOnAllDevicesAtOnce() throws Exception {
        String kernels = Files.createTempDirectory("gyre-test-kernels-").toString();
        Settings settings = Settings.DEFAULT
                .withBackend(TornadoVm.SETTINGS.withKernelCache(kernels))
                .withThreads(1);
        List<Device> devices = TornadoVm.devices();
        // Two threads on two engines if there is only one device.
        int threads = Math.max(2, devices.size());
        CountDownLatch start = new CountDownLatch(threads);
        List<FutureTask<Integer>> tasks = new ArrayList<>();
        try (Engine jvm = Engine.open(settings.withDevice(Settings.JVM))) {
            for (int i = 0; i < threads; i++) {
                Random random = new Random(SEED + i);
                Settings own =
                        settings.withDevice(devices.get(i % devices.size()).id());
                tasks.add(started(() -> {
                    try (Engine engine = Engine.open(own)) {
                        start.countDown();
                        assertTrue(start.await(60, TimeUnit.SECONDS));
                        for (int round = 0; round < ROUNDS; round++) {
                            compare(jvm, engine, random, round);
                        }
                        return ROUNDS;
                    }
                }));
            }
            for (FutureTask<Integer> task : tasks) {
                assertEquals(ROUNDS, task.get());
            }
        }
    }

    /** One tree by all devices, again and again, in programs that are kept. */
    @Test
    @OnTornadoVm
    void shouldBuildOnAllDevicesAtOnce() throws IOException {
        String kernels = Files.createTempDirectory("gyre-test-kernels-").toString();
        BackendSettings settings = TornadoVm.SETTINGS.withKernelCache(kernels);
        List<Context> contexts = new ArrayList<>();
        try (Workers workers = new Workers(2)) {
            TornadoVm.devices()
                    .forEach(device ->
                            contexts.add(new Context(TornadoVm.open(device, settings), workers, device.memoryBytes())));
            for (int round = 0; round < 4; round++) {
                for (Shape shape : new Shape[] {Shape.UNIFORM, Shape.CLUSTERED, Shape.DUPLICATES}) {
                    Sample sample = new Sample(shape, 3000 + 7 * round, 3, SEED + round);
                    Points points = Points.of(sample.rows(sample.random()), 3);
                    assertEquals(Optional.empty(), TogetherCheck.tree(contexts, points), () -> "tree, " + sample);
                }
            }
        } finally {
            contexts.forEach(Context::close);
        }
    }

    private static void compare(Engine jvm, Engine engine, Random random, int round) {
        // Every tenth round has another capacity: a program is prepared while the other devices run.
        int size = round % 10 == 9 ? 1500 + 100 * random.nextInt(20) : 700 + random.nextInt(300);
        String what = "round=" + round + ", size=" + size + ", seed=" + SEED;
        int[] keys = random.ints(size, -100, 100).toArray();
        assertArrayEquals(jvm.sorting().argsort(Keys.of(keys)), engine.sorting().argsort(Keys.of(keys)), what);
        if (round % 3 == 0) {
            Points points = Points.of(random.doubles(size * 2L).toArray(), 2);
            assertArrayEquals(
                    jvm.knnSelfJoin(points, 4).toIdArray(),
                    engine.knnSelfJoin(points, 4).toIdArray(),
                    what);
        }
    }

    private static <T> FutureTask<T> started(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(task).start();
        return task;
    }

    private static Thread meet(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
            return Thread.currentThread();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
