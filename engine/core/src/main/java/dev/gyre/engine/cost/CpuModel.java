package dev.gyre.engine.cost;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The processor of this machine. */
public final class CpuModel {

    private static final File LINUX_FILE = new File("/proc/cpuinfo");
    private static final String LINUX_KEY = "model name";

    private CpuModel() {}

    /** Returns the processor's name if the system has a file with it, else its architecture; and the number of usable processors. */
    public static String name() {
        String cores = ", " + Runtime.getRuntime().availableProcessors() + " processors";
        String architecture = System.getProperty("os.arch");
        if (!LINUX_FILE.canRead()) {
            return architecture + cores;
        }
        // No channel: an interrupt of the calling thread would close it.
        try (BufferedReader lines = new BufferedReader(new FileReader(LINUX_FILE, StandardCharsets.UTF_8))) {
            return lines.lines()
                            .filter(line -> line.startsWith(LINUX_KEY))
                            .map(line -> line.substring(line.indexOf(':') + 1).strip())
                            .findFirst()
                            .orElse(architecture)
                    + cores;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + LINUX_FILE, e);
        }
    }
}
