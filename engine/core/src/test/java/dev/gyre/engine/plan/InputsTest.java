package dev.gyre.engine.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Timing;
import dev.gyre.engine.verify.OperationCheck;
import dev.gyre.engine.verify.ProbeKernels;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Inputs of programs on a backend that does not keep them in their arrays. */
class InputsTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final long SEED = 5;

    private final Workers workers = new Workers(3);
    private final Elsewhere card = new Elsewhere();
    private final Context context = new Context(card, workers, Long.MAX_VALUE, 1 << 28);

    @AfterEach
    void close() {
        context.close();
        workers.close();
    }

    /** Writes inputs to other arrays, and copies them to the program's arrays when a phase uploads them. */
    private final class Elsewhere implements Backend {

        private final List<Program> prepared = new ArrayList<>();
        private int inputs;

        @Override
        public Device device() {
            return CARD;
        }

        @Override
        public Execution prepare(Program program) {
            Execution execution = new JvmBackend(workers).prepare(program);
            Map<Object, Object> elsewhere = new IdentityHashMap<>();
            program.inputs().forEach(input -> elsewhere.put(input, like(input)));
            prepared.add(program);
            inputs += program.inputs().size();
            return new Execution() {
                @Override
                public void write(Object from, int fromStart, Object to, int start, int length) {
                    System.arraycopy(from, fromStart, elsewhere.getOrDefault(to, to), start, length);
                }

                @Override
                public void run(String phase, Progress progress) {
                    for (Object array : program.phase(phase).uploads()) {
                        if (elsewhere.containsKey(array)) {
                            System.arraycopy(elsewhere.get(array), 0, array, 0, Array.getLength(array));
                        }
                    }
                    execution.run(phase, progress);
                }

                @Override
                public Timing timing() {
                    return execution.timing();
                }

                @Override
                public void close() {
                    execution.close();
                }
            };
        }

        private static Object like(Object array) {
            return Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
        }

        @Override
        public void close() {
            // The test closes the threads.
        }
    }

    static Stream<OperationCheck> operations() {
        return OperationCheck.all().stream();
    }

    /** An operation that does not write an input, or a part of it, gives a wrong answer. */
    @ParameterizedTest
    @MethodSource("operations")
    void shouldBeWrittenByAllOperations(OperationCheck operation) {
        for (int size : List.of(40, 700)) {
            for (Shape shape : List.of(Shape.UNIFORM, Shape.DUPLICATES)) {
                Sample sample = new Sample(shape, size, 2, SEED);
                assertEquals(Optional.empty(), operation.check(context, sample), sample::toString);
            }
        }
        if (List.of("selection", "sort").contains(operation.name())) {
            assertTrue(card.inputs > 0, "no input");
        }
    }

    private static Program increment(int[] values, int[] out) {
        return Program.of(
                        "test",
                        Phase.named("run")
                                .upload(values, out)
                                .stage(ProbeKernels.INCREMENT.stage(out.length, (Object) out))
                                .download(out)
                                .build())
                .withInputs(values);
    }

    /** Writes in slices by several threads, in parts, and from the array itself. */
    @Test
    void shouldBeWrittenWhereTheyAreTaken() {
        int n = 300_000;
        int[] data = new Random(SEED).ints(n).toArray();
        int[] input = new int[n];
        try (Lease<int[]> lease = context.lease("a", () -> input, values -> increment(values, new int[1]))) {
            lease.write(data, 0, input, 0, n, workers);
            assertArrayEquals(new int[n], input);
            lease.run("run");
            assertArrayEquals(data, input, "seed=" + SEED);
            lease.write(data, 7, input, 3, 2);
            IntStream.range(n / 2, n).forEach(i -> input[i] = i);
            lease.write(input, n / 2, input, n / 2, n - n / 2, workers);
            lease.run("run");
        }
        int[] expected = data.clone();
        System.arraycopy(data, 7, expected, 3, 2);
        IntStream.range(n / 2, n).forEach(i -> expected[i] = i);
        assertArrayEquals(expected, input, "seed=" + SEED);
    }

    @Test
    void shouldBeWrittenToTheirArraysOnTheJvm() {
        int[] values = {1, 2, 3, 4};
        try (Execution execution = new JvmBackend(workers).prepare(increment(values, new int[1]))) {
            execution.write(new int[] {7, 8, 9}, 1, values, 0, 2);
            execution.write(values, 2, values, 2, 2);
            execution.write(values, 0, values, 3, 1);
            assertArrayEquals(new int[] {8, 9, 3, 8}, values);
        }
    }
}
