package dev.gyre.engine.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Execution.Work;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.TestKernels;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a context counts: phases, launches and bytes, of a program with known numbers of all. */
class WorkTest {

    private static final int ITEMS = 100;
    private static final int WIDE = 60;

    private final Workers workers = new Workers(2);
    private final FaultyBackend card = FaultyBackend.gpu(workers);
    private final Context context = new Context(card, workers, Long.MAX_VALUE);
    private final Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE);

    @AfterEach
    void close() {
        context.close();
        jvm.close();
        workers.close();
    }

    /** Three phases: the first uploads, the second works and downloads, the third downloads what the second one made. */
    private record Doubled(int[] in, int[] out, long[] wide, int[] unused) implements Blueprint.Made {

        @Override
        public Program program() {
            return Program.of(
                    "doubled",
                    Phase.named("load").upload(in, unused).build(),
                    Phase.named("work")
                            .stage(TestKernels.TWICE.stage(ITEMS, in, out))
                            .stage(TestKernels.INDEX.stage(0, unused))
                            .stage(TestKernels.WIDEN.stage(WIDE, in, wide))
                            .download(out)
                            .build(),
                    Phase.named("fetch").download(wide, unused).build());
        }
    }

    private static final Blueprint<Doubled> DOUBLED =
            layout -> new Doubled(layout.ints(ITEMS), layout.ints(ITEMS), layout.longs(WIDE), layout.ints(7));

    /** Runs all phases, and the second one once more. */
    private static Timing run(Context on) {
        try (Lease<Doubled> lease = on.leaseOrOnce(DOUBLED, null)) {
            for (String phase : new String[] {"load", "work", "work", "fetch"}) {
                lease.run(phase);
            }
            return lease.timing();
        }
    }

    private static void assertWork(int phases, int launches, int up, int down, Work work) {
        assertEquals(new Work(work.timing(), phases, launches, up, down), work);
    }

    @Test
    void shouldCountWhatADeviceDid() {
        assertEquals(Work.NONE, context.work());
        Timing first = run(context);
        assertWork(4, 4, 4 * ITEMS, 2 * 4 * ITEMS + 8 * WIDE, context.work());
        assertTrue(first.computeNanos() > 0);
        assertEquals(first, context.work().timing());
        Timing second = run(context);
        assertEquals(1, card.prepared(), "the same program");
        assertWork(8, 8, 2 * 4 * ITEMS, 4 * 4 * ITEMS + 2 * 8 * WIDE, context.work());
        assertEquals(first.plus(second), context.work().timing());
    }

    @Test
    void shouldCountOnlyRunsThatEnd() {
        try (Lease<Doubled> lease = context.lease(DOUBLED, null)) {
            lease.run("load");
            card.become(Fault.THROWS);
            assertThrows(DeviceException.class, () -> lease.run("work"));
        }
        assertWork(1, 0, 4 * ITEMS, 0, context.work());
    }

    @Test
    void shouldCopyNothingOnTheJvm() {
        Timing timing = run(jvm);
        assertWork(4, 4, 0, 0, jvm.work());
        assertEquals(timing, jvm.work().timing());
    }

    @Test
    void shouldSubtractEarlierWork() {
        Work before = new Work(new Timing(1, 2, 3, 4), 5, 6, 7, 8);
        Work call = new Work(new Timing(10, 20, 30, 40), 50, 60, 70, 80);
        assertEquals(call, before.plus(call).minus(before));
        assertEquals(new Work(new Timing(11, 22, 33, 44), 55, 66, 77, 88), before.plus(call));
    }
}
