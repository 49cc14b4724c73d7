package dev.gyre.tornado;

import dev.gyre.engine.device.Device;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import uk.ac.manchester.tornado.api.TornadoBackend;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/** The devices of the TornadoVM in this process, listed once. */
final class TornadoDevices {

    private static final Map<Device, TornadoDevice> DEVICES = new LinkedHashMap<>();
    private static final String FAILURE = start();

    private TornadoDevices() {}

    /** Why TornadoVM did not start, or empty. */
    static Optional<String> failure() {
        return Optional.ofNullable(FAILURE);
    }

    static List<Device> devices() {
        return List.copyOf(DEVICES.keySet());
    }

    static TornadoDevice tornadoDevice(Device device) {
        return DEVICES.get(device);
    }

    private static String start() {
        try {
            TornadoOptions.apply();
            for (TornadoBackend backend :
                    TornadoExecutionPlan.getTornadoDeviceMap().getAllBackends()) {
                list(backend);
            }
            return null;
        } catch (RuntimeException | LinkageError e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return cause.toString();
        }
    }

    private static void list(TornadoBackend backend) {
        // By name: the enum of an older API lacks newer backends.
        String backendName = backend.getBackendType().name().toLowerCase(Locale.ROOT);
        for (int i = 0; i < backend.getNumDevices(); i++) {
            TornadoDevice device = backend.getDevice(i);
            DEVICES.put(
                    new Device(
                            backendName,
                            i,
                            device.getPhysicalDevice().getDeviceName(),
                            type(device.getDeviceType()),
                            device.getMaxGlobalMemory(),
                            device.getMaxAllocMemory()),
                    device);
        }
    }

    private static Device.Type type(TornadoDeviceType type) {
        if (type == TornadoDeviceType.GPU) {
            return Device.Type.GPU;
        }
        return type == TornadoDeviceType.CPU ? Device.Type.CPU : Device.Type.ACCELERATOR;
    }
}
