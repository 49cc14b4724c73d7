package dev.gyre.benchmarks;

import dev.gyre.engine.Devices;
import dev.gyre.engine.Settings;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The devices besides the JVM, listed by a separate process.
 *
 * <p>Once NVIDIA's OpenCL driver runs in a process, the processes that it starts no longer see the GPU (seen with driver 580): JMH's
 * forks would find another device at the same index. So the process that starts them never starts a driver itself.
 */
final class InstalledDevices {

    private static final String SEPARATOR = "\t";

    private static List<Entry> entries;

    /**
     * One device.
     *
     * @param id its id
     * @param accelerator whether it is a GPU or the like
     * @param name the driver's name for it
     */
    record Entry(String id, boolean accelerator, String name) {

        @Override
        public String toString() {
            return id + " (" + name + ")";
        }
    }

    private InstalledDevices() {}

    /** Returns the devices; the other process runs once. */
    static synchronized List<Entry> list() {
        if (entries == null) {
            entries = askAnotherProcess();
        }
        return entries;
    }

    /** Prints the devices, one per line: the work of the other process. */
    public static void main(String[] arguments) {
        for (Device device : Devices.of(Settings.load()).list()) {
            if (device.type() != Device.Type.JVM) {
                String accelerator = Boolean.toString(device.type().isAccelerator());
                System.out.println(AnotherProcess.mark(InstalledDevices.class)
                        + String.join(SEPARATOR, device.id(), accelerator, device.name()));
            }
        }
    }

    private static List<Entry> askAnotherProcess() {
        ProcessBuilder builder = AnotherProcess.of(InstalledDevices.class);
        // Touching a large heap at the start would be useless here.
        builder.command().removeIf(option -> option.startsWith("-Xms") || option.equals("-XX:+AlwaysPreTouch"));
        List<String> lines = new ArrayList<>();
        try {
            int status = AnotherProcess.run(builder.redirectError(ProcessBuilder.Redirect.DISCARD), lines::add);
            if (status != 0) {
                throw new IllegalStateException(
                        "devices could not be listed: exit code " + status + "\n" + String.join("\n", lines));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("devices could not be listed", e);
        }
        String mark = AnotherProcess.mark(InstalledDevices.class);
        return lines.stream()
                .filter(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()).split(SEPARATOR))
                .map(fields -> new Entry(fields[0], Boolean.parseBoolean(fields[1]), fields[2]))
                .toList();
    }
}
