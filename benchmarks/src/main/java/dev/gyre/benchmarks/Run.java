package dev.gyre.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.gyre.engine.Engine;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Work;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One timed run.
 *
 * @param nanos its time
 * @param parts times of its parts, in their order, as far as they are known
 * @param notes values of further columns of its row, by their titles
 * @param answer a hash of the answer, or null if it is not compared
 */
record Run(long nanos, Map<String, Long> parts, Map<String, ?> notes, Long answer) {

    /** Stands for an unknown value. */
    static final String UNKNOWN = "–";

    /** A time without its parts. */
    Run(long nanos) {
        this(nanos, Map.of(), Map.of(), null);
    }

    /** What measures a time. */
    enum Clock {
        /** A clock on the wall. */
        WALL,
        /**
         * The processor time of all threads of Java that still live at the end: of a call on one thread, what the clock on the wall shows where nothing
         * else runs. Collection of garbage and compilation are left out.
         */
        PROCESSOR;

        /** Returns the time of some work. */
        long time(Runnable work) {
            if (this == WALL) {
                long start = System.nanoTime();
                work.run();
                return System.nanoTime() - start;
            }
            Map<Long, Long> before = threads();
            work.run();
            Map<Long, Long> after = threads();
            return after.entrySet().stream()
                    .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
                    .sum();
        }

        /** The processor time of each thread that lives. */
        private static Map<Long, Long> threads() {
            ThreadMXBean bean = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
            long[] ids = bean.getAllThreadIds();
            long[] times = bean.getThreadCpuTime(ids);
            Map<Long, Long> threads = new HashMap<>();
            for (int i = 0; i < ids.length; i++) {
                if (times[i] >= 0) {
                    threads.put(ids[i], times[i]);
                }
            }
            return threads;
        }

        @Override
        public String toString() {
            return this == WALL ? "wall clock" : "processor time";
        }
    }

    /** Times a call by the clock on the wall, and hashes its answer outside of the time. */
    static Run of(Supplier<CallAnswer> call) {
        return of(call, Clock.WALL, Map::of);
    }

    /** Times a call of an engine, asks it what its devices did, and hashes the answer outside of the time. */
    static Run of(Supplier<CallAnswer> call, Clock clock, Engine engine) {
        return of(call, clock, engine::work);
    }

    private static Run of(Supplier<CallAnswer> call, Clock clock, Supplier<Map<Device, Work>> work) {
        CallAnswer[] found = new CallAnswer[1];
        Map<Device, Work> before = work.get();
        long nanos = clock.time(() -> found[0] = call.get());
        Map<String, Object> columns = new HashMap<>(CallWork.columns(before, work.get()));
        CallAnswer answer = found[0];
        columns.putAll(answer.columns(nanos));
        Run run = new Run(
                nanos,
                answer.parts(),
                columns,
                answer.hash() == null ? null : answer.hash().getAsLong());
        answer.release().run();
        return run;
    }

    /** Returns the time of some work by the clock on the wall. */
    static long time(Runnable work) {
        return Clock.WALL.time(work);
    }
}
