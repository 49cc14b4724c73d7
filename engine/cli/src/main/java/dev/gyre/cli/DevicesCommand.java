package dev.gyre.cli;

import dev.gyre.engine.Devices;
import dev.gyre.engine.Settings;
import java.util.Locale;

/** Lists devices. */
final class DevicesCommand extends Command {

    DevicesCommand() {
        super(
                "devices",
                "Lists the devices that --device accepts, the outcome of \"gyre verify\" for each, and the sources of devices.");
    }

    @Override
    public Integer call() {
        TextTable table = new TextTable();
        table.add("device", "name", "type", "memory", "checked");
        Devices devices = Devices.of(Settings.load());
        devices.verifications()
                .forEach((device, outcome) -> table.add(
                        device.id(),
                        device.name(),
                        device.type().name().toLowerCase(Locale.ROOT),
                        Numbers.bytes(device.memoryBytes()),
                        outcome));
        table.print(out());
        devices.sources().forEach(out()::println);
        return ExitCode.OK;
    }
}
