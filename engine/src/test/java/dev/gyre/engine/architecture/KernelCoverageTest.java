package dev.gyre.engine.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The self-check runs the kernels of the catalogs; these tests hold that the catalogs have them all. */
class KernelCoverageTest {

    private static final String PARALLEL = "uk/ac/manchester/tornado/api/annotations/Parallel";

    @Test
    void shouldFindEveryKernelOfTasksInACatalog() {
        Set<String> written = TaskMethods.published().stream()
                .filter(TaskMethods::isKernel)
                .map(method -> method.getDeclaringClass().getName().replace('.', '/') + "." + method.getName())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> registered = KernelCatalog.all().stream()
                .flatMap(kernel -> Stream.of(kernel.function(), kernel.jvmFunction()))
                .map(KernelCoverageTest::target)
                .map(target -> target.getImplClass() + "." + target.getImplMethodName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(written, registered);
    }

    @Test
    void shouldMarkTheLoopOfEveryKernelForDevices() {
        Set<String> marked = TaskMethods.classFiles().stream()
                .filter(file -> file.referredClasses().contains(PARALLEL))
                .map(ClassFile::name)
                .collect(Collectors.toSet());
        for (Kernel kernel : KernelCatalog.all()) {
            String owner = target(kernel.function()).getImplClass();
            assertTrue(marked.contains(owner), () -> kernel + ": " + owner + " has no @Parallel loop");
        }
    }

    @Test
    void shouldCaptureNothing() {
        for (Kernel kernel : KernelCatalog.all()) {
            assertEquals(0, target(kernel.function()).getCapturedArgCount(), kernel::name);
            assertEquals(0, target(kernel.jvmFunction()).getCapturedArgCount(), kernel::name);
        }
    }

    @Test
    void shouldGiveEveryKernelANameOfItsOwn() {
        List<String> names = KernelCatalog.all().stream().map(Kernel::name).toList();
        assertEquals(names.stream().sorted().distinct().toList(), names);
    }

    /** The method behind a method reference. */
    private static SerializedLambda target(KernelFunction function) {
        try {
            Method writeReplace = function.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return (SerializedLambda) writeReplace.invoke(function);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(function + " is not a method reference", e);
        }
    }
}
