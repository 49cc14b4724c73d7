package dev.gyre.engine.plan;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The programs of a device that are kept between calls, least recently used first. A program in use belongs to its call alone
 * and does not count. Safe for use by several threads.
 */
final class ProgramPool implements AutoCloseable {

    private final Backend backend;
    private final long budget;
    private final Deque<Entry> idle = new ArrayDeque<>();
    private long idleBytes;
    private boolean closed;

    /** Why a program that is no longer needed could not be freed, the first time; or null. */
    private DeviceException unfreed;

    ProgramPool(Backend backend, long budget) {
        this.backend = backend;
        this.budget = budget;
    }

    /** A program on the device. */
    static final class Entry {

        /** The key, by which later calls find it, or null if it is not kept. */
        private final Object key;

        private final Object operation;
        private final Execution execution;
        private final long programBytes;
        private long bytes;
        private int runs;
        private WeakReference<Object> data = new WeakReference<>(null);

        private Entry(Object key, Object operation, Execution execution, long bytes) {
            this.key = key;
            this.operation = operation;
            this.execution = execution;
            this.programBytes = bytes;
            this.bytes = bytes;
        }

        /** Counts what the operation keeps on the host beside its arrays. */
        private void count() {
            bytes = programBytes + (operation instanceof HostMemory host ? host.hostBytes() : 0);
        }

        Object operation() {
            return operation;
        }

        Execution execution() {
            return execution;
        }

        int runs() {
            return runs;
        }

        void ran() {
            runs++;
        }

        boolean holds(Object other) {
            return other != null && data.get() == other;
        }

        void hold(Object newData) {
            data = new WeakReference<>(newData);
        }
    }

    /** Takes a kept program that is not in use, if possible one that has the data; null if there is none. */
    synchronized Entry take(Object key, Object data) {
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
    Entry make(Object key, Supplier<?> maker, Function<Object, Program> program) {
        try {
            return tryToMake(key, maker, program);
        } catch (OutOfMemoryError | DeviceException e) {
            if (keptBytes() == 0) {
                explain(e);
                throw e;
            }
            release();
        }
        try {
            return tryToMake(key, maker, program);
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

    /** Frees a program. A call that has its answer does not fail for that; a later one that finds no room tells it. */
    private void free(Entry entry) {
        try {
            entry.execution.close();
        } catch (DeviceException e) {
            synchronized (this) {
                unfreed = unfreed == null ? e : unfreed;
            }
        }
    }

    private Entry tryToMake(Object key, Supplier<?> maker, Function<Object, Program> program) {
        Object operation = maker.get();
        Program made = program.apply(operation);
        long bytes = made.bytes();
        shrink(budget - bytes);
        return new Entry(key, operation, backend.prepare(made), bytes);
    }

    /** Makes a program that is not kept. */
    Entry once(Object operation, Program program) {
        checkOpen();
        return new Entry(null, operation, backend.prepare(program), 0);
    }

    /** Takes a program back. */
    void giveBack(Entry entry, boolean failed) {
        entry.count();
        boolean kept = !failed && entry.key != null && entry.bytes <= budget;
        if (!kept || !keep(entry)) {
            free(entry);
        } else {
            shrink(budget);
        }
    }

    private synchronized boolean keep(Entry entry) {
        if (closed) {
            return false;
        }
        idle.addLast(entry);
        idleBytes += entry.bytes;
        return true;
    }

    synchronized boolean isKept(Object key) {
        return idle.stream().anyMatch(entry -> entry.key.equals(key));
    }

    long budget() {
        return budget;
    }

    synchronized long keptBytes() {
        return idleBytes;
    }

    /** Frees the least recently used programs until the others fit a number of bytes. */
    private void shrink(long bytes) {
        List<Entry> freed = new ArrayList<>();
        synchronized (this) {
            while (idleBytes > bytes && !idle.isEmpty()) {
                Entry eldest = idle.removeFirst();
                idleBytes -= eldest.bytes;
                freed.add(eldest);
            }
        }
        freed.forEach(this::free);
    }

    void release() {
        shrink(0);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        release();
    }

    private synchronized void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
    }
}
