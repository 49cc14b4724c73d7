package dev.gyre.tornado;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendSettings;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.DeviceException;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.sample.Sample;
import dev.gyre.engine.sample.Shape;
import dev.gyre.engine.verify.SelfCheck;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/**
 * One TornadoVM device.
 *
 * <p>TornadoVM only prints a line when a driver refuses a launch. So each kernel is tried on a small case, and the answer
 * compared with the JVM's, before its first use on the device: the canary.
 */
final class TornadoVmBackend implements Backend {

    private static final Sample CANARY = new Sample(Shape.UNIFORM, 333, 3, 7L);

    private final Device device;
    private final TornadoDevice tornadoDevice;
    private final BackendSettings settings;
    private final Set<Kernel> proven = new HashSet<>();

    TornadoVmBackend(Device device, TornadoDevice tornadoDevice, BackendSettings settings) {
        this.device = device;
        this.tornadoDevice = tornadoDevice;
        this.settings = settings;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public Execution prepare(Program program) {
        long start = System.nanoTime();
        for (Phase phase : program.phases()) {
            for (Stage stage : phase.stages()) {
                prove(stage.kernel());
            }
        }
        return execution(program, start);
    }

    @Override
    public void close() {
        // Executions free what they hold; the device itself belongs to the process.
    }

    private Execution execution(Program program, long startNanos) {
        return new TornadoVmExecution(program, device, tornadoDevice, settings, startNanos);
    }

    private synchronized void prove(Kernel kernel) {
        if (!proven.contains(kernel)) {
            Optional<String> difference =
                    SelfCheck.difference(kernel, program -> execution(program, System.nanoTime()), CANARY);
            if (difference.isPresent()) {
                throw new DeviceException("kernel " + kernel + " does not work on " + device + ": " + difference.get());
            }
            proven.add(kernel);
        }
    }
}
