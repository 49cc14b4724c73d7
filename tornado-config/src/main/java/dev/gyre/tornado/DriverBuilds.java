package dev.gyre.tornado;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Has the driver compile kept code before the graphs of a program need it: all of it at once, on the threads of the common pool.
 * TornadoVM 5.2.0 hands CUDA C to the driver's compiler stage by stage, and keeps the result of each text as long as the process lives,
 * so the graphs find it there.
 *
 * <p>It calls, by reflection, what TornadoVM itself calls: {@code device.getDeviceContext().createProgramWithSource(source,
 * lengths).build(options)}. If a method fails, the graph of the stage compiles the text and reports the problem. The CUDA
 * compiler may be called by several threads. Safe for use by several threads.
 */
final class DriverBuilds {

    private final Object context;
    private final Method create;
    private final TornadoThread thread;
    private final Consumer<Throwable> missing;
    private final Set<String> built = ConcurrentHashMap.newKeySet();

    /**
     * Looks for the calls.
     *
     * @param context TornadoVM's context of the device
     * @param missing is told if a program has no method that compiles it, which shows when the first one is made
     */
    DriverBuilds(Object context, TornadoThread thread, Consumer<Throwable> missing) throws NoSuchMethodException {
        this.context = context;
        this.create = context.getClass().getMethod("createProgramWithSource", byte[].class, long[].class);
        this.thread = thread;
        this.missing = missing;
    }

    /** Notes that the driver has seen a text. */
    void note(String code) {
        built.add(code);
    }

    /**
     * Compiles the texts that the driver has not seen, if there are several.
     *
     * @return the number of texts that it compiled
     */
    int build(Collection<String> codes) {
        List<String> missing =
                codes.stream().distinct().filter(code -> !built.contains(code)).toList();
        built.addAll(missing);
        if (missing.size() < 2) {
            return 0;
        }
        return thread.alone(
                () -> (int) missing.parallelStream().filter(this::build).count());
    }

    private boolean build(String code) {
        byte[] source = code.getBytes(StandardCharsets.UTF_8);
        try {
            Object program = create.invoke(context, source, new long[] {source.length});
            program.getClass().getMethod("build", String.class).invoke(program, "");
            program.getClass().getMethod("cleanup").invoke(program);
            return true;
        } catch (InvocationTargetException e) {
            return false;
        } catch (ReflectiveOperationException e) {
            missing.accept(e);
            return false;
        }
    }
}
