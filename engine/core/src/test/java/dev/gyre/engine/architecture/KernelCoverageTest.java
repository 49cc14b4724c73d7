package dev.gyre.engine.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import java.lang.constant.ClassDesc;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The self-check runs the kernels of the catalogs; these tests hold that the catalogs have them all. */
class KernelCoverageTest {

    @Test
    void shouldFindEveryKernelOfTasksInACatalog() {
        Set<String> written = published(TaskMethods::isLoop);
        Set<String> registered = KernelCatalog.all().stream()
                .flatMap(kernel -> Stream.of(kernel.function(), kernel.jvmFunction()))
                .map(KernelCoverageTest::target)
                .map(target -> target.getImplClass() + "." + target.getImplMethodName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(written, registered);
    }

    @Test
    void shouldFindEveryKernelForGroupsInACatalog() {
        Set<String> registered = KernelCatalog.all().stream()
                .flatMap(kernel -> kernel.groupFunction().stream())
                .map(KernelCoverageTest::qualifiedName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(published(TaskMethods::isForGroups), registered);
        assertFalse(registered.isEmpty());
    }

    /** A backend finds the method by its name alone. */
    @Test
    void shouldHaveNoOtherPublicMethodBesidesAKernelForGroups() {
        for (ClassFile file : TaskMethods.classFiles()) {
            List<CompiledMethod> methods =
                    file.methods().stream().filter(CompiledMethod::isPublic).toList();
            if (methods.stream().anyMatch(TaskMethods::isForGroups)) {
                assertEquals(1, methods.size(), () -> file.name() + ": " + methods);
            }
        }
    }

    @Test
    void shouldTakeTheSameArgumentsInEveryVariant() {
        for (Kernel kernel : KernelCatalog.all()) {
            List<ClassDesc> arguments = arguments(kernel.function());
            assertEquals(kernel.function().arity(), arguments.size(), kernel::name);
            assertEquals(arguments, arguments(kernel.jvmFunction()), kernel::name);
            kernel.groupFunction()
                    .ifPresent(variant -> assertEquals(arguments, arguments(qualifiedName(variant)), kernel::name));
        }
    }

    private static List<ClassDesc> arguments(KernelFunction function) {
        SerializedLambda target = target(function);
        return arguments(target.getImplClass() + "." + target.getImplMethodName());
    }

    private static List<ClassDesc> arguments(String kernel) {
        return TaskMethods.published().stream()
                .filter(method -> method.qualifiedName().equals(kernel))
                .map(TaskMethods::arguments)
                .findAny()
                .orElseThrow();
    }

    private static Set<String> published(Predicate<CompiledMethod> form) {
        return TaskMethods.published().stream()
                .filter(form)
                .map(CompiledMethod::qualifiedName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String qualifiedName(GroupFunction function) {
        return function.owner().getName().replace('.', '/') + "." + function.method();
    }

    @Test
    void shouldMarkTheLoopOfEveryKernelForDevices() {
        Set<String> marked = TaskMethods.classFiles().stream()
                .filter(file -> file.referredClasses().contains(TaskMethods.PARALLEL))
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
