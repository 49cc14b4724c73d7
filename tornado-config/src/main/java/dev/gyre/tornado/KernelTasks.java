package dev.gyre.tornado;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.common.TaskPackage;

/**
 * Turns the engine's reference to a kernel into a TornadoVM task.
 *
 * <p>The engine does not know TornadoVM's functional interfaces. So this class makes a lambda of the interface
 * {@code TornadoFunctions.TaskN} for the kernel's method, and TornadoVM resolves it like a method reference in source code. Versions after
 * 6.0.0 take the method itself.
 */
final class KernelTasks {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final String TASK_INTERFACE = "uk.ac.manchester.tornado.api.common.TornadoFunctions$Task";

    /** How a version that has it takes a kernel without a lambda. */
    private static final Optional<Method> BY_METHOD = byMethod(TaskGraph.class);

    private KernelTasks() {}

    /** Returns the arguments of a stage's method: of the variant for work-groups if there is one, else of the plain loop. */
    static List<Object> arguments(Stage stage) {
        List<Object> arguments = new ArrayList<>();
        arguments.add(stage.kernel().workGroupVariant().isPresent() ? new KernelContext() : 0);
        arguments.add(stage.items());
        arguments.addAll(stage.arguments());
        return arguments;
    }

    /** Adds a task that runs a kernel: by its method where TornadoVM takes methods, else by a lambda. */
    static void add(TaskGraph graph, String id, Kernel kernel, List<Object> arguments) {
        if (BY_METHOD.isPresent()) {
            add(BY_METHOD.get(), graph, id, method(kernel), arguments);
        } else {
            graph.addTask(task(id, kernel, arguments));
        }
    }

    /** Returns {@code task(String, Method, Object...)} of a class of graphs, if it has that: versions after 6.0.0. */
    static Optional<Method> byMethod(Class<?> graphs) {
        try {
            return Optional.of(graphs.getMethod("task", String.class, Method.class, Object[].class));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    /** Calls such a method. */
    static void add(Method byMethod, Object graph, String id, Method kernel, List<Object> arguments) {
        try {
            byMethod.invoke(graph, id, kernel, arguments.toArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException("cannot make a TornadoVM task of " + kernel, e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot make a TornadoVM task of " + kernel, e);
        }
    }

    /** A task that runs a kernel. */
    static TaskPackage task(String id, Kernel kernel, List<Object> arguments) {
        try {
            Class<?> taskInterface = Class.forName(TASK_INTERFACE + arguments.size());
            List<Object> parameters = new ArrayList<>(List.of(id, lambda(method(kernel), taskInterface)));
            parameters.addAll(arguments);
            Class<?>[] types = new Class<?>[parameters.size()];
            Arrays.fill(types, Object.class);
            types[0] = String.class;
            types[1] = taskInterface;
            return TaskPackage.class.getConstructor(types).newInstance(parameters.toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a TornadoVM task of kernel " + kernel, e);
        }
    }

    /** Returns the method that runs on the device: the variant for work-groups if there is one, else the plain loop. */
    static Method method(Kernel kernel) {
        if (kernel.workGroupVariant().isEmpty()) {
            return kernel.loop();
        }
        WorkGroupVariant variant = kernel.workGroupVariant().get();
        List<Method> found = Arrays.stream(variant.owner().getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> variant.method().isEmpty() || method.getName().equals(variant.method()))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(
                    "kernel " + kernel + " must have one method " + variant + ": found=" + found);
        }
        return found.get(0);
    }

    /** Makes a lambda that can be serialized: 5.2 reads the kernel from its code, 6.0 from its serialized form. */
    static Object lambda(Method method, Class<?> taskInterface) throws ReflectiveOperationException {
        MethodHandle kernel = LOOKUP.unreflect(method);
        MethodType boxed = kernel.type().wrap().changeReturnType(void.class);
        try {
            return LambdaMetafactory.altMetafactory(
                            LOOKUP,
                            "apply",
                            MethodType.methodType(taskInterface),
                            boxed.erase(),
                            kernel,
                            boxed,
                            LambdaMetafactory.FLAG_SERIALIZABLE)
                    .getTarget()
                    .invoke();
        } catch (Throwable e) {
            throw new ReflectiveOperationException("cannot implement " + taskInterface + " by " + kernel, e);
        }
    }
}
