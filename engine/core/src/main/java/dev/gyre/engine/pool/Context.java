package dev.gyre.engine.pool;

import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Work;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The environment of an operation: a device, the threads of the host, a memory limit, and the programs that are kept between
 * calls.
 *
 * <p>Safe for use by several threads. Closing frees the kept programs; backend and threads belong to the caller.
 */
public final class Context implements AutoCloseable {

    /** Smallest capacity of a program, so that small calls share one. */
    private static final int MIN_CAPACITY = 1 << 10;

    /** Binary logarithm of the capacity steps between one power of two and the next: at most an eighth is wasted. */
    private static final int STEP_BITS = 3;

    /** Why a strict context refuses a call, for messages. */
    public static final String STRICT = "the settings are strict";

    private final Backend backend;
    private final Workers workers;
    private final long memoryLimit;
    private final ProgramPool pool;
    private final Supplier<Rates> costs;
    private final boolean strict;
    private volatile String failure = "";

    /**
     * Makes a context.
     *
     * @param memoryLimit bytes that the arrays of an operation may occupy on the device
     * @param keptMemory bytes that the arrays of kept programs may occupy; 0 keeps none
     */
    public Context(Backend backend, Workers workers, long memoryLimit, long keptMemory) {
        this(backend, workers, memoryLimit, keptMemory, () -> Rates.ofUnmeasured(backend.device(), workers.threads()));
    }

    /**
     * Makes a context with given costs.
     *
     * @param memoryLimit bytes that the arrays of an operation may occupy on the device
     * @param keptMemory bytes that the arrays of kept programs may occupy; 0 keeps none
     * @param costs the costs of operations on the device; read at each choice among strategies
     */
    public Context(Backend backend, Workers workers, long memoryLimit, long keptMemory, Supplier<Rates> costs) {
        this(backend, workers, memoryLimit, keptMemory, costs, false);
    }

    private Context(
            Backend backend,
            Workers workers,
            long memoryLimit,
            long keptMemory,
            Supplier<Rates> costs,
            boolean strict) {
        this.strict = strict;
        this.costs = Objects.requireNonNull(costs, "costs");
        this.backend = Objects.requireNonNull(backend, "backend");
        this.workers = Objects.requireNonNull(workers, "workers");
        this.memoryLimit = Math.min(memoryLimit, backend.device().memoryBytes());
        this.pool = new ProgramPool(backend, Math.min(keptMemory, this.memoryLimit));
    }

    /**
     * Makes a context that keeps programs of up to a quarter of the heap.
     *
     * @param memoryLimit bytes that the arrays of an operation may occupy on the device
     */
    public Context(Backend backend, Workers workers, long memoryLimit) {
        this(backend, workers, memoryLimit, defaultKeptMemory());
    }

    /**
     * Returns the default for the bytes of kept programs: a quarter of the largest heap, as the arrays that are copied to a device or from it
     * are on the heap too.
     */
    public static long defaultKeptMemory() {
        return Runtime.getRuntime().maxMemory() / 4;
    }

    /**
     * Returns a context on the same device and threads with less memory, in which operations run in more parts. It keeps its own programs.
     *
     * @param bytes bytes that the arrays of an operation may occupy on the device; at most the limit of this context
     * @return the context, to be closed by the caller
     */
    public Context within(long bytes) {
        return new Context(backend, workers, Math.min(bytes, memoryLimit), keptMemory(), costs, strict);
    }

    /**
     * Returns a context on the same device that refuses work of the host in place of the device, or one that allows it. It keeps its own
     * programs.
     *
     * @return the context, to be closed by the caller
     */
    public Context withStrict(boolean newStrict) {
        return new Context(backend, workers, memoryLimit, keptMemory(), costs, newStrict);
    }

    /** Tells whether the user named this device, and refuses work of the host in its place. */
    public boolean isStrict() {
        return strict;
    }

    /**
     * Allows a call that the threads of the host do, whatever the device is, unless the context is strict.
     *
     * @param call the call, with its article, for the message
     * @param why why the host does it
     * @throws IllegalArgumentException if the context is strict
     */
    public void checkMayRunOnHost(String call, String why) {
        if (strict) {
            throw new IllegalArgumentException(
                    call + " runs on the threads of the host, not on " + device() + ", and " + STRICT + ": " + why);
        }
    }

    /** Returns the rates of operations on the device, as they are now. */
    public Rates costs() {
        return costs.get();
    }

    /** The device, for programs that are not kept. */
    public Backend backend() {
        return backend;
    }

    public Device device() {
        return backend.device();
    }

    /** The threads of the host. */
    public Workers workers() {
        return workers;
    }

    /**
     * Bytes that the arrays of an operation may occupy on the device.
     *
     * @return the limit that was set, or the device's memory if that is less
     */
    public long memoryLimit() {
        return memoryLimit;
    }

    /**
     * Bytes of programs that may be kept between calls. A larger program is compiled for each call.
     *
     * @return the limit that was set, or {@link #memoryLimit} if that is less
     */
    public long keptMemory() {
        return pool.budget();
    }

    /**
     * Notes how the device failed in a call. Later calls leave the device out if other devices can do them.
     *
     * @param how the failure in a few words, or empty to use the device again
     */
    public void leaveOut(String how) {
        failure = how;
    }

    /** Returns how the device failed in a call, or the empty text. */
    public String failure() {
        return failure;
    }

    /** Tells whether calls leave the device out if other devices can do them. */
    public boolean isLeftOut() {
        return !failure.isEmpty();
    }

    /** Tells whether the device is this JVM, where nothing is compiled or copied. */
    public boolean onJvm() {
        return device().type() == Device.Type.JVM;
    }

    /**
     * Refuses an operation whose declared arrays do not fit the memory.
     *
     * @param operation the operation, with its article, for the message
     * @param sizes the sizes of the operation, for the message
     * @throws IllegalArgumentException if they do not fit; names needed and allowed bytes and the sizes
     */
    public void checkMemory(String operation, Blueprint<?> blueprint, String sizes) {
        Layout layout = blueprint.measured(device());
        if (layout.bytes() > memoryLimit || layout.largestBytes() > device().maxArrayBytes()) {
            throw new IllegalArgumentException(operation + " does not fit the memory of " + device() + ": needed="
                    + layout.bytes() + " bytes, limit=" + memoryLimit + ", largest array=" + layout.largestBytes()
                    + ", limit of an array=" + device().maxArrayBytes() + ", " + sizes);
        }
    }

    /** Tells whether the declared arrays of an operation fit the memory, and each one a Java array. */
    public boolean fits(Blueprint<?> blueprint) {
        return fits(blueprint, memoryLimit);
    }

    private boolean fits(Blueprint<?> blueprint, long bytes) {
        Layout layout = blueprint.measured(device());
        return layout.bytes() <= bytes
                && layout.largestBytes() <= device().maxArrayBytes()
                && layout.longest() <= HostArrays.MAX_LENGTH;
    }

    /**
     * Returns the sizes of the program that a call should use: rounded ones, which more calls can share, if they fit the memory, and otherwise
     * those of the call. On the JVM, where nothing is compiled, it is always those of the call.
     *
     * @param rounded the same, rounded up by {@link #capacity} or {@link #step}
     */
    public <B extends Blueprint<?>> B shared(B exact, B rounded) {
        return !onJvm() && (pool.isKept(rounded) || fits(rounded)) ? rounded : exact;
    }

    /**
     * Returns the sizes of the program that a call should use, as {@link #shared}, and refuses a call that does not fit the memory.
     *
     * @param operation the operation, with its article, for the message
     * @param sizes the sizes of the operation, for the message
     * @throws IllegalArgumentException if the exact sizes do not fit; names needed and allowed bytes and the sizes
     */
    public <B extends Blueprint<?>> B fitting(String operation, B exact, B rounded, String sizes) {
        B shared = shared(exact, rounded);
        if (shared == exact) {
            checkMemory(operation, exact, sizes);
        }
        return shared;
    }

    /**
     * Returns the largest size, such as that of a batch, whose arrays fit the memory.
     *
     * @param wanted the largest useful size, 1 or more
     * @param ofSize returns the blueprint of a size; a larger size needs no less memory
     * @return 0 to {@code wanted}
     */
    public int max(int wanted, IntFunction<? extends Blueprint<?>> ofSize) {
        return max(wanted, memoryLimit, ofSize);
    }

    /** Returns the largest size whose arrays fit a part of the memory, as {@link #max(int, IntFunction)}. */
    public int max(int wanted, long bytes, IntFunction<? extends Blueprint<?>> ofSize) {
        int fit = 0;
        long tooMany = wanted + 1L;
        int next = wanted;
        while (fit + 1 < tooMany) {
            if (fits(ofSize.apply(next), bytes)) {
                fit = next;
            } else {
                tooMany = next;
            }
            next = (int) ((fit + tooMany) / 2);
        }
        return fit;
    }

    /**
     * Returns the capacity of a program for a number of elements. On the JVM, where nothing is compiled, it is the number itself. On other
     * devices it is rounded up, to {@value #MIN_CAPACITY} or by at most an eighth, so that calls of about the same size find a compiled
     * program.
     *
     * @param size number of elements, 0 or more
     * @return the capacity, no less than the size, at most {@link HostArrays#MAX_LENGTH} if the size is
     */
    public int capacity(int size) {
        return onJvm() ? Math.max(1, size) : roundedUp(size);
    }

    private static int roundedUp(int size) {
        return Math.max(MIN_CAPACITY, step(size));
    }

    /**
     * Rounds a number up by at most an eighth.
     *
     * @param number the number, 0 or more
     * @return the number itself up to 16, at most {@link HostArrays#MAX_LENGTH} if the number is
     */
    public static int step(int number) {
        if (number <= 1 << (STEP_BITS + 1)) {
            return number;
        }
        int step = Integer.highestOneBit(number - 1) >> STEP_BITS;
        return (int) Math.min((long) Math.ceilDiv(number, step) * step, Math.max(number, HostArrays.MAX_LENGTH));
    }

    /**
     * Borrows a program: one that is kept and not in use, if possible one that already has some data on the device, or else a new one. Two
     * calls at a time get two programs. On the JVM a program is kept only as long as there is the data that it {@linkplain Lease#hold has}.
     *
     * @param blueprint makes the program, and is its key
     * @param data the data, compared by identity; see {@link Lease#holds}; null for none
     * @param <T> the operation: the object that has the program's arrays
     * @return the program, to be closed by the caller
     * @throws dev.gyre.engine.program.DeviceException if the device cannot run it
     * @throws IllegalStateException if the context is closed
     */
    public <T extends Blueprint.Made> Lease<T> lease(Blueprint<T> blueprint, Object data) {
        ProgramPool.Entry entry = pool.take(blueprint, data);
        return new Lease<>(pool, entry == null ? pool.make(blueprint) : entry, workers);
    }

    /**
     * Borrows a program. On the JVM, it is made for this call and works on the caller's arrays; elsewhere it is borrowed by {@link
     * #lease}, and the caller {@linkplain Lease#write writes} its data.
     *
     * @param given the caller's arrays for the JVM, in the order in which the operation {@linkplain Layout#given declares} them; or none
     */
    public <T extends Blueprint.Made> Lease<T> leaseOrOnce(Blueprint<T> blueprint, Object data, Object... given) {
        return onJvm() ? new Lease<>(pool, pool.once(blueprint, data, given), workers) : lease(blueprint, data);
    }

    /**
     * Tells whether a call would find a compiled program. Another call may borrow it in the meantime.
     *
     * @return true if one is kept and not in use, and always on the JVM
     */
    public boolean isKept(Blueprint<?> blueprint) {
        return onJvm() || pool.isKept(blueprint);
    }

    /**
     * Returns what the device did in the runs of borrowed programs that ended.
     *
     * @return the sums since the context was made
     */
    public Work work() {
        return pool.work();
    }

    /** Returns how many programs were made for calls, and not for kept ones only. */
    public long programs() {
        return pool.made();
    }

    /** Returns the bytes that the arrays of all programs that are kept and not in use have on the device; the host has those that are copied. */
    public long keptBytes() {
        return pool.keptBytes();
    }

    /**
     * Frees all programs that are kept and not in use.
     *
     * @throws RuntimeException if the device could not free one, now or after an earlier call; the others are free
     */
    public void release() {
        pool.release();
    }

    @Override
    public void close() {
        pool.close();
    }
}
