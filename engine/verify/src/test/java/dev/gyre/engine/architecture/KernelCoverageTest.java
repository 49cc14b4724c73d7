package dev.gyre.engine.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.verify.KernelCheck;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The self-check runs the kernels that rehearsals reach; these tests hold that they reach all. */
class KernelCoverageTest {

    private static final List<Kernel> KERNELS = KernelCheck.kernels();

    @Test
    void shouldFindEveryKernelOfTasksInTheList() {
        Set<String> written = published(TaskMethods::isLoop);
        Set<String> registered = KERNELS.stream()
                .flatMap(kernel -> Stream.of(kernel.loop(), kernel.jvmLoop()))
                .map(KernelCoverageTest::qualifiedName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(written, registered);
    }

    @Test
    void shouldFindEveryKernelForGroupsInTheList() {
        Set<String> registered = KERNELS.stream()
                .flatMap(kernel -> kernel.workGroupVariant().stream())
                .map(variant -> workGroupMethod(variant.owner()).qualifiedName())
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
        for (Kernel kernel : KERNELS) {
            List<ClassDesc> arguments = arguments(kernel.loop());
            assertEquals(arguments, arguments(kernel.jvmLoop()), kernel::name);
            kernel.workGroupVariant()
                    .ifPresent(variant -> assertEquals(
                            arguments, TaskMethods.arguments(workGroupMethod(variant.owner())), kernel::name));
        }
    }

    private static List<ClassDesc> arguments(Method loop) {
        return TaskMethods.published().stream()
                .filter(method -> method.qualifiedName().equals(qualifiedName(loop)))
                .map(TaskMethods::arguments)
                .findAny()
                .orElseThrow();
    }

    /** The only public method of a class, which is not loaded with TornadoVM's types. */
    private static CompiledMethod workGroupMethod(Class<?> owner) {
        String prefix = owner.getName().replace('.', '/') + ".";
        return TaskMethods.published().stream()
                .filter(method -> method.qualifiedName().startsWith(prefix))
                .findAny()
                .orElseThrow();
    }

    private static Set<String> published(Predicate<CompiledMethod> form) {
        return TaskMethods.published().stream()
                .filter(form)
                .map(CompiledMethod::qualifiedName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String qualifiedName(Method method) {
        return method.getDeclaringClass().getName().replace('.', '/') + "." + method.getName();
    }

    @Test
    void shouldMarkTheLoopOfEveryKernelForDevices() {
        Set<String> marked = TaskMethods.classFiles().stream()
                .filter(file -> file.referredClasses().contains(TaskMethods.PARALLEL))
                .map(ClassFile::name)
                .collect(Collectors.toSet());
        for (Kernel kernel : KERNELS) {
            String owner = kernel.loop().getDeclaringClass().getName().replace('.', '/');
            assertTrue(marked.contains(owner), () -> kernel + ": " + owner + " has no @Parallel loop");
        }
    }

    @Test
    void shouldGiveEveryKernelANameOfItsOwn() {
        List<String> names = KERNELS.stream().map(Kernel::name).toList();
        assertEquals(names.stream().sorted().distinct().toList(), names);
    }
}
