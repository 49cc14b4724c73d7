package dev.gyre.engine.canary;

import dev.gyre.engine.program.Phase.Stage;
import java.lang.reflect.Array;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The memory of a device that does not exist: an array has arbitrary content at first, and the plain loops of kernels work on it, one after
 * the other.
 */
final class LoopMemory {

    /** How the names of parameters for scratch arrays end. */
    private static final String SCRATCH = "scratch";

    private final byte content;
    private final Map<Object, Object> arrays = new IdentityHashMap<>();

    /**
     * A memory without arrays.
     *
     * @param content each byte of an array at first
     */
    LoopMemory(byte content) {
        this.content = content;
    }

    /** Returns the array here for an array of a program; scalars as they are. */
    Object of(Object argument) {
        return argument.getClass().isArray() ? arrays.computeIfAbsent(argument, this::arbitrary) : argument;
    }

    private Object arbitrary(Object like) {
        Object array = Array.newInstance(like.getClass().getComponentType(), Array.getLength(like));
        long all = 0x0101010101010101L * (content & 0xff);
        switch (array) {
            case int[] ints -> Arrays.fill(ints, (int) all);
            case long[] longs -> Arrays.fill(longs, all);
            case float[] floats -> Arrays.fill(floats, Float.intBitsToFloat((int) all));
            case double[] doubles -> Arrays.fill(doubles, Double.longBitsToDouble(all));
            default -> throw new IllegalArgumentException("no array of a program: " + array.getClass());
        }
        return array;
    }

    /** Runs the plain loop of a stage. */
    void run(Stage stage) {
        stage.kernel()
                .runLoop(
                        0,
                        stage.items(),
                        stage.arguments().stream().map(this::of).toList());
    }

    /** Returns the arrays of a stage in which its variants leave different things; such an array may be an input, too. */
    static Stream<Object> scratch(Stage stage) {
        Parameter[] parameters = stage.kernel().loop().getParameters();
        int before = parameters.length - stage.arguments().size();
        return IntStream.range(0, stage.arguments().size())
                .filter(i -> parameters[before + i]
                        .getName()
                        .toLowerCase(Locale.ROOT)
                        .endsWith(SCRATCH))
                .mapToObj(stage.arguments()::get);
    }

    /** Copies all elements to another array of the same length. */
    static void copy(Object from, Object to) {
        System.arraycopy(from, 0, to, 0, Array.getLength(from));
    }

    /** Returns an array with the same elements. */
    static Object copyOf(Object array) {
        Object copy = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
        copy(array, copy);
        return copy;
    }
}
