package dev.gyre.engine.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.TestKernels;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelSamplesTest {

    private static final Sample SAMPLE = new Sample(Shape.GRID, 40, 3, 1);

    @Test
    void shouldMakeEachCallFromFreshArrays() {
        for (Kernel kernel : KernelSamples.kernels()) {
            Invocation first = KernelSamples.call(kernel, SAMPLE).orElseThrow();
            Invocation second = KernelSamples.call(kernel, SAMPLE).orElseThrow();
            assertEquals(first.items(), second.items(), kernel::name);
            for (Object output : first.outputs()) {
                assertEquals(
                        1,
                        first.arguments().stream()
                                .filter(argument -> argument == output)
                                .count(),
                        () -> kernel + ": an output is no argument");
                assertTrue(
                        second.arguments().stream().noneMatch(argument -> argument == output),
                        () -> kernel + ": an output is shared by two calls");
            }
        }
    }

    /** Also runs the variant for the JVM: its answer is that of the plain loop. */
    @Test
    void shouldMakeCallsWithTheScalarsGiven() {
        List<Kernel> kernels = KernelSamples.kernels().stream()
                .filter(Kernel::provenWithScalars)
                .toList();
        assertEquals(14, kernels.size());
        for (Kernel kernel : kernels) {
            for (Sample sample : Sample.series(24, 5L)) {
                List<Object> given =
                        scalars(kernel, KernelSamples.call(kernel, sample).orElseThrow());
                Invocation loop = KernelSamples.call(kernel, SAMPLE, given).orElseThrow();
                Invocation variant = KernelSamples.call(kernel, SAMPLE, given).orElseThrow();
                assertEquals(given, scalars(kernel, loop), () -> kernel + ", " + sample);
                kernel.runLoop(0, loop.items(), loop.arguments());
                kernel.runJvmLoop(0, variant.items(), variant.arguments());
                for (int i = 0; i < loop.outputs().size(); i++) {
                    assertTrue(
                            Objects.deepEquals(
                                    loop.outputs().get(i), variant.outputs().get(i)),
                            () -> kernel + ", " + sample);
                }
            }
        }
    }

    private static List<Object> scalars(Kernel kernel, Invocation call) {
        return kernel.stage(call.items(), call.arguments().toArray()).scalars();
    }

    @Test
    void shouldTakeTheCheckOfAKernelThatIsNotListed() {
        Invocation call = new Invocation(0, List.of(new int[1]), List.of());
        Kernel checked = TestKernels.INDEX.withCheck(seed -> seed == SAMPLE.seed() ? call : null);
        assertEquals(Optional.of(call), KernelSamples.call(checked, SAMPLE));
        assertEquals(Optional.empty(), KernelSamples.call(TestKernels.INDEX, SAMPLE));
    }
}
