package dev.gyre.engine;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendProvider;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.FaultyBackend;
import java.util.List;

/** Provides one device with the given backend. */
public record OneCard(Device card, Backend backend) implements BackendProvider {

    /** The device of {@link #open}. */
    public static final String ID = "card:0";

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final Workers WORKERS = new Workers(2);

    /** Opens an engine on a device that the JVM imitates, and whose memory is its own; the settings name it. */
    public static Engine open(Settings settings) {
        Backend backend = new FaultyBackend(CARD, WORKERS, FaultyBackend.Fault.NONE);
        return new Engine(settings, new Devices(settings, List.of(new OneCard(CARD, backend))));
    }

    @Override
    public boolean mayHaveDevices() {
        return true;
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public List<Device> devices() {
        return List.of(card);
    }

    @Override
    public String status() {
        return "1 device";
    }

    @Override
    public Backend open(Device device, BackendSettings settings) {
        return backend;
    }
}
