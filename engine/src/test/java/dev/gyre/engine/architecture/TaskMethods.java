package dev.gyre.engine.architecture;

import dev.gyre.tasks.KnnScan;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The classes and methods of the tasks module. */
final class TaskMethods {

    private TaskMethods() {}

    static List<ClassFile> classFiles() {
        return CompiledClasses.besides(KnnScan.class);
    }

    static List<? extends Class<?>> classes() {
        return classFiles().stream().map(TaskMethods::load).toList();
    }

    private static Class<?> load(ClassFile file) {
        try {
            return Class.forName(file.name().replace('/', '.'), false, KnnScan.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Every public method of a public class, kernel or not. */
    static List<Method> published() {
        return classes().stream()
                .filter(type -> Modifier.isPublic(type.getModifiers()))
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .toList();
    }

    /** Whether a method has the form {@code public static void name(int base, int count, …)}. */
    static boolean isKernel(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return Modifier.isStatic(method.getModifiers())
                && method.getReturnType() == void.class
                && types.length > 2
                && types[0] == int.class
                && types[1] == int.class
                && Arrays.stream(types).skip(2).allMatch(TaskMethods::isKernelArgument)
                && method.getExceptionTypes().length == 0;
    }

    private static boolean isKernelArgument(Class<?> type) {
        return type.isPrimitive() || (type.isArray() && type.getComponentType().isPrimitive());
    }
}
