package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * The values of a benchmark's {@code backend} parameter: {@value #JVM_1} for one thread of this JVM, {@code jvm} for all of them, and the
 * ids of devices. Apart from device and threads, an engine has the settings of the file and the environment.
 */
final class Backends {

    /** One thread of this JVM. */
    static final String JVM_1 = "jvm-1";

    private Backends() {}

    /** Opens an engine on a backend. */
    static Engine open(String backend) {
        Settings settings = Settings.load();
        return Engine.open(
                backend.equals(JVM_1)
                        ? settings.withDevice(Settings.JVM).withThreads(1)
                        : settings.withDevice(backend));
    }

    /** Returns the number of JVM threads of a backend. */
    static int threads(String backend) {
        return backend.equals(JVM_1) ? 1 : Settings.load().threads();
    }

    /**
     * Returns the backends of this machine.
     *
     * @return one thread, all threads, and each other device
     */
    static List<String> all() {
        List<String> backends = new ArrayList<>(List.of(JVM_1, Settings.JVM));
        InstalledDevices.list().forEach(device -> backends.add(device.id()));
        return backends;
    }

    static void requireKnown(List<String> backends) {
        List<String> known = all();
        for (String backend : backends) {
            if (!backend.equals(Settings.ALL) && !known.containsAll(List.of(backend.split("\\+")))) {
                throw new IllegalArgumentException(
                        "unknown device \"" + backend + "\"; known: " + String.join(", ", known));
            }
        }
    }

    /** Returns whether a backend is this JVM, to which nothing has to be copied. */
    static boolean isJvm(String backend) {
        return backend.equals(JVM_1) || backend.equals(Settings.JVM);
    }
}
