package dev.gyre.engine;

import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.cost.CostModel;
import dev.gyre.engine.cost.Verifications;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendProvider;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Experience;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.team.DeviceSet;
import dev.gyre.engine.team.Opener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The devices on this machine. Immutable and safe for use by several threads; every call looks for the devices again. */
public final class Devices {

    /** Property that the launcher sets when it starts Java without TornadoVM for a small input. */
    private static final String SMALL_INPUT = "gyre.small-input";

    /** Names the first GPU. */
    private static final String GPU = "gpu";

    private static final String NO_ACCELERATOR = "no accelerator found";

    private final Settings settings;
    private final List<BackendProvider> providers;

    Devices(Settings settings, List<BackendProvider> providers) {
        this.settings = settings;
        this.providers = providers;
    }

    private static List<BackendProvider> installedProviders() {
        return ServiceLoader.load(BackendProvider.class, Devices.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /**
     * Makes a list of this machine's devices; nothing is opened.
     *
     * @param settings number of threads of the JVM; location of the records of {@code gyre verify}, beside the calibration
     * @return the devices
     */
    public static Devices of(Settings settings) {
        return new Devices(settings, installedProviders());
    }

    /** {@return all devices, this JVM first} */
    public List<Device> list() {
        List<Device> devices = new ArrayList<>();
        devices.add(JvmBackend.device(settings.threads()));
        devices.addAll(byDevice().keySet());
        return devices;
    }

    /** {@return a line for each source of devices with its result, and one for damaged records of {@code gyre verify}} */
    public List<String> sources() {
        return Stream.concat(status(), Stream.of(records().damage()))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private Stream<String> status() {
        return providers.stream().map(provider -> provider.name() + ": " + provider.status());
    }

    /**
     * Reports the outcome of {@code gyre verify} for each device. Opens each device.
     *
     * @return for each device, this JVM first, {@code not verified}, or the outcome and its date
     */
    public Map<Device, String> verifications() {
        Verifications records = records();
        Map<Device, String> states = new LinkedHashMap<>();
        Device jvm = JvmBackend.device(settings.threads());
        states.put(jvm, records.state(jvm.toString(), Engine.version()));
        byDevice().forEach((device, provider) -> states.put(device, state(device, provider, records)));
        return states;
    }

    private String state(Device device, BackendProvider provider, Verifications records) {
        try (Backend backend = provider.open(device, settings.backend())) {
            return records.state(backend.identity(), Engine.version());
        } catch (DeviceException e) {
            return "cannot be opened: " + e.getMessage();
        }
    }

    private Verifications records() {
        return Verifications.read(Verifications.file(settings.calibration()));
    }

    /** Returns the planner for the device of the settings; the automatic planner opens a device only when a call is worth it. */
    Planner planner(Workers workers) {
        String wanted = settings.device().toLowerCase(Locale.ROOT);
        Supplier<CostModel> costs = once(() -> {
            CostModel model = CostModel.load(settings.calibration(), settings.threads());
            return keepsCode() ? model : model.withoutKeptCode();
        });
        boolean automatic = wanted.equals(Settings.AUTO);
        boolean several = wanted.equals(Settings.ALL) || wanted.contains("+");
        List<Device> named = automatic || wanted.equals(Settings.JVM) ? List.of() : named();
        long kept = settings.keptMemory() / Math.max(1, named.size());
        // Loops that a device waits for run before the remaining slices of the JVM's own share.
        Workers urgent = workers.urgent();
        boolean strict = settings.strict()
                && !named.isEmpty()
                && named.stream().allMatch(device -> device.type() != Device.Type.JVM);
        Function<Backend, Context> contexts = backend -> {
            boolean onJvm = backend.device().type() == Device.Type.JVM;
            Context context = new Context(
                    backend,
                    onJvm ? workers : urgent,
                    settings.memoryLimit(),
                    kept,
                    () -> costs.get().of(backend.device()));
            return context.withStrict(strict && !onJvm);
        };
        Context jvm = contexts.apply(new JvmBackend(workers));
        if (automatic) {
            return new Planner(DeviceSet.automatic(jvm, new Automatic(), contexts), costs, experience());
        }
        if (several) {
            return new Planner(set(jvm, named, contexts), costs, experience());
        }
        if (named.isEmpty()) {
            return new Planner(DeviceSet.of(jvm, jvm, "jvm: asked for"), costs, experience());
        }
        Backend backend = open(named.getFirst());
        String reason = backend.device().id() + ": asked for";
        return new Planner(DeviceSet.of(jvm, contexts.apply(backend), reason), costs, experience());
    }

    /** What calls of earlier processes took, beside the kernel cache. */
    private Experience experience() {
        if (!settings.learning()) {
            return Experience.none();
        }
        return Experience.in(settings.backend()
                .kernelCache()
                .map(cache -> cache.toAbsolutePath().resolveSibling("calls"))
                .orElse(null));
    }

    private DeviceSet set(Context jvm, List<Device> devices, Function<Backend, Context> contexts) {
        boolean usesJvm = devices.contains(jvm.device());
        String ids = devices.stream().map(Device::id).collect(Collectors.joining("+"));
        List<Backend> backends = new ArrayList<>();
        try {
            for (Device device : devices) {
                if (!device.equals(jvm.device())) {
                    backends.add(open(device));
                }
            }
        } catch (DeviceException e) {
            backends.forEach(Backend::close);
            throw e;
        }
        return backends.isEmpty()
                ? DeviceSet.of(jvm, jvm, ids + ": asked for")
                : DeviceSet.of(jvm, usesJvm, backends, contexts, ids + ": asked for");
    }

    /** The devices that the user named, each once, the JVM first. */
    private List<Device> named() {
        List<Device> all = list();
        if (settings.device().equalsIgnoreCase(Settings.ALL)) {
            return all;
        }
        Set<Device> named = new LinkedHashSet<>();
        for (String wanted : settings.device().split("\\+", -1)) {
            named.add(find(wanted.strip().toLowerCase(Locale.ROOT), all).orElseThrow(() -> unknown(wanted.strip())));
        }
        return all.stream().filter(named::contains).toList();
    }

    private IllegalArgumentException unknown(String wanted) {
        String known = list().stream().map(Device::toString).collect(Collectors.joining(", "));
        String notes = status().map(line -> "; " + line).collect(Collectors.joining());
        return new IllegalArgumentException(
                "unknown device \"" + wanted + "\"; known: auto, " + known + ", all" + notes);
    }

    /** Returns whether earlier processes have left code that was compiled for devices. */
    private boolean keepsCode() {
        Optional<Path> directory = settings.backend().kernelCache();
        if (directory.isEmpty() || !Files.isDirectory(directory.get())) {
            return false;
        }
        try (Stream<Path> entries = Files.list(directory.get())) {
            return entries.anyMatch(entry -> entry.getFileName().toString().endsWith(".code"));
        } catch (IOException e) {
            // An unreadable folder keeps nothing for this process.
            return false;
        }
    }

    /** Calls the supplier on first use, and keeps the result. */
    private static Supplier<CostModel> once(Supplier<CostModel> supplier) {
        AtomicReference<CostModel> kept = new AtomicReference<>();
        return () -> {
            CostModel model = kept.get();
            if (model == null) {
                // Two threads may both read the file, with the same result.
                model = supplier.get();
                kept.set(model);
            }
            return model;
        };
    }

    private Backend open(Device device) {
        return byDevice().get(device).open(device, settings.backend());
    }

    /** Matches ids first, then backends, then {@value #GPU}, then parts of names: "NVIDIA CUDA" is the name of an OpenCL platform. */
    private static Optional<Device> find(String wanted, List<Device> devices) {
        return Stream.<Predicate<Device>>of(
                        device -> device.id().equals(wanted),
                        device -> device.backend().equals(wanted),
                        device -> device.type() == Device.Type.GPU && wanted.equals(GPU),
                        device -> device.matches(wanted))
                .flatMap(rule -> devices.stream().filter(rule))
                .findFirst();
    }

    /** Opens the first accelerator that can be trusted: it has not failed its self-check and passes a probe. */
    private final class Automatic implements Opener {

        @Override
        public Optional<String> noDevices() {
            if (providers.stream().anyMatch(BackendProvider::mayHaveDevices)) {
                return Optional.empty();
            }
            return Optional.of(
                    System.getProperty(SMALL_INPUT) == null ? NO_ACCELERATOR : "TornadoVM left out for a small input");
        }

        @Override
        public Opener.Opened open() {
            Verifications records = records();
            List<String> rejected = new ArrayList<>();
            for (Map.Entry<Device, BackendProvider> entry : byDevice().entrySet()) {
                Device device = entry.getKey();
                if (device.type().isAccelerator()) {
                    try {
                        Backend backend = entry.getValue().open(device, settings.backend());
                        Optional<String> doubt = doubt(backend, records);
                        if (doubt.isEmpty()) {
                            String state = records.state(backend.identity(), Engine.version());
                            return new Opener.Opened(Optional.of(backend), device + ", " + state);
                        }
                        backend.close();
                        rejected.add(device.id() + " " + doubt.get());
                    } catch (DeviceException e) {
                        rejected.add(device.id() + " cannot be opened: " + e.getMessage());
                    }
                }
            }
            return new Opener.Opened(
                    Optional.empty(), rejected.isEmpty() ? NO_ACCELERATOR : String.join("; ", rejected));
        }
    }

    /** Returns the reason not to trust a device, or empty if there is none. */
    private static Optional<String> doubt(Backend backend, Verifications records) {
        Optional<String> failure = records.failure(backend.identity(), Engine.version());
        if (failure.isPresent()) {
            return failure;
        }
        try {
            return ProbeKernels.difference(backend).map(difference -> "failed the probe: " + difference);
        } catch (RuntimeException e) {
            return Optional.of("failed the probe: " + e.getMessage());
        }
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
