package dev.gyre.tornado;

import dev.gyre.engine.Devices;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;

/** A program that prints, in a line each, how the provider and the engine behave without TornadoVM. */
final class WithoutTornadoVm {

    private WithoutTornadoVm() {}

    /** Prints devices, status, the refusal of a device, and the engine's choice. */
    public static void main(String[] arguments) {
        TornadoProvider provider = new TornadoProvider();
        System.out.println("devices=" + provider.devices());
        System.out.println("status=" + provider.status());
        Device device = new Device("opencl", 0, "absent", Device.Type.GPU, 1, 1);
        try {
            provider.open(device, BackendSettings.DEFAULT).close();
        } catch (DeviceException e) {
            System.out.println("refused=" + e.getMessage());
        }
        try (Engine engine = Engine.open(Settings.DEFAULT)) {
            System.out.println("engine=" + engine.device().id() + ", " + engine.choice());
        }
        System.out.println("sources=" + Devices.of(Settings.DEFAULT).sources());
        try {
            Engine.open(Settings.DEFAULT.withDevice("opencl:0")).close();
        } catch (IllegalArgumentException e) {
            System.out.println("unknown=" + e.getMessage());
        }
    }
}
