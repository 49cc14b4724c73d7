package dev.gyre.engine.pool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.partition.GatherScatter;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import dev.gyre.engine.verify.OperationCheck;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.List;
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
    private final FaultyBackend card = new FaultyBackend(CARD, workers, Fault.NONE);
    private final Context context = new Context(card, workers, Long.MAX_VALUE, 1 << 28);

    @AfterEach
    void close() {
        context.close();
        workers.close();
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
            assertTrue(card.inputs() > 0, "no input");
        }
    }

    /** Copies the values. */
    private record Copy(int[] input, int[] out, Program program) implements Blueprint.Made {

        static Copy of(int n, Layout layout) {
            int[] input = layout.input(int[].class, n);
            int[] out = layout.output(int[].class, n);
            int[] order = layout.add(IntStream.range(0, n).toArray());
            GatherScatter copy = GatherScatter.gather(input, order, layout.add(new int[] {n}), out);
            return new Copy(input, out, Program.of("test", copy.phase("run", input, order)));
        }
    }

    private static Program withArrays(Copy copy) {
        Program program = copy.program();
        return new Program(program.name(), program.phases(), List.of(copy.input()), List.of(copy.out()));
    }

    /** Writes and reads in slices by several threads, in parts, and from the array itself. */
    @Test
    void shouldBeWrittenWhereTheyAreTaken() {
        int n = 300_000;
        int[] data = new Random(SEED).ints(n).toArray();
        int[] expected = data.clone();
        Blueprint<Copy> blueprint = layout -> Copy.of(n, layout);
        int[] out;
        try (Lease<Copy> lease = context.lease(blueprint, null)) {
            int[] input = lease.operation().input();
            out = lease.operation().out();
            lease.writeAll(data, 0, input, 0, n);
            lease.run("run");
            assertArrayEquals(new int[n], out, "an output is not in its Java array");
            lease.readAll(out, n);
            assertArrayEquals(data, out, "seed=" + SEED);
            assertArrayEquals(new int[n], input, "an input is not in its Java array");
            lease.write(data, 7, input, 3, 2);
            IntStream.range(n / 2, n).forEach(i -> input[i] = i);
            lease.writeAll(input, n / 2, input, n / 2, n - n / 2);
            lease.run("run");
            lease.readAll(out, n / 2);
            lease.read(out, n / 2, out, n / 2, n - n / 2);
        }
        System.arraycopy(data, 7, expected, 3, 2);
        IntStream.range(n / 2, n).forEach(i -> expected[i] = i);
        assertArrayEquals(expected, out, "seed=" + SEED);
    }

    @Test
    void shouldBeWrittenToTheirArraysOnTheJvm() {
        int[] values = {1, 2, 3, 4};
        JvmBackend jvm = new JvmBackend(workers);
        Copy copy = Copy.of(4, Layout.on(jvm.device(), values));
        try (Execution execution = jvm.prepare(withArrays(copy))) {
            execution.write(new int[] {7, 8, 9}, 1, values, 0, 2);
            execution.write(values, 2, values, 2, 2);
            execution.write(values, 0, values, 3, 1);
            assertArrayEquals(new int[] {8, 9, 3, 8}, values);
            execution.run("run", Progress.NONE);
            int[] read = new int[5];
            execution.read(copy.out(), 1, read, 2, 3);
            assertArrayEquals(new int[] {0, 0, 9, 3, 8}, read);
        }
    }
}
