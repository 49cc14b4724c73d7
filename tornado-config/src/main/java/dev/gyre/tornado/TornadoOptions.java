package dev.gyre.tornado;

import java.util.Map;

/**
 * The system properties without which TornadoVM may give wrong answers silently. TornadoVM reads them when its classes
 * are loaded, so they are set before its first use.
 */
final class TornadoOptions {

    private static final String BAILOUT = "tornado.recover.bailout";

    private static final Map<String, String> DEFAULTS = Map.of(
            // A kernel that does not compile would run as sequential Java.
            BAILOUT,
            "False",
            // The default of 4096 bytes overflows at about 60 tasks.
            "tornado.tvm.maxbytecodesize",
            "131072",
            // Each run clears several lists per task, each of so many events; only -Dtornado.vm.deps=True uses them.
            // The default is 32768: 128 KiB per list.
            "tornado.max.events",
            "64",
            // The default of 4 GB is less than the devices have; the engine keeps operations within the device's
            // memory.
            "tornado.device.memory",
            "1024GB",
            // The default adds -cl-fast-relaxed-math, which lets a driver add up in another order and drop denormals.
            "tornado.opencl.compiler.flags",
            "-cl-mad-enable -w");

    private TornadoOptions() {}

    static void apply() {
        DEFAULTS.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
        if (Boolean.parseBoolean(System.getProperty(BAILOUT))) {
            throw new IllegalStateException(
                    "-D" + BAILOUT
                            + "=True would run kernels that fail to compile as sequential Java: leave it out or set it to False");
        }
    }
}
