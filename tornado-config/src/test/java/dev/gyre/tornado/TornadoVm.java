package dev.gyre.tornado;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendSettings;
import dev.gyre.engine.device.Device;
import java.util.List;

/** The TornadoVM that these tests were started with, if any. */
final class TornadoVm {

    private static final TornadoProvider PROVIDER = new TornadoProvider();

    private TornadoVm() {}

    /** Whether this JVM was started with TornadoVM's argument file. The API alone may come from a registry. */
    static boolean isInstalled() {
        return System.getProperty("tornado.load.runtime.implementation") != null;
    }

    static List<Device> devices() {
        return PROVIDER.devices();
    }

    static Backend open(Device device) {
        return PROVIDER.open(device, BackendSettings.DEFAULT);
    }
}
