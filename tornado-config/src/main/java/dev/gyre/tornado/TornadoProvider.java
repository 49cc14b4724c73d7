package dev.gyre.tornado;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendProvider;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * TornadoVM's devices. If TornadoVM is neither on the module path nor on the class path, nothing of it is loaded.
 *
 * <p>Safe for use by several threads.
 */
public final class TornadoProvider implements BackendProvider {

    /** Why the command line did not start TornadoVM from an archive of classes. */
    private static final String SLOW_START = "gyre.tornado.slow-start";

    private static final String API_CLASS = "uk/ac/manchester/tornado/api/TornadoExecutionPlan.class";

    /** For the service loader. */
    public TornadoProvider() {}

    @Override
    public String name() {
        return "TornadoVM";
    }

    @Override
    public boolean mayHaveDevices() {
        return isInstalled();
    }

    @Override
    public List<Device> devices() {
        return isInstalled() && TornadoDevices.failure().isEmpty() ? TornadoDevices.devices() : List.of();
    }

    @Override
    public String status() {
        if (!isInstalled()) {
            return "not installed; install it and set TORNADOVM_HOME to use GPUs";
        }
        return TornadoDevices.failure()
                .map(failure -> "installed, but it did not start: " + failure)
                .orElseGet(() -> Stream.of(
                                Stream.of(count(TornadoDevices.devices().size())),
                                TornadoDevices.leftOut().stream(),
                                TornadoDevices.missing().stream(),
                                Optional.ofNullable(System.getProperty(SLOW_START)).stream()
                                        .map(reason ->
                                                "each process loads TornadoVM's classes anew, without an archive of them: "
                                                        + reason))
                        .flatMap(parts -> parts)
                        .collect(Collectors.joining("; ")));
    }

    /** Returns a number of devices in words. */
    static String count(int devices) {
        return devices == 1 ? "1 device" : devices + " devices";
    }

    @Override
    public Backend open(Device device, BackendSettings settings) {
        if (!devices().contains(device)) {
            throw new DeviceException(
                    "TornadoVM has no device " + device + ", it has " + devices() + "; TornadoVM: " + status());
        }
        return new TornadoVmBackend(device, TornadoDevices.tornadoDevice(device), settings);
    }

    /** Looks for a resource, because that loads no class. */
    private static boolean isInstalled() {
        return ClassLoader.getSystemResource(API_CLASS) != null;
    }
}
