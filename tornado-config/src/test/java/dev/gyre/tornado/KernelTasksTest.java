package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.verify.KernelSamples;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TaskPackage;

/** From the engine's kernels to TornadoVM's tasks; needs only TornadoVM's API. */
class KernelTasksTest {

    private static final Sample SAMPLE = new Sample(Shape.GRID, 40, 3, 1);

    private static Stream<Kernel> kernels() {
        return KernelSamples.kernels().stream();
    }

    private static Stream<Kernel> kernelsWithWorkGroups() {
        return kernels().filter(kernel -> kernel.workGroupVariant().isPresent());
    }

    @ParameterizedTest
    @MethodSource("kernelsWithWorkGroups")
    void shouldFindTheMethodOfEveryVariantForWorkGroups(Kernel kernel) {
        Method method = KernelTasks.method(kernel);
        assertSame(kernel.workGroupVariant().orElseThrow().owner(), method.getDeclaringClass());
        assertTrue(Modifier.isStatic(method.getModifiers()), method::toString);
        assertSame(void.class, method.getReturnType(), method::toString);
        assertSame(KernelContext.class, method.getParameterTypes()[0], method::toString);
        assertSame(int.class, method.getParameterTypes()[1], method::toString);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void shouldMakeATaskOfEveryKernelWithItsArgumentsInOrder(Kernel kernel) {
        Invocation invocation = KernelSamples.call(kernel, SAMPLE).orElseThrow();
        Stage stage = kernel.stage(invocation.items(), invocation.arguments().toArray());
        TaskPackage task = KernelTasks.task("s0", kernel, KernelTasks.arguments(stage));
        assertEquals("s0", task.getId());
        // The first parameter is the code.
        Object[] parameters = task.getTaskParameters();
        assertEquals(3 + invocation.arguments().size(), parameters.length);
        if (kernel.workGroupVariant().isPresent()) {
            assertSame(KernelContext.class, parameters[1].getClass());
        } else {
            assertEquals(0, parameters[1]);
        }
        assertEquals(invocation.items(), parameters[2]);
        for (int i = 0; i < invocation.arguments().size(); i++) {
            assertSame(invocation.arguments().get(i), parameters[3 + i]);
        }
    }
}
