package dev.gyre.tornado;

import dev.gyre.engine.program.Program;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The inputs and outputs of a program that are in pinned memory, between which and the device the driver copies them at the speed of the
 * bus. Their Java arrays are used only as far as the host reads into them.
 *
 * <p>For each of them, TornadoVM gets an array of its own type ({@code IntArray} and the like), with the header that a Java array has on
 * the device. It accepts that array for a stage of kept code; it compiles code only for Java arrays. The classes are not in the API that
 * this module is compiled against, so they are called by reflection.
 *
 * <p>Several threads may read, or write different elements, at once.
 */
final class StagedArrays implements AutoCloseable {

    /** No arrays. */
    static final StagedArrays NONE = new StagedArrays();

    /** Begins the names of TornadoVM's arrays outside the heap. */
    static final String ARRAYS = "uk.ac.manchester.tornado.api.types.arrays.";

    private static final Map<Class<?>, Integer> HEADERS = new ConcurrentHashMap<>();

    private final Map<Object, Staged> arrays = new IdentityHashMap<>();

    private StagedArrays() {}

    /** An input or output: the memory and elements that the host uses, and the array that TornadoVM gets. */
    private record Staged(PinnedMemory.Block memory, Object array, Buffer elements, Buffer bits) {}

    /**
     * Stages inputs and outputs of a program. An array for which there is no memory stays in its Java array.
     *
     * @param leastBytes the least size of an array that is staged
     */
    static StagedArrays of(Program program, PinnedMemory memory, long leastBytes) {
        StagedArrays staged = new StagedArrays();
        boolean done = false;
        try {
            for (Object array : Staging.arrays(program)) {
                if (!staged.arrays.containsKey(array) && isStaged(array, leastBytes)) {
                    stage(array, memory).ifPresent(there -> staged.arrays.put(array, there));
                }
            }
            done = true;
            return staged;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make an array of TornadoVM for an array of " + program.name(), e);
        } finally {
            if (!done) {
                staged.close();
            }
        }
    }

    /** Tells whether an array is large enough to be staged, and has a size and header that TornadoVM accepts. */
    static boolean isStaged(Object array, long leastBytes) {
        long bytes = bytes(array);
        try {
            return bytes >= leastBytes
                    && bytes + header(array) <= Integer.MAX_VALUE
                    && header(array)
                            == Class.forName(ARRAYS + "TornadoNativeArray")
                                    .getField("ARRAY_HEADER")
                                    .getLong(null);
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Returns the bytes of the elements of an array. */
    static long bytes(Object array) {
        boolean wide = array instanceof long[] || array instanceof double[];
        return (long) Array.getLength(array) * (wide ? Long.BYTES : Integer.BYTES);
    }

    /** Returns where the elements of a Java array begin, on the heap and therefore on the device. */
    static int header(Object array) {
        return HEADERS.computeIfAbsent(array.getClass(), type -> {
            String name = type.getComponentType().getName().toUpperCase(Locale.ROOT);
            try {
                return (int) Class.forName("sun.misc.Unsafe")
                        .getField("ARRAY_" + name + "_BASE_OFFSET")
                        .get(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("this JVM does not tell its layout of arrays", e);
            }
        });
    }

    private static Optional<Staged> stage(Object array, PinnedMemory memory) throws ReflectiveOperationException {
        int header = header(array);
        Optional<PinnedMemory.Block> block = memory.allocate(header + bytes(array));
        if (block.isEmpty()) {
            return Optional.empty();
        }
        boolean done = false;
        try {
            Staged staged = staged(array, header, block.get());
            done = true;
            return Optional.of(staged);
        } finally {
            if (!done) {
                block.get().close();
            }
        }
    }

    private static Staged staged(Object array, int header, PinnedMemory.Block block)
            throws ReflectiveOperationException {
        String type = array.getClass().getComponentType().getName();
        Object segment = block.segment();
        Object made = Class.forName(
                        ARRAYS + type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1) + "Array")
                .getMethod("fromSegmentShallow", Class.forName("java.lang.foreign.MemorySegment"))
                .invoke(null, segment);
        ByteBuffer bytes = block.bytes();
        // TornadoVM puts the length at the beginning; a Java array has it before its elements.
        bytes.putInt(0, 0).putInt(header(new int[0]) - Integer.BYTES, Array.getLength(array));
        bytes.position(header);
        return new Staged(block, made, elements(array, bytes), elements(new float[0], bytes));
    }

    /** Returns a view of memory, from its position, as elements of an array's type. */
    static Buffer elements(Object array, ByteBuffer bytes) {
        ByteBuffer data = bytes.slice().order(bytes.order());
        if (array instanceof int[]) {
            return data.asIntBuffer();
        }
        if (array instanceof float[]) {
            return data.asFloatBuffer();
        }
        return array instanceof long[] ? data.asLongBuffer() : data.asDoubleBuffer();
    }

    /** Returns what TornadoVM gets for an argument of a stage: the argument itself if it is not staged. */
    Object onDevice(Object argument) {
        Staged there = arrays.get(argument);
        return there == null ? argument : there.array();
    }

    /** Returns where a staged array begins in the memory of the host, with its header; 0 if it is not staged. */
    long address(Object array) {
        Staged there = arrays.get(array);
        return there == null ? 0 : there.memory().address();
    }

    /** Returns what TornadoVM gets for several arguments. */
    Object[] onDevice(Collection<?> arguments) {
        return arguments.stream().map(this::onDevice).toArray();
    }

    /** Writes elements of an input if it is staged. */
    boolean write(Object from, int fromStart, Object to, int start, int length) {
        Staged there = arrays.get(to);
        if (there == null) {
            return false;
        }
        put(from, fromStart, there.elements(), start, length);
        return true;
    }

    /** Writes the bits of floats to an input if it is staged. */
    boolean writeBits(float[] from, int fromStart, int[] to, int start, int length) {
        Staged there = arrays.get(to);
        if (there == null) {
            return false;
        }
        put(from, fromStart, there.bits(), start, length);
        return true;
    }

    /** Reads elements of an output if it is staged. */
    boolean read(Object from, int start, Object to, int toStart, int length) {
        Staged there = arrays.get(from);
        if (there == null) {
            return false;
        }
        get(there.elements(), start, to, toStart, length);
        return true;
    }

    /** Copies elements of an array to a view of memory, see {@link #elements}. */
    static void put(Object from, int fromStart, Buffer to, int start, int length) {
        switch (to) {
            case IntBuffer ints -> ints.put(start, (int[]) from, fromStart, length);
            case FloatBuffer floats -> floats.put(start, (float[]) from, fromStart, length);
            case LongBuffer longs -> longs.put(start, (long[]) from, fromStart, length);
            case DoubleBuffer doubles -> doubles.put(start, (double[]) from, fromStart, length);
            default -> throw new IllegalStateException("no elements of such a type: " + to);
        }
    }

    /** Copies elements of a view of memory to an array. */
    static void get(Buffer from, int start, Object to, int toStart, int length) {
        switch (from) {
            case IntBuffer ints -> ints.get(start, (int[]) to, toStart, length);
            case FloatBuffer floats -> floats.get(start, (float[]) to, toStart, length);
            case LongBuffer longs -> longs.get(start, (long[]) to, toStart, length);
            case DoubleBuffer doubles -> doubles.get(start, (double[]) to, toStart, length);
            default -> throw new IllegalStateException("no elements of such a type: " + from);
        }
    }

    /** Tells whether an argument is an array outside the heap. */
    static boolean isArray(Object argument) {
        return argument.getClass().getName().startsWith(ARRAYS);
    }

    /**
     * Looks for all that this class calls.
     *
     * @param arrays begins the names of the arrays
     * @throws ReflectiveOperationException if something is missing
     */
    static void checkArrays(String arrays) throws ReflectiveOperationException {
        Class.forName(arrays + "TornadoNativeArray").getField("ARRAY_HEADER").getLong(null);
        Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
        for (String type : List.of("Int", "Float", "Long", "Double")) {
            Class.forName(arrays + type + "Array").getMethod("fromSegmentShallow", segments);
        }
    }

    /** Frees the memory of all arrays, even if that fails for some of them. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (Staged there : arrays.values()) {
            try {
                there.memory().close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        arrays.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
