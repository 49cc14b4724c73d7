package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import uk.ac.manchester.tornado.api.common.Access;

/**
 * A context of OpenCL or CUDA that computes: it has the methods that {@link DriverCalls} and {@link MachineCode} call, and runs the loops of {@link DeviceKernels} on
 * its buffers. It is as late as a driver may be: launches and copies of memory wait until something waits for
 * them in their queue. The text of a kernel
 * is the name of its method.
 */
public class FakeDriver {

    /** A text whose machine code the driver refuses. */
    static final String DAMAGED = "damaged";

    final Map<Long, byte[]> memory = new HashMap<>();
    final List<Kernel> kernels = new ArrayList<>();
    private final Map<Long, Deque<Runnable>> queues = new HashMap<>();
    private final TreeMap<Long, ByteBuffer> pinned = new TreeMap<>();
    int programs;
    int programsOfMachineCode;
    int waits;
    int heapCopies;
    int launches;
    long written;
    long read;
    long room = Long.MAX_VALUE;
    private long lastBuffer;

    /** As the outcome of a build. */
    public enum Status {
        CL_BUILD_SUCCESS,
        CL_BUILD_ERROR
    }

    /** As a program of the driver; its machine code is its text from behind. */
    public final class Program {
        private static final Map<Long, String> TEXTS = new ConcurrentHashMap<>();
        private static final AtomicLong LAST = new AtomicLong();

        private final long programPointer;
        private final String text;

        private Program(String text) {
            this.text = text;
            this.programPointer = LAST.incrementAndGet();
            TEXTS.put(programPointer, text);
        }

        public static int getNvrtcVersion() {
            return 13_000;
        }

        static void getBinaries(long programPointer, long devices, ByteBuffer code) {
            assertEquals(1, devices);
            assertTrue(code.isDirect());
            code.put(0, machineCode(TEXTS.get(programPointer)));
        }

        public long[] getBinarySizes() {
            return new long[] {text.length()};
        }

        public Status getStatus(long device) {
            return text.isEmpty() ? Status.CL_BUILD_ERROR : Status.CL_BUILD_SUCCESS;
        }

        public void build(String flags) {
            assertNotNull(flags);
        }

        public void cleanup() {}

        public Kernel clCreateKernel(String name) {
            Kernel kernel = new Kernel(text.equals(name) ? kernels.size() + 1 : 0, name);
            kernels.add(kernel);
            return kernel;
        }
    }

    /** As a kernel of the driver. */
    public static final class Kernel {
        private final long id;
        private final String name;
        private final TreeMap<Integer, byte[]> arguments = new TreeMap<>();

        private Kernel(long id, String name) {
            this.id = id;
            this.name = name;
        }

        public long getOclKernelID() {
            return id;
        }

        public void setArg(int index, ByteBuffer value) {
            arguments.put(index, Arrays.copyOf(value.array(), value.position()));
        }

        public void setArgUnused(int index) {
            arguments.put(index, new byte[0]);
        }
    }

    /** As what allocates buffers. */
    public final class Buffers {
        public long getOrAllocateBufferWithSize(long bytes, Access access) {
            if (bytes > room) {
                throw new IllegalStateException("no room for " + bytes);
            }
            room -= bytes;
            memory.put(++lastBuffer, new byte[(int) bytes]);
            return lastBuffer;
        }

        public void markBufferReleased(long buffer, Access access) {
            assertNotNull(memory.remove(buffer));
        }

        public long deallocate(Access access) {
            return 0;
        }
    }

    /** Lets a piece of memory be copied to and from. */
    void pin(long address, ByteBuffer bytes) {
        pinned.put(address, bytes);
    }

    public Buffers getBufferProvider() {
        return new Buffers();
    }

    public synchronized Program createProgramWithSource(byte[] source, long[] lengths) {
        assertEquals(source.length, lengths[0]);
        programs++;
        return new Program(new String(source, StandardCharsets.UTF_8));
    }

    public synchronized Program createProgramWithBinary(byte[] code, long[] lengths) {
        assertEquals(code.length, lengths[0]);
        programsOfMachineCode++;
        String text = new StringBuilder(new String(code, StandardCharsets.UTF_8))
                .reverse()
                .toString();
        return new Program(text.equals(DAMAGED) ? "" : text);
    }

    static byte[] machineCode(String text) {
        return new StringBuilder(text).reverse().toString().getBytes(StandardCharsets.UTF_8);
    }

    public void sync(long plan) {
        waits++;
        drain(plan);
    }

    private void drain(long plan) {
        Deque<Runnable> queue = queue(plan);
        while (!queue.isEmpty()) {
            queue.poll().run();
        }
    }

    private Deque<Runnable> queue(long plan) {
        return queues.computeIfAbsent(plan, any -> new ArrayDeque<>());
    }

    public int enqueueNDRangeKernel(
            long plan, Kernel kernel, int dimensions, long[] offset, long[] threads, long[] group, int[] events) {
        assertEquals(1, dimensions);
        assertEquals(0, threads[0] % group[0]);
        launches++;
        queue(plan).add(() -> run(kernel, threads[0]));
        return 0;
    }

    private void run(Kernel kernel, long threads) {
        Method method = Arrays.stream(DeviceKernels.class.getDeclaredMethods())
                .filter(any -> any.getName().equals(kernel.name))
                .findFirst()
                .orElseThrow();
        assertEquals(
                threads,
                bytes(memory.get(bytes(kernel.arguments.get(0)).getLong())).getLong(),
                "numbers of threads");
        Class<?>[] types = method.getParameterTypes();
        assertEquals(4 + types.length, kernel.arguments.size());
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            ByteBuffer argument = bytes(kernel.arguments.get(4 + i));
            values[i] = types[i] == int.class ? argument.getInt() : array(types[i], argument.getLong());
        }
        try {
            method.invoke(null, values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        for (int i = 0; i < types.length; i++) {
            if (types[i].isArray()) {
                Buffer view = view(
                        values[i], memory.get(bytes(kernel.arguments.get(4 + i)).getLong()));
                StagedArrays.put(values[i], 0, view, 0, Array.getLength(values[i]));
            }
        }
    }

    private Object array(Class<?> type, long buffer) {
        byte[] content = memory.get(buffer);
        Object one = Array.newInstance(type.getComponentType(), 1);
        Object array = Array.newInstance(
                type.getComponentType(), (int) ((content.length - StagedArrays.header(one)) / StagedArrays.bytes(one)));
        StagedArrays.get(view(array, content), 0, array, 0, Array.getLength(array));
        return array;
    }

    private static Buffer view(Object array, byte[] content) {
        return StagedArrays.elements(array, bytes(content).position(StagedArrays.header(array)));
    }

    private static ByteBuffer bytes(byte[] content) {
        return ByteBuffer.wrap(content).order(ByteOrder.nativeOrder());
    }

    public int enqueueWriteBuffer(
            long plan, long buffer, long offset, long bytes, long address, long hostOffset, int[] events) {
        queue(plan).add(() -> place(address, bytes).get(memory.get(buffer), (int) offset, (int) bytes));
        return 0;
    }

    public int enqueueReadBuffer(
            long plan, long buffer, long offset, long bytes, long address, long hostOffset, int[] events) {
        queue(plan).add(() -> place(address, bytes).put(memory.get(buffer), (int) offset, (int) bytes));
        return 0;
    }

    private ByteBuffer place(long address, long bytes) {
        Map.Entry<Long, ByteBuffer> block = pinned.floorEntry(address);
        assertNotNull(block, "memory that is not pinned");
        int at = (int) (address - block.getKey());
        assertTrue(at + bytes <= block.getValue().capacity());
        return block.getValue().duplicate().position(at);
    }

    private void write(long plan, long buffer, long offset, Object array, long bytes) {
        drain(plan);
        heapCopies++;
        written += bytes;
        assertEquals(StagedArrays.bytes(array), bytes);
        assertFalse(offset + bytes > memory.get(buffer).length);
        StagedArrays.put(
                array,
                0,
                StagedArrays.elements(array, bytes(memory.get(buffer)).position((int) offset)),
                0,
                Array.getLength(array));
    }

    private int read(long plan, long buffer, long offset, Object array) {
        drain(plan);
        heapCopies++;
        read += StagedArrays.bytes(array);
        StagedArrays.get(
                StagedArrays.elements(array, bytes(memory.get(buffer)).position((int) offset)),
                0,
                array,
                0,
                Array.getLength(array));
        return 0;
    }

    public void writeBuffer(long plan, long buffer, long offset, long bytes, int[] array, long from, int[] events) {
        write(plan, buffer, offset, array, bytes);
    }

    public void writeBuffer(long plan, long buffer, long offset, long bytes, long[] array, long from, int[] events) {
        write(plan, buffer, offset, array, bytes);
    }

    public void writeBuffer(long plan, long buffer, long offset, long bytes, float[] array, long from, int[] events) {
        write(plan, buffer, offset, array, bytes);
    }

    public void writeBuffer(long plan, long buffer, long offset, long bytes, double[] array, long from, int[] events) {
        write(plan, buffer, offset, array, bytes);
    }

    public int readBuffer(long plan, long buffer, long offset, long bytes, int[] array, long to, int[] events) {
        return read(plan, buffer, offset, array);
    }

    public int readBuffer(long plan, long buffer, long offset, long bytes, long[] array, long to, int[] events) {
        return read(plan, buffer, offset, array);
    }

    public int readBuffer(long plan, long buffer, long offset, long bytes, float[] array, long to, int[] events) {
        return read(plan, buffer, offset, array);
    }

    public int readBuffer(long plan, long buffer, long offset, long bytes, double[] array, long to, int[] events) {
        return read(plan, buffer, offset, array);
    }
}
