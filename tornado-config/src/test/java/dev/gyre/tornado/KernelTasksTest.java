package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TaskPackage;

/** From the engine's kernels to TornadoVM's tasks; needs TornadoVM's API alone. */
class KernelTasksTest {

    private static final Sample SAMPLE = new Sample(Shape.GRID, 40, 3, 1);

    private static Stream<Kernel> kernels() {
        return KernelCatalog.all().stream();
    }

    private static Stream<GroupFunction> groupFunctions() {
        return kernels().flatMap(kernel -> kernel.groupFunction().stream());
    }

    @ParameterizedTest
    @MethodSource("groupFunctions")
    void shouldFindThePublicMethodOfEveryVariantForGroups(GroupFunction function) {
        List<Method> methods = Stream.of(function.owner().getMethods())
                .filter(method -> method.getName().equals(function.method()))
                .toList();
        assertEquals(1, methods.size(), function::toString);
        Method method = methods.get(0);
        assertTrue(Modifier.isStatic(method.getModifiers()), method::toString);
        assertSame(void.class, method.getReturnType(), method::toString);
        assertSame(KernelContext.class, method.getParameterTypes()[0], method::toString);
        assertSame(int.class, method.getParameterTypes()[1], method::toString);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void shouldMakeATaskOfEveryKernelWithItsArgumentsInOrder(Kernel kernel) {
        Invocation invocation = kernel.sampleInvocation(SAMPLE);
        Stage stage = kernel.stage(invocation.items(), invocation.arguments().toArray());
        TaskPackage task = KernelTasks.task("s0", kernel, KernelTasks.arguments(stage));
        assertEquals("s0", task.getId());
        // The first parameter is the code.
        Object[] parameters = task.getTaskParameters();
        assertEquals(3 + invocation.arguments().size(), parameters.length);
        if (kernel.groupFunction().isPresent()) {
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
