package dev.gyre.engine.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.join.KdJoin;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import dev.gyre.engine.verify.TogetherCheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TeamTest {

    private static final long SEED = 20261122;

    private final Workers two = new Workers(2);
    private final Workers one = new Workers(1);
    private final FaultyBackend first = card(0);
    private final FaultyBackend second = card(1);
    private final Context jvm = context(new JvmBackend(two), two);
    private final Context slow = context(new JvmBackend(one), one);
    private final Context firstCard = context(first, two);
    private final Context secondCard = context(second, two);

    private FaultyBackend card(int index) {
        Device device = new Device("card", index, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
        return new FaultyBackend(device, two, Fault.NONE);
    }

    /** Makes a context with a quarter of the memory: the heap has the arrays of four contexts and of the oracle. */
    private static Context context(Backend backend, Workers workers) {
        return new Context(backend, workers, Long.MAX_VALUE, Context.defaultKeptMemory() / 4);
    }

    @AfterEach
    void close() {
        List.of(jvm, slow, firstCard, secondCard).forEach(Context::close);
        one.close();
        two.close();
    }

    @Test
    void shouldAnswerAlikeWhoeverAnswers() {
        answerAlike(Shape.values().length);
    }

    @Test
    @Tag("thorough")
    @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldAnswerAlikeWhoeverAnswersInThousandsOfCases() {
        answerAlike(5000);
    }

    private void answerAlike(int cases) {
        Random random = new Random(SEED);
        for (Sample sample : Sample.series(cases, SEED)) {
            List<Context> all = new ArrayList<>(List.of(jvm, slow, firstCard, secondCard));
            Collections.shuffle(all, random);
            List<Context> some = all.subList(0, 2 + random.nextInt(3));
            assertEquals(
                    Optional.empty(),
                    TogetherCheck.check(some, sample),
                    () -> sample + " on "
                            + some.stream()
                                    .map(context -> context.device().id())
                                    .toList());
        }
    }

    /** Queries of a tree without points are shared too. */
    @Test
    void shouldAnswerQueriesAmongNoPoints() {
        Points queries = points(500);
        Points none = Points.of(new double[0], 3);
        assertEquals(
                0,
                new KdJoin(Team.of(List.of(firstCard, jvm), 4))
                        .within(queries, none, false, 1, JoinOptions.DEFAULT)
                        .size());
    }

    private static Points points(int size) {
        return Points.of(new Random(SEED).doubles(3L * size).toArray(), 3);
    }

    private static Neighbors join(Points points, Monitor monitor, Context... contexts) {
        return new KdJoin(Team.of(List.of(contexts), 64))
                .nearest(points, points, true, 4, JoinOptions.DEFAULT.withMonitor(monitor));
    }

    private static void assertRight(Points points, Neighbors found, String message) {
        assertEquals(Optional.empty(), KnnOracle.difference(points, points, true, Metric.EUCLIDEAN, found), message);
    }

    /** The device fails in each of its runs in turn: of the build, of the copies, of each batch of the search. */
    @Test
    void shouldEndRightWhereADeviceFailsInTheMiddle() {
        Points points = points(1000);
        KnnOracle.Answer expected = KnnOracle.answer(points, points, true, Metric.EUCLIDEAN, 4);
        boolean failed = true;
        int runs = 0;
        while (failed) {
            first.failAfter(runs);
            Team.Member failing = new Team.Member(() -> firstCard, firstCard.device(), 1, 64);
            // The other one waits, so that it cannot answer all before this one fails.
            Team.Member other = new Team.Member(() -> first.awaitFailure(60_000) ? jvm : slow, jvm.device(), 1, 64);
            Neighbors found =
                    new KdJoin(new Team(List.of(failing, other))).nearest(points, points, true, 4, JoinOptions.DEFAULT);
            assertEquals(Optional.empty(), expected.difference(found), "seed=" + SEED + ", runs=" + runs);
            List<DeviceShare> shares = found.report().shares();
            assertEquals(1000, shares.stream().mapToLong(DeviceShare::answered).sum());
            assertEquals("", shares.get(1).failure());
            failed = first.awaitFailure(0);
            // The call does not wait for a device that fails before its first batch.
            String failure = shares.get(0).failure();
            assertTrue(failure.isEmpty() || failed && failure.equals("out of order"), failure);
            runs++;
        }
        assertTrue(runs > 15, "runs=" + runs);
    }

    @Test
    void shouldNameAllDevicesWhereAllFailAndWorkAfterwards() {
        Points points = points(500);
        first.become(Fault.THROWS);
        second.become(Fault.REFUSES);
        DeviceException e =
                assertThrows(DeviceException.class, () -> join(points, Monitor.NONE, firstCard, secondCard));
        assertEquals("all devices of the call failed: card:0: out of order; card:1: no driver", e.getMessage());
        assertEquals(2, e.getSuppressed().length);
        first.become(Fault.NONE);
        assertRight(points, join(points, Monitor.NONE, firstCard, secondCard), "seed=" + SEED);
    }

    /** Devices that get their items elsewhere count them, and the call waits for them. */
    @Test
    void shouldEndOnceAllItemsAreCounted() {
        AtomicInteger left = new AtomicInteger(1000);
        Team.Done<String> done = Team.of(List.of(firstCard, jvm)).call(Monitor.NONE, (context, batches, monitor) -> {
            batches.begin(1000);
            batches.count(0);
            while (left.getAndDecrement() > 0) {
                batches.count(1);
                if (context == firstCard) {
                    throw new DeviceException("out of order");
                }
            }
            return context.device().id();
        });
        List<DeviceShare> shares = done.shares();
        assertEquals(1000, shares.stream().mapToLong(DeviceShare::answered).sum());
        assertEquals("jvm", done.max());
        assertEquals("", shares.get(1).failure());
        assertEquals(
                shares.get(0).answered() == 0 ? "" : "out of order",
                shares.get(0).failure());
    }

    @Test
    void shouldTellWhatEachDeviceDid() {
        Points points = points(20_000);
        Neighbors found = join(points, Monitor.NONE, firstCard, jvm);
        List<DeviceShare> shares = found.report().shares();
        assertEquals(
                List.of("card:0", "jvm"),
                shares.stream().map(share -> share.device().id()).toList());
        assertEquals(20_000, shares.stream().mapToLong(DeviceShare::answered).sum());
        assertTrue(shares.stream()
                .allMatch(share -> share.idleNanos() >= 0 && share.failure().isEmpty()));
    }

    @Test
    void shouldEndWhereTheMonitorSaysSo() {
        Points points = points(200_000);
        CancellationException e =
                assertThrows(CancellationException.class, () -> join(points, (done, total) -> false, firstCard, jvm));
        assertTrue(e.getMessage().startsWith("cancelled: rows="), e::getMessage);
    }

    @Test
    void shouldTellTheMonitorOnTheCallingThreadEverMore() {
        Thread caller = Thread.currentThread();
        List<Long> reports = new ArrayList<>();
        Monitor monitor = (done, total) -> {
            assertSame(caller, Thread.currentThread());
            reports.add(done);
            return true;
        };
        join(points(50_000), monitor, firstCard, jvm);
        assertEquals(reports.stream().sorted().toList(), reports);
        assertEquals(50_000L, reports.getLast());
    }

    @Test
    void shouldEndWhereTheThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> join(points(100_000), Monitor.NONE, firstCard, jvm));
        assertTrue(Thread.interrupted());
    }

    @Test
    void shouldNotWaitForADeviceThatIsNotReady() throws InterruptedException {
        CountDownLatch forever = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        Team.Member late = new Team.Member(
                () -> {
                    try {
                        forever.await();
                        return firstCard;
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                firstCard.device(),
                1,
                1);
        Team team = new Team(List.of(new Team.Member(() -> jvm, jvm.device(), 1, 1), late));
        List<Integer> answered = Collections.synchronizedList(new ArrayList<>());
        Team.Done<String> done = team.call(Monitor.NONE, (context, batches, monitor) -> {
            batches.begin(1000);
            try {
                Batches.Batch batch;
                while ((batch = batches.next(10)) != null) {
                    IntStream.range(batch.first(), batch.end()).forEach(answered::add);
                    batches.done(batch);
                }
                return context.device().id();
            } finally {
                if (context == firstCard) {
                    gone.countDown();
                }
            }
        });
        assertEquals("jvm", done.max());
        assertEquals(
                IntStream.range(0, 1000).boxed().toList(),
                answered.stream().sorted().toList());
        forever.countDown();
        assertTrue(gone.await(10, TimeUnit.SECONDS));
        assertEquals(1000, answered.size());
    }

    /** No device begins with a batch, but one of them must still return a result. */
    @Test
    void shouldTellOfACallWithoutItems() {
        Team team = Team.of(List.of(firstCard, jvm), 1);
        for (int round = 0; round < 50; round++) {
            Team.Done<String> done = team.call(Monitor.NONE, (context, batches, monitor) -> {
                batches.begin(0);
                Thread.yield();
                return batches.next(1) == null ? "nothing" : "something";
            });
            assertEquals("nothing", done.max());
        }
    }

    /** A device may need seconds to open or to compile, and only then sees that it must end. */
    @Test
    void shouldNotWaitForADeviceThatHasNotBegunWhereTheCallIsCancelled() {
        CountDownLatch forever = new CountDownLatch(1);
        Team.Member late = new Team.Member(
                () -> {
                    try {
                        forever.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return firstCard;
                },
                firstCard.device(),
                1,
                1);
        Team team = new Team(List.of(late, new Team.Member(() -> jvm, jvm.device(), 1, 1)));
        assertThrows(
                CancellationException.class,
                () -> team.call((done, total) -> false, (context, batches, monitor) -> {
                    batches.begin(100);
                    while (monitor.progress(0, 100)) {
                        Thread.onSpinWait();
                    }
                    throw new CancellationException();
                }));
        forever.countDown();
    }

    @Test
    void shouldThrowWhatIsWrongWithTheInputOnce() {
        Team team = Team.of(List.of(firstCard, jvm), 1);
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> team.call(Monitor.NONE, (context, batches, monitor) -> {
                    batches.begin(100);
                    if (context == firstCard) {
                        throw new IllegalArgumentException("wrong");
                    }
                    while (monitor.progress(0, 1)) {
                        Thread.onSpinWait();
                    }
                    throw new CancellationException();
                }));
        assertEquals("wrong", e.getMessage());
    }

    @Test
    void shouldTakeBatchesFromBothEndsThatShrink() {
        WorkQueue queue = new WorkQueue();
        WorkQueue.Member device = queue.add(false, 4, Long.MAX_VALUE, 1);
        WorkQueue.Member host = queue.add(true, 4, Long.MAX_VALUE, 1);
        device.begin(1000);
        host.begin(1000);
        assertEquals(new Batches.Batch(0, 500), device.next(1000));
        Batches.Batch last = host.next(1000);
        assertEquals(1000, last.end());
        assertEquals(125, last.count());
        assertThrows(IllegalStateException.class, () -> host.begin(999));
        assertThrows(IllegalStateException.class, () -> host.done(new Batches.Batch(0, 500)));
        device.leave();
        host.done(last);
        int left = 875;
        while (left > 0) {
            Batches.Batch next = host.next(1000);
            assertTrue(next.count() <= Math.max(4, left / 2), next + ", left=" + left);
            left -= next.count();
            host.done(next);
        }
        assertTrue(queue.isDone());
        assertEquals(1000, host.answered());
        assertEquals(0, device.answered());
        assertFalse(queue.isStopped());
        if (host.next(1) != null) {
            fail("all are answered");
        }
    }
}
