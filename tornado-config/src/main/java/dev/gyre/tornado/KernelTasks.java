package dev.gyre.tornado;

import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.program.Stage;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TaskPackage;

/**
 * Turns the engine's reference to a kernel into a TornadoVM task.
 *
 * <p>The engine does not know TornadoVM's functional interfaces. The static method behind the reference is read from its
 * {@link SerializedLambda}, and a lambda of the interface {@code TornadoFunctions.TaskN} is spun on it, which TornadoVM
 * resolves as if it had been written there.
 */
final class KernelTasks {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final String TASK_INTERFACE = "uk.ac.manchester.tornado.api.common.TornadoFunctions$Task";

    private KernelTasks() {}

    /** A task that runs a stage: the variant for work-groups where there is one, else the plain loop. */
    static TaskPackage task(String id, Stage stage) {
        Kernel kernel = stage.kernel();
        List<Object> arguments = new ArrayList<>();
        try {
            MethodHandle method;
            if (kernel.groupFunction().isPresent()) {
                method = method(kernel.groupFunction().get());
                arguments.add(new KernelContext());
            } else {
                method = method(kernel.function());
                arguments.add(0);
            }
            arguments.add(stage.items());
            arguments.addAll(stage.arguments());
            return task(id, method, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a TornadoVM task of kernel " + kernel, e);
        }
    }

    private static TaskPackage task(String id, MethodHandle method, List<Object> arguments)
            throws ReflectiveOperationException {
        Class<?> taskInterface = Class.forName(TASK_INTERFACE + arguments.size());
        List<Object> parameters = new ArrayList<>(List.of(id, lambda(method, taskInterface)));
        parameters.addAll(arguments);
        Class<?>[] types = new Class<?>[parameters.size()];
        Arrays.fill(types, Object.class);
        types[0] = String.class;
        types[1] = taskInterface;
        return TaskPackage.class.getConstructor(types).newInstance(parameters.toArray());
    }

    private static MethodHandle method(GroupFunction function) throws ReflectiveOperationException {
        for (Method method : function.owner().getMethods()) {
            if (method.getName().equals(function.method())) {
                return LOOKUP.unreflect(method);
            }
        }
        throw new NoSuchMethodException(function.toString());
    }

    /** The static method that a method reference stands for. */
    private static MethodHandle method(KernelFunction function) throws ReflectiveOperationException {
        Method writeReplace = function.getClass().getDeclaredMethod("writeReplace");
        writeReplace.setAccessible(true);
        SerializedLambda lambda = (SerializedLambda) writeReplace.invoke(function);
        ClassLoader loader = function.getClass().getClassLoader();
        Class<?> owner = Class.forName(lambda.getImplClass().replace('/', '.'), true, loader);
        MethodType type = MethodType.fromMethodDescriptorString(lambda.getImplMethodSignature(), loader);
        return LOOKUP.findStatic(owner, lambda.getImplMethodName(), type);
    }

    private static Object lambda(MethodHandle kernel, Class<?> taskInterface) throws ReflectiveOperationException {
        MethodType boxed = kernel.type().wrap().changeReturnType(void.class);
        try {
            return LambdaMetafactory.metafactory(
                            LOOKUP, "apply", MethodType.methodType(taskInterface), boxed.erase(), kernel, boxed)
                    .getTarget()
                    .invoke();
        } catch (Throwable e) {
            throw new ReflectiveOperationException("cannot implement " + taskInterface + " by " + kernel, e);
        }
    }
}
