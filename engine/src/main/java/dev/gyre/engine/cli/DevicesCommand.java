package dev.gyre.engine.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.device.Device;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists devices. */
@Command(name = "devices", description = "Lists the devices that --device takes, and where they were looked for.")
final class DevicesCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        TextTable table = new TextTable();
        table.add("device", "name", "type", "memory");
        for (Device device : Engine.devices(Settings.load())) {
            table.add(
                    device.id(),
                    device.name(),
                    device.type().name().toLowerCase(Locale.ROOT),
                    Numbers.bytes(device.memoryBytes()));
        }
        table.print(out);
        for (String source : Engine.deviceSources()) {
            out.println(source);
        }
    }
}
