package dev.gyre.benchmarks;

import dev.gyre.engine.Devices;
import dev.gyre.engine.Settings;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The devices beside the JVM, listed by a process of its own.
 *
 * <p>Once NVIDIA's OpenCL driver runs in a process, the processes that this one starts do not see the GPU any more (seen
 * with driver 580): JMH's forks would find another device at the same index. So the process that starts them never starts
 * a driver itself.
 */
public final class InstalledDevices {

    private static final String SEPARATOR = "\t";

    private static List<Entry> entries;

    /**
     * One device.
     *
     * @param id its id
     * @param accelerator whether it is a GPU or the like
     * @param name what the driver calls it
     */
    record Entry(String id, boolean accelerator, String name) {

        @Override
        public String toString() {
            return id + " (" + name + ")";
        }
    }

    private InstalledDevices() {}

    /** The devices; the other process runs once. */
    static synchronized List<Entry> list() {
        if (entries == null) {
            entries = askAnotherProcess();
        }
        return entries;
    }

    /**
     * Prints the devices, one a line: what the other process does.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        for (Device device : Devices.of(Settings.load()).list()) {
            if (device.type() != Device.Type.JVM) {
                System.out.println(String.join(
                        SEPARATOR,
                        InstalledDevices.class.getName(),
                        device.id(),
                        Boolean.toString(device.type().isAccelerator()),
                        device.name()));
            }
        }
    }

    private static List<Entry> askAnotherProcess() {
        try {
            ProcessBuilder builder = AnotherProcess.of(InstalledDevices.class);
            // A large heap that is touched at the start would be so for nothing.
            builder.command().removeIf(option -> option.startsWith("-Xms") || option.equals("-XX:+AlwaysPreTouch"));
            Process process =
                    builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IllegalStateException("devices could not be listed: exit code " + status + "\n" + printed);
            }
            return printed.lines()
                    .map(line -> line.split(SEPARATOR))
                    .filter(fields -> fields[0].equals(InstalledDevices.class.getName()))
                    .map(fields -> new Entry(fields[1], Boolean.parseBoolean(fields[2]), fields[3]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("devices could not be listed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while devices were listed", e);
        }
    }
}
