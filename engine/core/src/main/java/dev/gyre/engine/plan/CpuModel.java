package dev.gyre.engine.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The processor of this machine. */
final class CpuModel {

    private static final Path LINUX_FILE = Path.of("/proc/cpuinfo");
    private static final String LINUX_KEY = "model name";

    private CpuModel() {}

    /** Returns the processor's name if the system has a file with it, else its architecture; and the number of usable processors. */
    static String name() {
        String cores = ", " + Runtime.getRuntime().availableProcessors() + " processors";
        String architecture = System.getProperty("os.arch");
        if (!Files.isReadable(LINUX_FILE)) {
            return architecture + cores;
        }
        try (Stream<String> lines = Files.lines(LINUX_FILE)) {
            return lines.filter(line -> line.startsWith(LINUX_KEY))
                            .map(line -> line.substring(line.indexOf(':') + 1).strip())
                            .findFirst()
                            .orElse(architecture)
                    + cores;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + LINUX_FILE, e);
        }
    }
}
