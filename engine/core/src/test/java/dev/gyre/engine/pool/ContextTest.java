package dev.gyre.engine.pool;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which programs are kept between calls, and for how long. A program of n ints occupies 4 n bytes. */
class ContextTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final int INTS = 1000;
    private static final int BYTES = 4 * INTS;

    private final Workers workers = new Workers(2);
    private final FaultyBackend card = new FaultyBackend(CARD, workers, Fault.NONE);
    private final Context context = context(3 * BYTES);

    @AfterEach
    void close() {
        context.close();
        workers.close();
    }

    private Context context(long keptMemory) {
        return new Context(card, workers, Long.MAX_VALUE, keptMemory);
    }

    private static Lease<Values> lease(Context context, Object key) {
        return lease(context, key, null, INTS);
    }

    private static Lease<Values> lease(Context context, Object key, Object data, int ints) {
        return context.lease(new Ints(key, ints, ints), data);
    }

    private static boolean isKept(Context context, Object key) {
        return context.isKept(new Ints(key, INTS, INTS));
    }

    private static Program increment(int[] values) {
        return Program.of(
                "test",
                Phase.named("run")
                        .upload(values)
                        .stage(ProbeKernels.INCREMENT.stage(values.length, values))
                        .download(values)
                        .build());
    }

    @Test
    void shouldHaveLessMemoryAndProgramsOfItsOwnWithin() {
        lease(context, "key").close();
        try (Context little = context.within(BYTES)) {
            assertEquals(BYTES, little.memoryLimit());
            assertEquals(BYTES, little.keptMemory());
            assertSame(context.backend(), little.backend());
            assertSame(workers, little.workers());
            assertFalse(isKept(little, "key"));
            try (Context more = little.within(Long.MAX_VALUE)) {
                assertEquals(BYTES, more.memoryLimit());
            }
        }
        assertTrue(isKept(context, "key"));
    }

    @Test
    void shouldUseAProgramAgainForTheSameKeyOnly() {
        int[] first;
        try (Lease<Values> lease = lease(context, List.of("a", 1))) {
            first = lease.operation().array();
            lease.run("run");
        }
        try (Lease<Values> lease = lease(context, List.of("a", 1))) {
            assertSame(first, lease.operation().array());
            lease.run("run");
            assertEquals(2, first[INTS - 1]);
        }
        assertTrue(isKept(context, List.of("a", 1)));
        assertFalse(isKept(context, List.of("a", 2)));
        try (Lease<Values> lease = lease(context, List.of("a", 2))) {
            assertNotSame(first, lease.operation().array());
        }
        assertEquals(2, card.prepared());
    }

    /** A call has its answer when its program is freed; a call that finds no room tells why there is none. */
    @Test
    void shouldNotFailACallWhoseProgramCannotBeFreed() {
        Context keepsNothing = context(0);
        card.keepMemory();
        for (int round = 0; round < 2; round++) {
            try (Lease<Values> lease = lease(keepsNothing, "a")) {
                lease.run("run");
                assertEquals(1, lease.operation().array()[INTS - 1]);
            }
        }
        card.become(Fault.REFUSES);
        DeviceException failure = assertThrows(DeviceException.class, () -> lease(keepsNothing, "a"));
        assertEquals("no driver", failure.getMessage());
        assertEquals("cannot free memory", failure.getSuppressed()[0].getMessage());
        assertThrows(DeviceException.class, keepsNothing::close);
    }

    @Test
    void shouldFreeAllKeptProgramsEvenIfOneCannotBeFreed() {
        for (String key : List.of("a", "b", "c")) {
            lease(context, key).close();
        }
        card.keepMemory();
        int open = card.open();
        assertThrows(DeviceException.class, context::release);
        assertEquals(0, context.keptBytes());
        assertEquals(open - 3, card.open());
    }

    @Test
    void shouldLendAProgramToOneCallAtATime() {
        try (Lease<Values> one = lease(context, "a");
                Lease<Values> other = lease(context, "a")) {
            assertNotSame(one.operation(), other.operation());
            assertFalse(isKept(context, "a"));
            assertEquals(0, context.keptBytes(), "in use");
        }
        assertEquals(2 * BYTES, context.keptBytes());
        lease(context, "a").close();
        assertEquals(2, card.prepared());
    }

    @Test
    void shouldGiveBackOnce() {
        Lease<Values> lease = lease(context, "a");
        lease.close();
        lease.close();
        assertEquals(BYTES, context.keptBytes());
    }

    @Test
    void shouldPreferTheProgramThatHasTheData() {
        Object data = new Object();
        Object otherData = new Object();
        Values withData;
        try (Lease<Values> one = lease(context, "a", data, INTS);
                Lease<Values> other = lease(context, "a", data, INTS);
                Lease<Values> third = lease(context, "a", data, INTS)) {
            assertFalse(one.holds(data), "nothing was brought there yet");
            other.hold(data);
            third.hold(otherData);
            withData = other.operation();
        }
        try (Lease<Values> lease = lease(context, "a", data, INTS)) {
            assertSame(withData, lease.operation());
            assertTrue(lease.holds(data));
            assertFalse(lease.holds(otherData));
            assertFalse(lease.holds(null));
            lease.hold(null);
            assertFalse(lease.holds(data));
        }
    }

    @Test
    void shouldFreeTheLeastRecentlyUsedProgramsBeyondTheBudget() {
        for (String key : List.of("a", "b", "c", "a", "d")) {
            lease(context, key).close();
            assertTrue(context.keptBytes() <= 3 * BYTES);
        }
        assertFalse(isKept(context, "b"), "used before all others");
        for (String key : List.of("a", "c", "d")) {
            assertTrue(isKept(context, key), key);
        }
        assertEquals(3, card.open());
        lease(context, "large", null, 3 * INTS).close();
        assertTrue(context.isKept(new Ints("large", 3 * INTS, 3 * INTS)));
        assertEquals(1, card.open());
        lease(context, "too large", null, 4 * INTS).close();
        assertFalse(context.isKept(new Ints("too large", 4 * INTS, 4 * INTS)));
        assertTrue(card.open() <= 1);
    }

    /** Room is made before a program is made, so that a device never needs more memory than the budget. */
    @Test
    void shouldMakeRoomBeforeAProgramIsMade() {
        lease(context, "a").close();
        lease(context, "b").close();
        card.limitMemory(3 * BYTES);
        try (Lease<Values> lease = lease(context, "c", null, 2 * INTS)) {
            assertEquals(2 * INTS, lease.operation().array().length);
            assertEquals(BYTES, context.keptBytes());
        }
    }

    @Test
    void shouldKeepNothingWithoutABudget() {
        try (Context none = context(0)) {
            lease(none, "a").close();
            assertEquals(0, none.keptBytes());
            assertEquals(0, card.open());
            lease(none, "a").close();
            assertEquals(2, card.prepared());
        }
    }

    @Test
    void shouldNotKeepWhatIsForOneCall() {
        int[] values = new int[INTS];
        try (Context jvm = new Context(new JvmBackend(workers), workers, 1L << 30, 1L << 20)) {
            try (Lease<Values> lease = jvm.leaseOrOnce(new Ints(INTS), null, values)) {
                lease.run("run");
                lease.hold(values);
                assertEquals(1, values[0]);
            }
            assertEquals(0, jvm.keptBytes());
        }
    }

    @Test
    void shouldFreeAProgramWhoseRunFailed() {
        card.become(Fault.THROWS);
        try (Lease<Values> lease = lease(context, "a")) {
            assertThrows(DeviceException.class, () -> lease.run("run"));
        }
        assertEquals(0, card.open());
        card.become(Fault.NONE);
        try (Lease<Values> lease = lease(context, "a")) {
            lease.run("run");
            assertEquals(1, lease.operation().array()[0], "a new one");
        }
        assertEquals(1, card.open());
    }

    @Test
    void shouldFreeAProgramWhoseRunWasCancelled() {
        Progress cancelled = new Progress() {
            @Override
            public void completed(long items) {}

            @Override
            public boolean cancelled() {
                return true;
            }
        };
        lease(context, "a").close();
        try (Lease<Values> lease = lease(context, "a")) {
            assertThrows(CancellationException.class, () -> lease.run("run", cancelled));
        }
        assertEquals(0, card.open());
    }

    @Test
    void shouldKeepNothingOfAProgramThatTheDeviceRefuses() {
        card.become(Fault.REFUSES);
        assertEquals(
                "no driver",
                assertThrows(DeviceException.class, () -> lease(context, "a")).getMessage());
        assertEquals(0, context.keptBytes());
        card.become(Fault.NONE);
        lease(context, "a").close();
        assertTrue(isKept(context, "a"));
    }

    @Test
    void shouldFreeKeptProgramsWhereTheDeviceIsFull() {
        lease(context, "a").close();
        lease(context, "b").close();
        card.limitMemory(2 * BYTES);
        try (Lease<Values> lease = lease(context, "c")) {
            lease.run("run");
            assertEquals(1, card.open(), "all that were kept are freed");
            DeviceException e = assertThrows(DeviceException.class, () -> lease(context, "d", null, 2 * INTS));
            assertEquals("out of memory", e.getMessage());
        }
        assertTrue(isKept(context, "c"));
    }

    @Test
    void shouldFreeKeptProgramsWhereTheHeapIsFull() {
        lease(context, "a").close();
        int[] tries = {0};
        Blueprint<Values> full = layout -> {
            if (tries[0]++ == 0) {
                throw new OutOfMemoryError("test");
            }
            return new Values(layout.ints(INTS));
        };
        context.lease(full, null).close();
        assertEquals(3, tries[0], "the second time measured, then made");
        assertFalse(isKept(context, "a"));
        assertTrue(context.isKept(full));
        context.release();
        Blueprint<Values> fuller = layout -> {
            throw new OutOfMemoryError("test");
        };
        assertThrows(OutOfMemoryError.class, () -> context.lease(fuller, null));
    }

    @Test
    void shouldTellWhoFreesProgramsThatOneCannotBeFreed() {
        Context none = new Context(card, workers, 1L << 30, 0);
        card.keepMemory();
        for (int i = 0; i < 2; i++) {
            try (Lease<Values> lease = lease(none, "a")) {
                lease.run("run");
            }
        }
        assertEquals(0, card.open());
        DeviceException told = assertThrows(DeviceException.class, none::release);
        assertEquals("cannot free memory", told.getMessage());
        assertEquals(1, told.getSuppressed().length);
        none.release();
        lease(context, "b").close();
        lease(context, "c").close();
        assertThrows(DeviceException.class, context::close);
        assertEquals(0, card.open(), "freed in spite of the failure");
    }

    /** On the JVM a program is worth something for its data only. */
    @Test
    void shouldKeepOnTheJvmWhatHasData() throws InterruptedException {
        Context jvm = new Context(new JvmBackend(workers), workers, 1L << 30, 1L << 20);
        lease(jvm, "a").close();
        assertEquals(0, jvm.keptBytes(), "without data");
        int[] data = new int[1];
        Lease<Values> lease = lease(jvm, "a");
        lease.hold(data);
        lease.close();
        System.gc();
        assertEquals(BYTES, jvm.keptBytes(), "with data");
        Lease<Values> again = lease(jvm, "a");
        assertTrue(again.holds(data));
        again.close();
        assertEquals(BYTES, jvm.keptBytes());
        data = null;
        for (int tries = 0; jvm.keptBytes() > 0 && tries < 50; tries++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(0, jvm.keptBytes(), "the data is gone");
    }

    @Test
    void shouldReleaseWhatIsNotInUse() {
        lease(context, "a").close();
        Lease<Values> inUse = lease(context, "b");
        context.release();
        assertEquals(1, card.open());
        assertEquals(0, context.keptBytes());
        inUse.run("run");
        inUse.close();
        assertTrue(isKept(context, "b"));
    }

    @Test
    void shouldCloseProgramsInUseWhenTheyComeBack() {
        lease(context, "a").close();
        Lease<Values> inUse = lease(context, "b");
        context.close();
        assertEquals(1, card.open());
        inUse.run("run");
        inUse.close();
        assertEquals(0, card.open());
        Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE);
        jvm.close();
        for (Runnable call : List.<Runnable>of(() -> lease(context, "a"), () -> jvm.leaseOrOnce(new Ints(1), null))) {
            IllegalStateException e = assertThrows(IllegalStateException.class, call::run);
            assertEquals("the engine is closed", e.getMessage());
        }
    }

    @Test
    void shouldTellTheTimeOfThisCallOnly() {
        try (Lease<Values> lease = lease(context, "a")) {
            lease.run("run");
        }
        try (Lease<Values> lease = lease(context, "a")) {
            assertEquals(Timing.ZERO, lease.timing());
        }
    }

    @Test
    void shouldServeManyThreads() throws Exception {
        long seed = 5;
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                Random random = new Random(seed + i);
                calls.add(threads.submit(() -> {
                    int ints = 1 + random.nextInt(INTS);
                    try (Lease<Values> lease = lease(context, ints % 5, null, INTS)) {
                        lease.operation().array()[0] = ints;
                        lease.run("run");
                        assertEquals(ints + 1, lease.operation().array()[0], () -> "seed=" + seed);
                    }
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        }
        assertTrue(context.keptBytes() <= 3 * BYTES);
        assertEquals(context.keptBytes(), (long) BYTES * card.open());
    }

    @Test
    void shouldRoundCapacitiesUpByAnEighthAtMost() {
        long seed = 3;
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            int size = i < 100_000 ? i : random.nextInt(HostArrays.MAX_LENGTH);
            int step = Context.step(size);
            assertTrue(step >= size && step - size <= size / 8, () -> "size=" + size + ", step=" + step);
            assertTrue(step <= Context.step(size + 1), () -> "not monotone at " + size);
            assertEquals(step, Context.step(step), () -> "a step is its own step: size=" + size);
        }
        assertEquals(HostArrays.MAX_LENGTH, Context.step(HostArrays.MAX_LENGTH));
        assertEquals(HostArrays.MAX_LENGTH, Context.step(HostArrays.MAX_LENGTH - 1));
    }

    @Test
    void shouldLetSmallCallsShareAProgram() {
        assertEquals(context.capacity(0), context.capacity(1024));
        assertEquals(1152, context.capacity(1025));
        try (Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE)) {
            assertEquals(1, jvm.capacity(0));
            assertEquals(1025, jvm.capacity(1025), "nothing is compiled there");
        }
    }

    private record Values(int[] array) implements Blueprint.Made {

        @Override
        public Program program() {
            return increment(array);
        }
    }

    /** A program of {@code ints} ints, of which {@code declared} are declared. */
    private record Ints(Object key, int ints, int declared) implements Blueprint<Values> {

        Ints(int ints) {
            this(null, ints, ints);
        }

        @Override
        public Values make(Layout layout) {
            int[] values = layout.given(int[].class, declared);
            return new Values(ints == declared ? values : new int[ints]);
        }
    }

    @Test
    void shouldFindAProgramByItsBlueprint() {
        Values first;
        try (Lease<Values> lease = context.lease(new Ints(INTS), null)) {
            first = lease.operation();
        }
        assertTrue(context.isKept(new Ints(INTS)));
        assertFalse(context.isKept(new Ints(INTS + 1)));
        int[] own = new int[INTS];
        try (Lease<Values> lease = context.leaseOrOnce(new Ints(INTS), null, own)) {
            assertSame(first, lease.operation());
        }
        assertEquals(BYTES, context.keptBytes());
    }

    @Test
    void shouldWorkOnTheArraysOfTheCallerOnTheJvm() {
        int[] own = {1, 2, 3};
        try (Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE);
                Lease<Values> lease = jvm.leaseOrOnce(new Ints(3), null, own)) {
            lease.writeAll(own, 0, lease.operation().array(), 0, 3);
            lease.run("run");
        }
        assertArrayEquals(new int[] {2, 3, 4}, own);
    }

    @Test
    void shouldRefuseAProgramOfAnArrayThatIsNotDeclared() {
        assertEquals(
                "a program must declare its arrays: program=test, bytes=40, declared=36",
                assertThrows(IllegalStateException.class, () -> context.lease(new Ints(null, 10, 9), null))
                        .getMessage());
    }

    @Test
    void shouldShareLargerArraysIfTheyFit() {
        Ints exact = new Ints(1000);
        Ints rounded = new Ints(context.capacity(1000));
        assertSame(rounded, context.shared(exact, rounded));
        try (Context little = context.within(4 * 1000);
                Context less = context.within(4 * 999);
                Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE)) {
            assertSame(exact, little.shared(exact, rounded));
            assertSame(exact, little.fitting("the test", exact, rounded, "n=1000"));
            assertSame(exact, jvm.shared(exact, rounded), "nothing is compiled");
            assertRefused(
                    "the test does not fit the memory of card:0 (Card): needed=4000 bytes, limit=3996, largest"
                            + " array=4000, limit of an array=2147483648, n=1000",
                    () -> less.fitting("the test", exact, rounded, "n=1000"));
        }
    }

    @Test
    void shouldFindTheLargestSizeThatFits() {
        for (int fit : new int[] {0, 1, 2, 3, 499, 999, 1000, 5000}) {
            try (Context little = context.within(4 * fit + 3)) {
                assertEquals(Math.min(fit, 1000), little.max(1000, Ints::new));
            }
        }
        try (Context small = new Context(
                new FaultyBackend(
                        new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 4 * 77), workers, Fault.NONE),
                workers,
                Long.MAX_VALUE,
                0)) {
            assertEquals(77, small.max(1000, Ints::new), "the limit of an array");
        }
    }
}
