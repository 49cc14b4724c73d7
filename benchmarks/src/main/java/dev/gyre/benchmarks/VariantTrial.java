package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.Invocation;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A stage of a kernel that has a variant, on a device: by the plain loop and by the variant in turns, each time over the same content of its
 * arrays. Not safe for use by several threads.
 */
final class VariantTrial implements AutoCloseable {

    private static final String LOAD = "load";
    private static final String PLAIN = "plain";
    private static final String VARIANT = "variant";
    private static final String FETCH = "fetch";

    /** How the names of parameters for scratch arrays end: variants leave different things there. */
    private static final String SCRATCH = "scratch";

    private final Stage stage;
    private final List<Object> arrays;
    private final List<Object> before;
    private final List<Object> written = new ArrayList<>();
    private final boolean inPlace;
    private final Run.Clock clock;
    private final Execution execution;

    /**
     * Prepares a stage.
     *
     * @param stage a stage with arrays of its own, which change
     * @param device a value of {@link Backends}
     */
    VariantTrial(Stage stage, Engine engine, String device) {
        this.stage = stage;
        arrays = arrays(stage);
        before = arrays.stream().map(StageCapture::copyOf).toList();
        inPlace = Backends.isJvm(device);
        clock = device.equals(Backends.JVM_1) ? Run.Clock.PROCESSOR : Run.Clock.WALL;
        Stage plain = new Stage(plain(stage), stage.items(), stage.arguments());
        execution = engine.prepare(new Program(
                "variant of " + stage.kernel(),
                List.of(
                        Phase.named(LOAD).upload(arrays.toArray()).build(),
                        Phase.named(PLAIN).stage(plain).build(),
                        Phase.named(VARIANT).stage(stage).build(),
                        Phase.named(FETCH).download(arrays.toArray()).build())));
    }

    private static List<Object> arrays(Stage stage) {
        Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
        return stage.arguments().stream()
                .filter(argument -> argument.getClass().isArray() && known.add(argument))
                .toList();
    }

    /** The kernel of the plain loop alone, in the same slices. A device compiles it to check it, but compares nothing. */
    private static Kernel plain(Stage stage) {
        Kernel kernel = stage.kernel();
        Kernel plain = Kernel.of(
                        kernel.loop().getDeclaringClass(), kernel.loop().getName())
                .named(kernel.name() + "-plain");
        List<Object> arguments = stage.arguments().stream()
                .map(argument -> argument.getClass().isArray() ? StageCapture.copyOf(argument) : argument)
                .toList();
        plain = plain.withCheck(seed -> new Invocation(1, arguments, List.of()));
        return kernel.sliceOfOne() ? plain.withSliceOfOne() : plain;
    }

    /** Times the plain loop once. */
    Run plain() {
        return time(PLAIN);
    }

    /** Times the variant once. */
    Run variant() {
        return time(VARIANT);
    }

    private Run time(String phase) {
        restore();
        return new Run(clock.time(() -> execution.run(phase, Progress.NONE)));
    }

    private void restore() {
        for (int i = 0; i < arrays.size(); i++) {
            System.arraycopy(before.get(i), 0, arrays.get(i), 0, Array.getLength(arrays.get(i)));
        }
        if (!inPlace) {
            execution.run(LOAD, Progress.NONE);
        }
    }

    /**
     * Runs both once.
     *
     * @return the number of elements that the plain loop changes and that the variant leaves different, without scratch
     */
    long differing() {
        List<Object> expected = answer(PLAIN);
        List<Object> found = answer(VARIANT);
        int leading =
                stage.kernel().loop().getParameterCount() - stage.arguments().size();
        long count = 0;
        for (int i = 0; i < stage.arguments().size(); i++) {
            int array = arrays.indexOf(stage.arguments().get(i));
            String name = stage.kernel().loop().getParameters()[leading + i].getName();
            if (array >= 0 && !name.toLowerCase(Locale.ROOT).endsWith(SCRATCH)) {
                count += differing(before.get(array), expected.get(array), found.get(array));
            }
        }
        return count;
    }

    private List<Object> answer(String phase) {
        restore();
        execution.run(phase, Progress.NONE);
        if (!inPlace) {
            execution.run(FETCH, Progress.NONE);
        }
        return arrays.stream().map(StageCapture::copyOf).toList();
    }

    private static long differing(Object old, Object expected, Object found) {
        long count = 0;
        for (int i = 0; i < Array.getLength(old); i++) {
            long right = bits(expected, i);
            if (right != bits(old, i) && right != bits(found, i)) {
                count++;
            }
        }
        return count;
    }

    private static long bits(Object array, int i) {
        return switch (array) {
            case int[] ints -> ints[i];
            case long[] longs -> longs[i];
            case float[] floats -> Float.floatToRawIntBits(floats[i]);
            case double[] doubles -> Double.doubleToRawLongBits(doubles[i]);
            default -> throw new IllegalArgumentException("no array of a program: " + array.getClass());
        };
    }

    @Override
    public void close() {
        execution.close();
    }
}
