package dev.gyre.tornado;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;

/** A program that takes one execution after the other, each with arrays of its own, to see that memory is given back. */
final class ManyExecutions {

    private ManyExecutions() {}

    /** Arguments: id of the device, number of executions, MiB per array; each execution has three arrays. */
    public static void main(String[] arguments) {
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
        try (Backend backend = TornadoVm.open(device)) {
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
    }
}
