package dev.gyre.engine.architecture;

import dev.gyre.tasks.distance.BruteForceKnn;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.Modifier;
import java.util.List;

/** The classes and methods of the tasks module. */
final class TaskMethods {

    /** The annotation of a parallel loop. */
    static final String PARALLEL = "uk/ac/manchester/tornado/api/annotations/Parallel";

    /** What a kernel for work-groups is given first. It is not on the class path of these tests. */
    static final String KERNEL_CONTEXT = "uk/ac/manchester/tornado/api/KernelContext";

    /** The number of parameters before the kernel's own: the range of items, or context and number of items. */
    static final int LEADING_PARAMETERS = 2;

    private static final ClassDesc CONTEXT = ClassDesc.ofDescriptor("L" + KERNEL_CONTEXT + ";");

    private static final String SHARED = "dev/gyre/tasks/common/";

    private TaskMethods() {}

    static List<ClassFile> classFiles() {
        return CompiledClasses.besides(BruteForceKnn.class);
    }

    static List<? extends Class<?>> classes() {
        return classFiles().stream().map(TaskMethods::load).toList();
    }

    private static Class<?> load(ClassFile file) {
        try {
            return Class.forName(file.name().replace('/', '.'), false, BruteForceKnn.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Every public method of a public class, kernel or not, but those that families of kernels share. */
    static List<CompiledMethod> published() {
        return classFiles().stream()
                .filter(file -> Modifier.isPublic(file.access()))
                .filter(file -> !file.name().startsWith(SHARED))
                .flatMap(file -> file.methods().stream())
                .filter(CompiledMethod::isPublic)
                .toList();
    }

    /** Whether a method has the form {@code public static void name(int begin, int end, …)}. */
    static boolean isLoop(CompiledMethod method) {
        return startsWith(method, ConstantDescs.CD_int, ConstantDescs.CD_int);
    }

    /** Whether a method has the form {@code public static void name(KernelContext context, int items, …)}. */
    static boolean isForGroups(CompiledMethod method) {
        return startsWith(method, CONTEXT, ConstantDescs.CD_int);
    }

    /** Whether a method is a kernel for work-groups, or a helper of such kernels. */
    static boolean takesContext(CompiledMethod method) {
        List<ClassDesc> types = method.type().parameterList();
        return !types.isEmpty() && types.get(0).equals(CONTEXT);
    }

    /** The types of a kernel's own arguments. */
    static List<ClassDesc> arguments(CompiledMethod method) {
        List<ClassDesc> types = method.type().parameterList();
        return types.subList(LEADING_PARAMETERS, types.size());
    }

    private static boolean startsWith(CompiledMethod method, ClassDesc first, ClassDesc second) {
        List<ClassDesc> types = method.type().parameterList();
        return method.isPublic()
                && method.isStatic()
                && method.type().returnType().equals(ConstantDescs.CD_void)
                && types.size() > LEADING_PARAMETERS
                && types.get(0).equals(first)
                && types.get(1).equals(second)
                && arguments(method).stream().allMatch(TaskMethods::isKernelArgument)
                && !method.declaresExceptions();
    }

    private static boolean isKernelArgument(ClassDesc type) {
        return type.isPrimitive() || (type.isArray() && type.componentType().isPrimitive());
    }
}
