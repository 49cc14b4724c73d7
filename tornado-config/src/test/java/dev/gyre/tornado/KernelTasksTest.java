package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.canary.SmallInput;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.verify.KernelCheck;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TaskPackage;

/** From the engine's kernels to TornadoVM's tasks; needs only TornadoVM's API. */
class KernelTasksTest {

    private static final Map<Kernel, Stage> STAGES = KernelCheck.stages(SmallInput.of(List.of())).stream()
            .collect(Collectors.toMap(Stage::kernel, stage -> stage, (first, second) -> first));

    private static Stream<Kernel> kernels() {
        return STAGES.keySet().stream();
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
        Stage stage = STAGES.get(kernel);
        TaskPackage task = KernelTasks.task("s0", kernel, KernelTasks.arguments(stage));
        assertEquals("s0", task.getId());
        // The first parameter is the code.
        Object[] parameters = task.getTaskParameters();
        assertEquals(3 + stage.arguments().size(), parameters.length);
        if (kernel.workGroupVariant().isPresent()) {
            assertSame(KernelContext.class, parameters[1].getClass());
        } else {
            assertEquals(0, parameters[1]);
        }
        assertEquals(stage.items(), parameters[2]);
        for (int i = 0; i < stage.arguments().size(); i++) {
            assertSame(stage.arguments().get(i), parameters[3 + i]);
        }
    }

    /** An array that only the device needs has no length in Java. */
    @ParameterizedTest
    @MethodSource("kernels")
    void shouldNotAskForTheLengthOfAnArray(Kernel kernel) {
        assertFalse(KernelKeys.readsArrayLengths(kernel), kernel::toString);
    }

    /** TornadoVM 6.0 asks a kernel's lambda for its serialized form, which names the method. */
    @ParameterizedTest
    @MethodSource("kernels")
    void shouldMakeLambdasWhoseSerializedFormNamesTheKernel(Kernel kernel) throws ReflectiveOperationException {
        Method method = KernelTasks.method(kernel);
        Class<?> task = Class.forName("uk.ac.manchester.tornado.api.common.TornadoFunctions$Task"
                + KernelTasks.arguments(STAGES.get(kernel)).size());
        Object lambda = KernelTasks.lambda(method, task);
        Method replace = lambda.getClass().getDeclaredMethod("writeReplace");
        replace.setAccessible(true);
        SerializedLambda form = (SerializedLambda) replace.invoke(lambda);
        assertEquals(method.getDeclaringClass().getName().replace('.', '/'), form.getImplClass());
        assertEquals(method.getName(), form.getImplMethodName());
        assertEquals(
                MethodType.methodType(void.class, method.getParameterTypes()).toMethodDescriptorString(),
                form.getImplMethodSignature());
        assertEquals(MethodHandleInfo.REF_invokeStatic, form.getImplMethodKind());
        assertEquals(0, form.getCapturedArgCount());
    }

    /** As {@code TaskGraph} after 6.0.0. */
    public static final class MethodGraphs {

        private final List<Object> added = new ArrayList<>();

        public MethodGraphs task(String id, Method kernel, Object... arguments) {
            if (id.isEmpty()) {
                throw new IllegalArgumentException("no name");
            }
            added.addAll(List.of(id, kernel));
            added.addAll(List.of(arguments));
            return this;
        }
    }

    /** Has tasks of another kind. */
    public static final class OtherGraphs {
        public OtherGraphs task(String id, Method kernel, List<Object> arguments) {
            return this;
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void shouldAddTasksByTheMethodWhereGraphsTakeMethods(Kernel kernel) {
        MethodGraphs graph = new MethodGraphs();
        Method byMethod = KernelTasks.byMethod(MethodGraphs.class).orElseThrow();
        Method method = KernelTasks.method(kernel);
        List<Object> arguments = KernelTasks.arguments(STAGES.get(kernel));
        KernelTasks.add(byMethod, graph, "s0", method, arguments);
        assertEquals("s0", graph.added.get(0));
        assertEquals(method, graph.added.get(1));
        assertEquals(2 + arguments.size(), graph.added.size());
        for (int i = 0; i < arguments.size(); i++) {
            assertSame(arguments.get(i), graph.added.get(2 + i));
        }
    }

    @Test
    void shouldSayWhatGraphsThatTakeMethodsRefuse() {
        Method byMethod = KernelTasks.byMethod(MethodGraphs.class).orElseThrow();
        Method kernel = KernelTasks.method(STAGES.keySet().iterator().next());
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> KernelTasks.add(byMethod, new MethodGraphs(), "", kernel, List.of()));
        assertEquals("no name", refused.getMessage());
    }

    @Test
    void shouldUseLambdasWhereGraphsTakeNoMethods() {
        assertTrue(KernelTasks.byMethod(OtherGraphs.class).isEmpty());
    }
}
