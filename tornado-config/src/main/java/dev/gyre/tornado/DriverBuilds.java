package dev.gyre.tornado;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Brings kept code to a device of CUDA before a program needs it: all of it at once, on the threads of the common pool, and as
 * {@link MachineCode} where that is kept. TornadoVM 5.2.0 hands CUDA C to the driver's compiler stage by stage, and keeps the result of each text
 * as long as the process lives, so task graphs find it there.
 *
 * <p>It calls, by reflection, what TornadoVM itself calls: {@code device.getDeviceContext().createProgramWithSource(source,
 * lengths).build(options)}. If a method fails, the first use of the stage compiles the text and reports the problem. The CUDA
 * compiler may be called by several threads. Safe for use by several threads.
 */
final class DriverBuilds {

    private final Object context;
    private final Method create;
    private final TornadoThread thread;
    private final Optional<DriverCalls> calls;
    private final Optional<MachineCode> machineCode;
    private final Consumer<Throwable> missing;
    private final Set<String> built = ConcurrentHashMap.newKeySet();

    /** A text and the driver's program of it. */
    private record Built(String text, Object program) {}

    /**
     * Looks for the calls.
     *
     * @param context TornadoVM's context of the device
     * @param calls keeps the programs, where kept code runs without task graphs
     * @param missing is told if a program has no method that compiles it, which shows when the first one is made
     */
    DriverBuilds(
            Object context,
            TornadoThread thread,
            Optional<DriverCalls> calls,
            Optional<MachineCode> machineCode,
            Consumer<Throwable> missing)
            throws NoSuchMethodException {
        this.context = context;
        this.create = context.getClass().getMethod("createProgramWithSource", byte[].class, long[].class);
        this.thread = thread;
        this.calls = calls;
        this.machineCode = calls.isPresent() ? machineCode : Optional.empty();
        this.missing = missing;
    }

    /** Notes that the driver has seen a text. */
    void note(String code) {
        built.add(code);
    }

    /**
     * Builds the texts that the device does not have; without launches of its own, if they are several that the driver has not seen.
     *
     * @param kept where machine code is kept, if it is
     * @return the number of texts that it built
     */
    int build(Collection<String> codes, Optional<MachineCode.Kept> kept) {
        return thread.alone(() -> {
            List<String> open =
                    codes.stream().distinct().filter(code -> !isThere(code)).toList();
            built.addAll(open);
            if (calls.isEmpty() && open.size() < 2) {
                return 0;
            }
            List<Built> programs = open.parallelStream()
                    .map(code -> build(code, kept))
                    .flatMap(Optional::stream)
                    .toList();
            programs.forEach(this::take);
            return programs.size();
        });
    }

    private boolean isThere(String code) {
        return calls.isPresent() ? calls.get().has(code) : built.contains(code);
    }

    private Optional<Built> build(String code, Optional<MachineCode.Kept> kept) {
        try {
            boolean isKept = kept.isPresent() && machineCode.isPresent();
            Optional<Object> program = isKept ? machineCode.get().program(code, kept.get()) : Optional.empty();
            if (program.isEmpty()) {
                byte[] source = code.getBytes(StandardCharsets.UTF_8);
                program = Optional.of(create.invoke(context, source, new long[] {source.length}));
                program.get().getClass().getMethod("build", String.class).invoke(program.get(), "");
                if (isKept) {
                    machineCode.get().keep(code, program.get(), kept.get());
                }
            }
            return program.map(made -> new Built(code, made));
        } catch (InvocationTargetException e) {
            return Optional.empty();
        } catch (ReflectiveOperationException e) {
            missing.accept(e);
            return Optional.empty();
        }
    }

    /** Keeps a program where it is launched; elsewhere the driver remembers what it compiled. */
    private void take(Built built) {
        if (calls.isPresent()) {
            calls.get().add(built.text(), built.program());
            return;
        }
        try {
            built.program().getClass().getMethod("cleanup").invoke(built.program());
        } catch (ReflectiveOperationException e) {
            missing.accept(e);
        }
    }
}
