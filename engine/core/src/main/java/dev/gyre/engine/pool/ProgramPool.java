package dev.gyre.engine.pool;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Execution.Work;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The programs of a device that are kept between calls, least recently used first. A program in use belongs to its call alone
 * and does not count. Safe for use by several threads.
 *
 * <p>On the JVM nothing is compiled, and arrays are as long as the data of their call: another call gains something only from a program that
 * has its very data. So only these are kept, as long as the caller keeps the data.
 *
 * <p>A program that cannot be freed does not fail the call that gives it back, whose answer is there: {@link #release} and {@link #close} throw
 * that failure.
 */
final class ProgramPool implements AutoCloseable {

    private final Backend backend;
    private final long budget;
    private final boolean onJvm;
    private final Deque<Entry> idle = new ArrayDeque<>();
    private long idleBytes;
    private boolean closed;

    private final AtomicLong programs = new AtomicLong();
    private final AtomicReference<Work> work = new AtomicReference<>(Work.NONE);

    /** The first failure to free a program that nobody was told about, with the later ones; null for none. */
    private RuntimeException unfreed;

    ProgramPool(Backend backend, long budget) {
        this.backend = backend;
        this.budget = budget;
        this.onJvm = backend.device().type() == Device.Type.JVM;
    }

    /** A program on the device. */
    static final class Entry {

        /** The key, by which later calls find it, or null if it is not kept. */
        private final Blueprint<?> key;

        private final Blueprint.Made operation;
        private final Program program;
        private final Execution execution;
        private final long programBytes;
        private long bytes;
        private Timing timing = Timing.ZERO;
        private final Map<String, Work> works = new HashMap<>();
        private WeakReference<Object> data = new WeakReference<>(null);

        private Entry(Blueprint<?> key, Blueprint.Made operation, Program program, Execution execution, long bytes) {
            this.key = key;
            this.operation = operation;
            this.program = program;
            this.execution = execution;
            this.programBytes = bytes;
            this.bytes = bytes;
        }

        /** Counts what the operation keeps on the host beside its arrays. */
        private void count() {
            bytes = programBytes + operation.hostBytes();
        }

        Blueprint.Made operation() {
            return operation;
        }

        Execution execution() {
            return execution;
        }

        /** Returns the times up to the last run that ended; none before the first one, so that the time to compile is still to come. */
        Timing timing() {
            return timing;
        }

        /** Returns what a run of a phase that has just ended did. */
        private Work ran(String phase, boolean copies) {
            Timing before = timing;
            timing = execution.timing();
            Work counts = works.computeIfAbsent(phase, name -> counts(program.phase(name), copies));
            return counts.plus(new Work(timing.minus(before), 0, 0, 0, 0));
        }

        private Work counts(Phase phase, boolean copies) {
            long launches =
                    phase.stages().stream().filter(stage -> stage.items() > 0).count();
            return new Work(
                    Timing.ZERO,
                    1,
                    launches,
                    copies ? copiedBytes(phase.uploads()) : 0,
                    copies ? copiedBytes(phase.downloads()) : 0);
        }

        /** Returns the bytes of arrays that a stage with items uses: backends copy no others. */
        private long copiedBytes(List<Object> arrays) {
            List<Stage> stages = program.phases().stream()
                    .flatMap(phase -> phase.stages().stream())
                    .filter(stage -> stage.items() > 0)
                    .toList();
            return arrays.stream()
                    .filter(array -> stages.stream().anyMatch(stage -> Phase.contains(stage.arguments(), array)))
                    .mapToLong(program::bytes)
                    .sum();
        }

        boolean holds(Object other) {
            return other != null && data.get() == other;
        }

        boolean hasData() {
            return data.get() != null;
        }

        void hold(Object newData) {
            data = new WeakReference<>(newData);
        }
    }

    /** Takes a kept program that is not in use, if possible one that has the data; null if there is none. */
    synchronized Entry take(Blueprint<?> key, Object data) {
        checkOpen();
        Entry best = null;
        for (Entry entry : idle) {
            // The last one in the queue was used last: its memory is the warmest.
            if (entry.key.equals(key) && (best == null || !best.holds(data) || entry.holds(data))) {
                best = entry;
            }
        }
        if (best != null) {
            idle.remove(best);
            idleBytes -= best.bytes;
        }
        return best;
    }

    /** Makes a program. If memory is too small for it beside the kept programs, frees those and tries again. */
    Entry make(Blueprint<?> blueprint) {
        try {
            return tryToMake(blueprint);
        } catch (OutOfMemoryError | DeviceException e) {
            if (keptBytes() == 0) {
                explain(e);
                throw e;
            }
            shrink(0);
        }
        try {
            return tryToMake(blueprint);
        } catch (OutOfMemoryError | DeviceException e) {
            explain(e);
            throw e;
        }
    }

    /** Adds that memory could not be freed to a failure, which may be for lack of it. */
    private synchronized void explain(Throwable failure) {
        if (unfreed != null) {
            failure.addSuppressed(unfreed);
        }
    }

    /** Returns the program of an operation, with the inputs and outputs that it has declared. */
    private static Program program(Blueprint.Made operation, Layout layout) {
        Program program = operation.program();
        return new Program(program.name(), program.phases(), layout.inputs(), layout.outputs(), layout.scratch());
    }

    /** Returns the arrays of an operation; those that only a device needs are not among the arrays of the host. */
    private Layout counted(Blueprint<?> blueprint) {
        Layout layout = Layout.measured(backend.device());
        Blueprint.Made operation = blueprint.make(layout);
        if (backend.makesScratch()) {
            layout.leaveOnDevice(operation.program());
        }
        return layout;
    }

    private Entry tryToMake(Blueprint<?> blueprint) {
        Layout layout = Layout.like(counted(blueprint), HostArrays::room);
        Blueprint.Made operation = blueprint.make(layout);
        // What the operation declares later, a layout that only measures does not count.
        long declared = layout.bytes();
        Program program = program(operation, layout);
        long bytes = program.bytes();
        if (bytes > declared) {
            throw new IllegalStateException("a program must declare its arrays: program=" + program.name() + ", bytes="
                    + bytes + ", declared=" + declared);
        }
        shrink(budget - bytes);
        programs.incrementAndGet();
        return new Entry(blueprint, operation, program, backend.prepare(program), bytes);
    }

    /**
     * Makes a program that is not kept, of arrays of the caller.
     *
     * @param data the data that the program searches, or null
     */
    Entry once(Blueprint<?> blueprint, Object data, Object... given) {
        checkOpen();
        // A search of large data may be small, and must not wait until its arrays are counted; other calls read all
        // that they are given.
        Layout layout = data == null && Arrays.stream(given).anyMatch(Layout::isLarge)
                ? Layout.like(counted(blueprint), HostArrays::room, given)
                : Layout.on(backend.device(), given);
        Blueprint.Made operation = blueprint.make(layout);
        Program program = program(operation, layout);
        programs.incrementAndGet();
        return new Entry(null, operation, program, backend.prepare(program), 0);
    }

    /** Takes a program back. */
    void giveBack(Entry entry, boolean failed) {
        entry.count();
        boolean kept = !failed && entry.key != null && entry.bytes <= budget && isUseful(entry);
        if (!kept || !keep(entry)) {
            free(List.of(entry));
        }
        shrink(budget);
    }

    private boolean isUseful(Entry entry) {
        return !onJvm || entry.hasData();
    }

    private synchronized boolean keep(Entry entry) {
        if (closed) {
            return false;
        }
        idle.addLast(entry);
        idleBytes += entry.bytes;
        return true;
    }

    boolean onJvm() {
        return onJvm;
    }

    synchronized boolean isKept(Blueprint<?> key) {
        return idle.stream().anyMatch(entry -> entry.key.equals(key));
    }

    /** Returns how many programs were made. */
    long made() {
        return programs.get();
    }

    /** Counts a run of a phase that has just ended. */
    void ran(Entry entry, String phase) {
        work.accumulateAndGet(entry.ran(phase, !onJvm), Work::plus);
    }

    /** Returns the sums of all runs that ended. */
    Work work() {
        return work.get();
    }

    long budget() {
        return budget;
    }

    /** Frees programs that no call can use any more, and returns the bytes of the others. */
    long keptBytes() {
        shrink(budget);
        synchronized (this) {
            return idleBytes;
        }
    }

    /** Frees programs that no call can use any more, and the least recently used ones until the others fit a number of bytes. */
    private void shrink(long bytes) {
        List<Entry> freed = new ArrayList<>();
        synchronized (this) {
            for (Entry entry : idle) {
                if (!isUseful(entry)) {
                    idleBytes -= entry.bytes;
                    freed.add(entry);
                }
            }
            idle.removeAll(freed);
            while (idleBytes > bytes && !idle.isEmpty()) {
                Entry eldest = idle.removeFirst();
                idleBytes -= eldest.bytes;
                freed.add(eldest);
            }
        }
        free(freed);
    }

    /**
     * Frees all programs that are not in use.
     *
     * @throws RuntimeException if a program could not be freed, now or after an earlier call; the others are free
     */
    void release() {
        shrink(0);
        RuntimeException failure;
        synchronized (this) {
            failure = unfreed;
            unfreed = null;
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        release();
    }

    private void free(List<Entry> entries) {
        for (Entry entry : entries) {
            try {
                entry.execution.close();
            } catch (RuntimeException e) {
                note(e);
            }
        }
    }

    private synchronized void note(RuntimeException failure) {
        if (unfreed == null) {
            unfreed = failure;
        } else if (unfreed != failure) {
            unfreed.addSuppressed(failure);
        }
    }

    private synchronized void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
    }
}
