package dev.gyre.tornado;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Machine code that CUDA's compiler made of kept code, from one process to the next: without it each process compiles the same texts again. The first two
 * joins of a process took 0.6 to 1.0 s with it and 1.2 to 1.7 s without (131,072 points, 16 cores beside an H200, November 2026).
 *
 * <p>TornadoVM 5.2.0 takes machine code by a public method, {@code device.getDeviceContext().createProgramWithBinary(code, lengths)}, but
 * gives it by one that is not ({@code getBinaries}; the public {@code dumpBinaries} fails). So Java must be started with {@value #OPENS}, as
 * the command line does. Code that the driver refuses counts as missing. Safe for use by several threads.
 */
final class MachineCode {

    /** Lets this class read machine code. */
    static final String OPENS = "--add-opens=tornado.drivers.cuda/uk.ac.manchester.tornado.drivers.cuda=ALL-UNNAMED";

    private static final String SUCCESS = "CL_BUILD_SUCCESS";

    private final Object context;
    private final Method create;
    private final Method build;
    private final Method status;
    private final Method sizes;
    private final Method read;
    private final Field handle;
    private final String compiler;

    /** Where machine code is kept for a device. */
    record Kept(KernelCache cache, KernelKeys keys) {}

    /**
     * Looks for the calls.
     *
     * @param context TornadoVM's context of the device
     */
    MachineCode(Object context) throws ReflectiveOperationException {
        this.context = context;
        this.create = context.getClass().getMethod("createProgramWithBinary", byte[].class, long[].class);
        Class<?> programs = create.getReturnType();
        this.build = programs.getMethod("build", String.class);
        this.status = programs.getMethod("getStatus", long.class);
        this.sizes = programs.getMethod("getBinarySizes");
        this.read = programs.getDeclaredMethod("getBinaries", long.class, long.class, ByteBuffer.class);
        this.handle = programs.getDeclaredField("programPointer");
        read.setAccessible(true);
        handle.setAccessible(true);
        this.compiler = programs.getMethod("getNvrtcVersion").invoke(null).toString();
    }

    /** Returns a program of the machine code of a text, if it is kept and the driver takes it. */
    Optional<Object> program(String text, Kept kept) throws ReflectiveOperationException {
        Optional<byte[]> code = kept.cache().machineCode(kept.keys().ofMachineCode(text, compiler));
        if (code.isEmpty()) {
            return Optional.empty();
        }
        Object program = create.invoke(context, code.get(), new long[] {code.get().length});
        build.invoke(program, "");
        return isBuilt(program) ? Optional.of(program) : Optional.empty();
    }

    /** Keeps the machine code of a program that the driver has compiled. */
    void keep(String text, Object program, Kept kept) throws ReflectiveOperationException {
        if (isBuilt(program)) {
            ByteBuffer code = ByteBuffer.allocateDirect(Math.toIntExact(((long[]) sizes.invoke(program))[0]));
            read.invoke(null, handle.getLong(program), 1L, code);
            byte[] bytes = new byte[code.remaining()];
            code.get(bytes);
            kept.cache().keepMachineCode(kept.keys().ofMachineCode(text, compiler), bytes);
        }
    }

    private boolean isBuilt(Object program) throws ReflectiveOperationException {
        return status.invoke(program, 0L).toString().equals(SUCCESS);
    }
}
