package dev.gyre.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The machine of a measurement, without names of hosts and paths, because reports are published. */
final class Machine {

    private static final Path PROCESSOR_FILE = Path.of("/proc/cpuinfo");
    private static final Pattern TORNADO_JAR = Pattern.compile(".*tornado-api-(.*)\\.jar");

    private final Settings settings = Settings.load();
    private final List<InstalledDevices.Entry> devices = InstalledDevices.list();

    /** Returns a short name for files: the first accelerator, or the number of processors. */
    private String kind() {
        return devices.stream()
                .filter(InstalledDevices.Entry::accelerator)
                .map(device -> device.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"))
                .findFirst()
                .orElse(cores() + "-core-cpu");
    }

    /** The name of a report, without its ending. */
    String fileName(String what) {
        return LocalDate.now() + "-" + what + "-" + kind();
    }

    /** Names and values in the order of a report. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Date", LocalDate.now().toString());
        facts.put("Processor", processor() + ", " + cores() + " cores");
        facts.put("Memory", memoryGibibytes() + " GiB");
        facts.put("System", property("os.name") + " " + systemRelease() + ", " + property("os.arch"));
        facts.put(
                "Java",
                property("java.vm.name") + " " + property("java.runtime.version") + ", " + property("java.vendor"));
        facts.put("Gyre", gyreVersion() + ", commit " + System.getProperty("gyre.commit", "unknown"));
        facts.put("TornadoVM", tornadoVersion());
        facts.put(
                "Devices",
                devices.isEmpty()
                        ? "none but the JVM"
                        : devices.stream().map(InstalledDevices.Entry::toString).collect(Collectors.joining("; ")));
        facts.put("Settings", "threads " + settings.threads() + ", " + settings.backend());
        return facts;
    }

    /** Returns the first two numbers of the release; the rest is the builder's own. */
    private static String systemRelease() {
        return property("os.version").replaceFirst("^(\\d+\\.\\d+).*", "$1");
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static long memoryGibibytes() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return Math.round(system.getTotalMemorySize() / (double) (1L << 30));
    }

    private static String processor() {
        if (Files.isReadable(PROCESSOR_FILE)) {
            try (Stream<String> lines = Files.lines(PROCESSOR_FILE)) {
                return lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).trim())
                        .findFirst()
                        .orElse(property("os.arch"));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + PROCESSOR_FILE, e);
            }
        }
        return property("os.arch");
    }

    private static String gyreVersion() {
        Properties build = new Properties();
        try (InputStream file = Machine.class.getResourceAsStream("build.properties")) {
            build.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read build.properties", e);
        }
        return build.getProperty("version");
    }

    /** Returns the version in the file name of TornadoVM's API, which is a module of this JVM if TornadoVM is set up. */
    private static String tornadoVersion() {
        return ModuleLayer.boot()
                .configuration()
                .findModule("tornado.api")
                .flatMap(module -> module.reference().location())
                .map(location -> TORNADO_JAR.matcher(location.toString()))
                .filter(Matcher::matches)
                .map(jar -> jar.group(1))
                .orElse("none");
    }

    private static String property(String name) {
        return System.getProperty(name);
    }
}
