package dev.gyre.tornado;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/**
 * Has the driver compile kept code before the graphs of a program need it: all of it at once, on the threads of the common pool.
 * TornadoVM 5.2.0 hands CUDA C to the driver's compiler stage by stage, and keeps the result of each text as long as the process lives,
 * so the graphs find it there.
 *
 * <p>It calls, by reflection, what TornadoVM itself calls: {@code device.getDeviceContext().createProgramWithSource(source,
 * lengths).build(options)}. If a method is missing or fails, the graph of the stage compiles the text and reports the problem. The CUDA
 * compiler may be called by several threads. Safe for use by several threads.
 */
final class DriverBuilds {

    private final TornadoDevice device;
    private final TornadoThread thread;
    private final Set<String> built = ConcurrentHashMap.newKeySet();

    DriverBuilds(TornadoDevice device, TornadoThread thread) {
        this.device = device;
        this.thread = thread;
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
            Object context = device.getDeviceContext();
            Object program = context.getClass()
                    .getMethod("createProgramWithSource", byte[].class, long[].class)
                    .invoke(context, source, new long[] {source.length});
            program.getClass().getMethod("build", String.class).invoke(program, "");
            program.getClass().getMethod("cleanup").invoke(program);
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
