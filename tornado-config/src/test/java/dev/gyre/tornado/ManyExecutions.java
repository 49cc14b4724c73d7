package dev.gyre.tornado;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.lang.reflect.Field;

/** A program that makes one execution after the other, each with large arrays, to check that memory is freed. */
final class ManyExecutions {

    private ManyExecutions() {}

    /**
     * Arguments: id of the device, number of executions, MiB per array, and the directory of the kernel cache, if any. Each execution has
     * three large arrays. With kept code, only the first kernel's graph uses the first array.
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Device device = TornadoVm.devices().stream()
                .filter(candidate -> candidate.id().equals(arguments[0]))
                .findFirst()
                .orElseThrow();
        int executions = Integer.parseInt(arguments[1]);
        int items = Integer.parseInt(arguments[2]) << 18;
        int[] in = new int[items];
        int[] scratch = new int[items];
        int[] out = new int[items];
        int[] factor = {3};
        in[items - 1] = 7;
        BackendSettings settings =
                arguments.length > 3 ? TornadoVm.SETTINGS.withKernelCache(arguments[3]) : TornadoVm.SETTINGS;
        long available;
        try (Backend backend = TornadoVm.open(device, settings)) {
            available = available(device);
            for (int i = 0; i < executions; i++) {
                Program program = Program.of(
                        "execution " + i,
                        Phase.named("load").upload(in, factor, out).build(),
                        Phase.named("add")
                                .stage(DeviceKernels.SCALE.stage(items, in, factor, scratch))
                                .stage(DeviceKernels.ADD.stage(items, scratch, out))
                                .build(),
                        Phase.named("fetch").download(out).build());
                try (Execution execution = backend.prepare(program)) {
                    execution.run("load", Progress.NONE);
                    execution.run("add", Progress.NONE);
                    execution.run("fetch", Progress.NONE);
                }
                if (out[items - 1] != 21 * (i + 1)) {
                    throw new AssertionError("execution " + i + ": " + out[items - 1]);
                }
            }
        }
        System.out.println("executions=" + executions);
        System.out.println("left=" + (available - available(device)));
    }

    /** Returns the bytes of the device that TornadoVM counts as free. */
    private static long available(Device device) throws ReflectiveOperationException {
        Object context = TornadoDevices.tornadoDevice(device).getDeviceContext();
        Object provider = context.getClass().getMethod("getBufferProvider").invoke(context);
        Class<?> type = provider.getClass();
        while (!type.getSimpleName().equals("TornadoBufferProvider")) {
            type = type.getSuperclass();
        }
        Field available = type.getDeclaredField("currentMemoryAvailable");
        available.setAccessible(true);
        return available.getLong(provider);
    }
}
