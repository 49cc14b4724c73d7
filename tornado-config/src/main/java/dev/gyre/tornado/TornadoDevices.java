package dev.gyre.tornado;

import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.TornadoBackend;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/** The devices of the TornadoVM in this process, listed once. */
final class TornadoDevices {

    private static final Map<Device, TornadoDevice> DEVICES = new LinkedHashMap<>();
    private static final Path NVIDIA_MODULE = Path.of("/proc/driver/nvidia/version");
    private static final String CUDA = "cuda";
    private static final List<String> LEFT_OUT = new ArrayList<>();
    private static final String FAILURE = start();

    private TornadoDevices() {}

    /** Returns why TornadoVM did not start, or empty. */
    static Optional<String> failure() {
        return Optional.ofNullable(FAILURE);
    }

    /** Returns the devices of TornadoVM that cannot be used, each with the reason. */
    static List<String> leftOut() {
        return List.copyOf(LEFT_OUT);
    }

    /** Returns what devices have to do without, because TornadoVM's inside is another, and what that costs. */
    static List<String> missing() {
        return DEVICES.entrySet().stream()
                .flatMap(entry -> Inside.of(entry.getKey(), entry.getValue()).missing().stream())
                .toList();
    }

    static List<Device> devices() {
        return List.copyOf(DEVICES.keySet());
    }

    static TornadoDevice tornadoDevice(Device device) {
        return DEVICES.get(device);
    }

    /**
     * Returns a device, its driver, TornadoVM and Java, in one line. TornadoVM gives the driver's version only within its description of
     * a device, and on PTX not at all: there it comes from the kernel module, if the system has it.
     */
    static String identity(Device device) {
        String driver = Stream.concat(
                        tornadoDevice(device)
                                .getPhysicalDevice()
                                .getDeviceInfo()
                                .lines(),
                        kernelModule(device))
                .map(line -> line.trim().replaceAll("\\s+", " "))
                .filter(line -> line.toLowerCase(Locale.ROOT).contains("version"))
                .collect(Collectors.joining(", "));
        return device + "; " + (driver.isEmpty() ? "driver of unknown version" : driver) + "; TornadoVM " + version()
                + "; Java " + System.getProperty("java.vm.version");
    }

    /** Returns what NVIDIA's kernel module says about itself; empty for devices of OpenCL, whose drivers give their version. */
    private static Stream<String> kernelModule(Device device) {
        if (device.backend().equals("opencl")) {
            return Stream.empty();
        }
        try {
            return Files.readAllLines(NVIDIA_MODULE).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /** Returns TornadoVM's version, from its module; on the class path, from the description of a module in its jar. */
    private static String version() {
        Class<?> api = TornadoExecutionPlan.class;
        ModuleDescriptor module = api.getModule().getDescriptor();
        if (module == null) {
            String file = api.getName().replace('.', '/') + ".class";
            String location = String.valueOf(ClassLoader.getSystemResource(file));
            try (InputStream in = URI.create(location.replace(file, "module-info.class"))
                    .toURL()
                    .openStream()) {
                module = ModuleDescriptor.read(in);
            } catch (IOException | RuntimeException e) {
                return "of unknown version";
            }
        }
        return module.rawVersion().orElse("of unknown version");
    }

    private static String start() {
        try {
            TornadoOptions.apply();
            Optional<String> oneGpu = CudaPlatforms.split();
            for (TornadoBackend backend :
                    TornadoExecutionPlan.getTornadoDeviceMap().getAllBackends()) {
                list(backend, oneGpu);
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

    private static void list(TornadoBackend backend, Optional<String> oneGpu) {
        // By name: the enum of an older API lacks newer backends.
        String backendName = backend.getBackendType().name().toLowerCase(Locale.ROOT);
        for (int i = 0; i < backend.getNumDevices(); i++) {
            if (i > 0 && backendName.equals(CUDA) && oneGpu.isPresent()) {
                LEFT_OUT.add(backendName + ":" + i + " would run on the GPU of " + backendName + ":0 (" + oneGpu.get()
                        + ")");
                continue;
            }
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
