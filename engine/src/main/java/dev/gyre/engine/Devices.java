package dev.gyre.engine;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendProvider;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.DeviceException;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.verify.CheckResult;
import dev.gyre.engine.verify.SelfCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds devices, and opens the one that the settings ask for. */
final class Devices {

    /** An open backend and the reason why it was chosen. */
    record Choice(Backend backend, String reason) {}

    private final Settings settings;
    private final List<BackendProvider> providers;

    Devices(Settings settings) {
        this(settings, installedProviders());
    }

    Devices(Settings settings, List<BackendProvider> providers) {
        this.settings = settings;
        this.providers = providers;
    }

    private static List<BackendProvider> installedProviders() {
        return ServiceLoader.load(BackendProvider.class, Devices.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** All devices, this JVM first. */
    List<Device> list() {
        List<Device> devices = new ArrayList<>();
        devices.add(JvmBackend.device(settings.threads()));
        devices.addAll(byDevice().keySet());
        return devices;
    }

    /** A line for each source of devices. */
    List<String> status() {
        return providers.stream()
                .map(provider -> provider.name() + ": " + provider.status())
                .toList();
    }

    Choice open(Workers workers) {
        String wanted = settings.device().toLowerCase(Locale.ROOT);
        if (wanted.equals(Settings.JVM)) {
            return new Choice(new JvmBackend(workers), "jvm: asked for");
        }
        Map<Device, BackendProvider> devices = byDevice();
        return wanted.equals(Settings.AUTO) ? chooseAutomatically(workers, devices) : openNamed(wanted, devices);
    }

    private Choice openNamed(String wanted, Map<Device, BackendProvider> devices) {
        Optional<Device> device = find(wanted, devices.keySet());
        if (device.isPresent()) {
            Backend backend = devices.get(device.get()).open(device.get(), settings.backend());
            return new Choice(backend, device.get().id() + ": asked for");
        }
        String known = list().stream().map(Device::toString).collect(Collectors.joining(", "));
        String notes = status().stream().map(line -> "; " + line).collect(Collectors.joining());
        throw new IllegalArgumentException(
                "unknown device \"" + settings.device() + "\"; known: auto, " + known + notes);
    }

    /** Ids go before backends, and these before parts of names: "NVIDIA CUDA" is the name of an OpenCL platform. */
    private static Optional<Device> find(String wanted, Set<Device> devices) {
        return Stream.<Predicate<Device>>of(
                        device -> device.id().equals(wanted),
                        device -> device.backend().equals(wanted),
                        device -> device.matches(wanted))
                .flatMap(rule -> devices.stream().filter(rule))
                .findFirst();
    }

    /** The first accelerator that passes the short self-check, else this JVM. */
    private Choice chooseAutomatically(Workers workers, Map<Device, BackendProvider> devices) {
        List<String> rejected = new ArrayList<>();
        for (Map.Entry<Device, BackendProvider> entry : devices.entrySet()) {
            Device device = entry.getKey();
            if (device.type().isAccelerator()) {
                try {
                    Backend backend = entry.getValue().open(device, settings.backend());
                    List<CheckResult> failed =
                            SelfCheck.run(backend, workers, SelfCheck.SHORT_CASES, SelfCheck.DEFAULT_SEED, result -> {})
                                    .stream()
                                    .filter(result -> !result.passed())
                                    .toList();
                    if (failed.isEmpty()) {
                        return new Choice(backend, "auto: " + device + " passed the self-check");
                    }
                    backend.close();
                    rejected.add(device.id() + " failed the self-check of "
                            + failed.stream().map(CheckResult::name).collect(Collectors.joining(", ")));
                } catch (DeviceException e) {
                    rejected.add(device.id() + " cannot be opened: " + e.getMessage());
                }
            }
        }
        String why = rejected.isEmpty() ? "no accelerator found" : String.join("; ", rejected);
        return new Choice(new JvmBackend(workers), "auto: jvm, " + why);
    }

    private Map<Device, BackendProvider> byDevice() {
        Map<Device, BackendProvider> devices = new LinkedHashMap<>();
        for (BackendProvider provider : providers) {
            for (Device device : provider.devices()) {
                devices.put(device, provider);
            }
        }
        return devices;
    }
}
