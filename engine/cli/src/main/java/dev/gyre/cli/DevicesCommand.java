package dev.gyre.cli;

import dev.gyre.engine.Devices;
import dev.gyre.engine.Settings;
import dev.gyre.engine.program.Device;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists devices. */
@Command(
        name = "devices",
        description =
                "Lists the devices that --device accepts, the outcome of \"gyre verify\" for each, and the sources of devices.")
final class DevicesCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        TextTable table = new TextTable();
        table.add("device", "name", "type", "memory", "checked");
        Settings settings = Settings.load();
        for (Map.Entry<Device, String> entry :
                Devices.of(settings).verifications().entrySet()) {
            Device device = entry.getKey();
            table.add(
                    device.id(),
                    device.name(),
                    device.type().name().toLowerCase(Locale.ROOT),
                    Numbers.bytes(device.memoryBytes()),
                    entry.getValue());
        }
        table.print(out);
        for (String source : Devices.of(settings).sources()) {
            out.println(source);
        }
    }
}
