package dev.gyre.tornado;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import uk.ac.manchester.tornado.api.common.Access;

/**
 * The calls that TornadoVM makes for a task graph of kept code: allocate, copy, set arguments, launch, wait. With them a program runs
 * without graphs. Then its arguments are set once, a launch costs the host one call, and it waits once in a phase.
 *
 * <p>All are public methods of TornadoVM's contexts on OpenCL and CUDA, called by reflection. Code stays on the device as long as the
 * process lives; each program has kernels of its own, because the driver keeps the arguments in the kernel. Use it only on the
 * {@link TornadoThread} of the device.
 */
final class DriverCalls {

    /**
     * Queues for all programs of the device: while one copies to it, another may compute, and a third one copy from it. TornadoVM has one for each plan,
     * and counts its plans from 1; these are numbered down from -1.
     */
    static final int QUEUES = 3;

    private static final List<Class<?>> ARRAYS = List.of(int[].class, long[].class, float[].class, double[].class);

    private final Object context;
    private final Object buffers;
    private final String flags;
    private final Method create;
    private final Method build;
    private final Method kernel;
    private final Method kernelHandle;
    private final Method argument;
    private final Method noArgument;
    private final Method launch;
    private final Method finish;
    private final Method allocate;
    private final Method release;
    private final Method free;
    private final Method writeFrom;
    private final Method readInto;
    private final Map<Class<?>, Method> writes = new HashMap<>();
    private final Map<Class<?>, Method> reads = new HashMap<>();
    private final List<Queue> queues = new ArrayList<>();
    private final AtomicInteger programs = new AtomicInteger();
    private final Map<String, Code> codes = new HashMap<>();
    private final ByteBuffer value = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());

    /** Code on the device, and those of its kernels that no program uses now. */
    private record Code(Object program, Deque<Object> kernels) {}

    /**
     * Looks for the calls.
     *
     * @param context TornadoVM's context of the device
     * @param flags options for the driver's compiler
     * @param small gives what small arrays of a queue are copied through, if the driver pins memory
     */
    DriverCalls(Object context, String flags, Small small) throws ReflectiveOperationException {
        this.context = context;
        this.flags = flags;
        Class<?> type = context.getClass();
        create = type.getMethod("createProgramWithSource", byte[].class, long[].class);
        build = create.getReturnType().getMethod("build", String.class);
        kernel = create.getReturnType().getMethod("clCreateKernel", String.class);
        Class<?> kernels = kernel.getReturnType();
        kernelHandle = kernels.getMethod("getOclKernelID");
        argument = kernels.getMethod("setArg", int.class, ByteBuffer.class);
        noArgument = kernels.getMethod("setArgUnused", int.class);
        launch = type.getMethod(
                "enqueueNDRangeKernel",
                long.class,
                kernels,
                int.class,
                long[].class,
                long[].class,
                long[].class,
                int[].class);
        finish = type.getMethod("sync", long.class);
        Method provider = type.getMethod("getBufferProvider");
        allocate = provider.getReturnType().getMethod("getOrAllocateBufferWithSize", long.class, Access.class);
        release = provider.getReturnType().getMethod("markBufferReleased", long.class, Access.class);
        free = provider.getReturnType().getMethod("deallocate", Access.class);
        writeFrom = copy("enqueueWriteBuffer", long.class);
        readInto = copy("enqueueReadBuffer", long.class);
        for (Class<?> array : ARRAYS) {
            writes.put(array, copy("writeBuffer", array));
            reads.put(array, copy("readBuffer", array));
        }
        buffers = provider.invoke(context);
        for (int queue = 1; queue <= QUEUES; queue++) {
            queues.add(new Queue(-queue, small.get()));
        }
    }

    /** Gives pinned memory for small copies. */
    interface Small {
        Optional<SmallCopies> get() throws ReflectiveOperationException;
    }

    /** A copy between a buffer and a place of the host: plan, buffer, offset, bytes, place, offset there, events to wait for. */
    private Method copy(String name, Class<?> place) throws NoSuchMethodException {
        return context.getClass()
                .getMethod(name, long.class, long.class, long.class, long.class, place, long.class, int[].class);
    }

    private static Object call(Method method, Object object, Object... arguments) {
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Allocates a buffer on the device. */
    long allocate(long bytes) {
        return (long) call(allocate, buffers, bytes, Access.READ_WRITE);
    }

    /** Frees buffers. */
    void free(Collection<Long> all) {
        all.forEach(buffer -> call(release, buffers, buffer, Access.READ_WRITE));
        call(free, buffers, Access.READ_WRITE);
    }

    /** Returns a kernel that no other program uses, with arguments still to be set. */
    Object kernel(String text, String method) {
        Code code = codes.computeIfAbsent(text, this::load);
        Object free = code.kernels().pollFirst();
        if (free != null) {
            return free;
        }
        Object made = call(kernel, code.program(), method);
        if (made == null || (long) call(kernelHandle, made) == 0) {
            throw new IllegalStateException("the driver does not load the code of " + method);
        }
        return made;
    }

    /** Tells whether the device has the code of a text. */
    boolean has(String text) {
        return codes.containsKey(text);
    }

    /** Takes a program that the driver has built of a text. */
    void add(String text, Object program) {
        codes.putIfAbsent(text, new Code(program, new ArrayDeque<>()));
    }

    private Code load(String text) {
        byte[] source = text.getBytes(StandardCharsets.UTF_8);
        Object program = call(create, context, source, new long[] {source.length});
        call(build, program, flags);
        return new Code(program, new ArrayDeque<>());
    }

    /** Takes back a kernel that its program does not need any more. */
    void giveBack(String text, Object unused) {
        codes.get(text).kernels().addFirst(unused);
    }

    /** Sets an argument of a kernel: a number, or the handle of a buffer. */
    void argument(Object of, int index, Object number) {
        value.clear();
        switch (number) {
            case Integer i -> value.putInt(i);
            case Long l -> value.putLong(l);
            case Float f -> value.putFloat(f);
            case Double d -> value.putDouble(d);
            default -> throw new IllegalArgumentException("no argument of a kernel: " + number.getClass());
        }
        call(argument, of, index, value);
    }

    /** Leaves an argument out. */
    void noArgument(Object of, int index) {
        call(noArgument, of, index);
    }

    /** Returns the queue of a new program: the next one, in turn. */
    Queue queue() {
        return queues.get(programs.getAndIncrement() % queues.size());
    }

    /** A queue of the device, in which one thing follows the other; those of other queues run at the same time. */
    final class Queue {

        private final long plan;
        private final Optional<SmallCopies> small;

        private Queue(long plan, Optional<SmallCopies> small) {
            this.plan = plan;
            this.small = small;
        }

        /** Launches a kernel after what was launched or copied before. */
        void launch(Object launched, long[] threads, long[] group) {
            call(launch, context, plan, launched, 1, null, threads, group, null);
        }

        /** Waits until all that was launched or copied has ended. */
        void finish() {
            call(finish, context, plan);
            small.ifPresent(SmallCopies::finish);
        }

        /** Copies an array to a buffer. */
        void write(Object array, long buffer, long offset, long bytes) {
            Optional<SmallCopies> room = room(bytes);
            if (room.isPresent()) {
                write(room.get().add(array), buffer, offset, bytes);
            } else {
                call(writes.get(array.getClass()), context, plan, buffer, offset, bytes, array, 0L, null);
            }
        }

        /** Copies a buffer to an array, which has it after {@link #finish()}. */
        void read(long buffer, long offset, long bytes, Object array) {
            Optional<SmallCopies> room = room(bytes);
            if (room.isPresent()) {
                read(buffer, offset, bytes, room.get().reserve(array));
            } else {
                call(reads.get(array.getClass()), context, plan, buffer, offset, bytes, array, 0L, null);
            }
        }

        /** Returns the memory for small copies if an array fits in what is left of it, or in all of it. */
        private Optional<SmallCopies> room(long bytes) {
            if (small.isPresent() && small.get().isFull(bytes)) {
                finish();
            }
            return small.filter(copies -> !copies.isFull(bytes));
        }

        /** Copies memory to a buffer; the memory must stay as it is until {@link #finish()}. */
        void write(long address, long buffer, long offset, long bytes) {
            call(writeFrom, context, plan, buffer, offset, bytes, address, 0L, null);
        }

        /** Copies a buffer to memory, where it is after {@link #finish()}. */
        void read(long buffer, long offset, long bytes, long address) {
            call(readInto, context, plan, buffer, offset, bytes, address, 0L, null);
        }
    }
}
