package dev.gyre.engine.pool;

import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Progress;

/**
 * A program that a call has borrowed, with its arrays. Not safe for use by several threads.
 *
 * <p>Closing gives the program back for the next call. If a run failed or was cancelled, closing frees the program instead. It never fails: see
 * {@link ProgramPool}.
 *
 * @param <T> the operation: the object that has the program's arrays
 */
public final class Lease<T> implements AutoCloseable {

    private final ProgramPool pool;
    private final ProgramPool.Entry entry;
    private final Workers workers;
    private final Timing before;
    private boolean failed;
    private boolean closed;

    Lease(ProgramPool pool, ProgramPool.Entry entry, Workers workers) {
        this.pool = pool;
        this.entry = entry;
        this.workers = workers;
        this.before = entry.timing();
    }

    /** Returns the operation. Its arrays may have the content of an earlier call. */
    @SuppressWarnings("unchecked")
    public T operation() {
        return (T) entry.operation();
    }

    /**
     * Writes elements of an array of the program on the calling thread; several threads may write at once.
     *
     * @param from an array of the caller's, or the array of the program itself; see {@link dev.gyre.engine.program.Execution#write}
     * @param to an array of the program, of the same type
     * @param start index of the first element written
     */
    public void write(Object from, int fromStart, Object to, int start, int length) {
        entry.execution().write(from, fromStart, to, start, length);
    }

    /**
     * Writes elements of an array of the program by all threads.
     *
     * @param from an array of the caller's, or the array of the program itself
     * @param to an array of the program, of the same type
     * @param start index of the first element written
     */
    public void writeAll(Object from, int fromStart, Object to, int start, int length) {
        if (from != to || fromStart != start || !pool.onJvm()) {
            HostArrays.forEachSlice(
                    length, workers, (begin, end) -> write(from, fromStart + begin, to, start + begin, end - begin));
        }
    }

    /** Writes the bits of floats to an array of the program by all threads, as {@link #writeAll}. */
    public void writeBits(float[] from, int fromStart, int[] to, int start, int length) {
        HostArrays.forEachSlice(
                length,
                workers,
                (begin, end) -> entry.execution().writeBits(from, fromStart + begin, to, start + begin, end - begin));
    }

    /**
     * Writes rows of the columns of an array of the program from the array itself, after an operation has computed them there: on the calling
     * thread, which still has them in its cache.
     *
     * @param stride elements from the beginning of a column to that of the next
     * @param begin the first row
     * @param end the end of the rows
     */
    public void writeColumns(Object array, int columns, int stride, int begin, int end) {
        for (int column = 0; column < columns && !pool.onJvm(); column++) {
            int start = column * stride + begin;
            write(array, start, array, start, end - begin);
        }
    }

    /**
     * Reads elements of an array of the program on the calling thread; several threads may read at once.
     *
     * @param to an array of the caller's, or the array of the program itself; see {@link dev.gyre.engine.program.Execution#read}
     */
    public void read(Object from, int start, Object to, int toStart, int length) {
        entry.execution().read(from, start, to, toStart, length);
    }

    /**
     * Reads elements of an output by all threads.
     *
     * @param from an array of the program
     * @param to an array of the caller's, or the array of the program itself
     */
    public void readAll(Object from, int start, Object to, int toStart, int length) {
        if (from != to || start != toStart || !pool.onJvm()) {
            HostArrays.forEachSlice(
                    length, workers, (begin, end) -> read(from, start + begin, to, toStart + begin, end - begin));
        }
    }

    /**
     * Reads the first elements of an output into its Java array, by all threads.
     *
     * @param output an array of the program
     * @param length number of elements
     */
    public void readAll(Object output, int length) {
        readAll(output, 0, output, 0, length);
    }

    /**
     * Writes the first elements of an input from its Java array, by all threads.
     *
     * @param input an array of the program
     * @param length number of elements
     */
    public void writeAll(Object input, int length) {
        writeAll(input, 0, input, 0, length);
    }

    /**
     * Prepares the program, for example by an upload of the data that it searches.
     *
     * @return this lease, which is closed if the preparation fails
     */
    public Lease<T> prepared(Runnable preparation) {
        boolean done = false;
        try {
            preparation.run();
            done = true;
            return this;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /**
     * Runs a phase of the program.
     *
     * @param phase name of the phase
     * @throws dev.gyre.engine.program.DeviceException if a stage fails
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    public void run(String phase, Progress progress) {
        boolean done = false;
        try {
            entry.execution().run(phase, progress);
            pool.ran(entry, phase);
            done = true;
        } finally {
            failed |= !done;
        }
    }

    /**
     * Runs a phase of the program without a monitor.
     *
     * @param phase name of the phase
     */
    public void run(String phase) {
        run(phase, Progress.NONE);
    }

    /**
     * Tells whether the device has some data from an earlier run, so that no copy is needed.
     *
     * @param data the data, compared by identity
     * @return true if the latest call of {@link #hold} had this data
     */
    public boolean holds(Object data) {
        return entry.holds(data);
    }

    /**
     * Notes which data the device has now. The note is a weak reference to the data.
     *
     * @param data the data, or null for none
     */
    public void hold(Object data) {
        entry.hold(data);
    }

    /** Returns the times on the device since the program was borrowed, with compilation if it was made for this call. */
    public Timing timing() {
        return entry.execution().timing().minus(before);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            pool.giveBack(entry, failed);
        }
    }
}
