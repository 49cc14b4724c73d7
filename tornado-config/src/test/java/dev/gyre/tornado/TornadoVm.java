package dev.gyre.tornado;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The TornadoVM that these tests were started with, if any. */
final class TornadoVm {

    private static final TornadoProvider PROVIDER = new TornadoProvider();

    /** Without a kernel cache. */
    static final BackendSettings SETTINGS =
            new BackendSettings(BackendSettings.DEFAULT_WORK_GROUP_SIZE, Optional.empty());

    private static Path kernels;

    private TornadoVm() {}

    /** Returns the folder of the kernel cache of the tests of this process, which deletes it at its end. */
    static synchronized Path kernels() {
        if (kernels == null) {
            try {
                kernels = Files.createTempDirectory("gyre-test-kernels-");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Path folder = kernels;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        }
        return kernels;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            // The system empties its temporary folder.
        }
    }

    /** Returns whether this JVM was started with TornadoVM's argument file. The API alone may come from a registry. */
    static boolean isInstalled() {
        return System.getProperty("tornado.load.runtime.implementation") != null;
    }

    static List<Device> devices() {
        return PROVIDER.devices();
    }

    /** Each device without a kernel cache, with an empty one, and with the same one again. */
    static Stream<Arguments> devicesAndCaches() throws IOException {
        Path directory = Files.createTempDirectory(kernels(), "executions-");
        return devices().stream()
                .flatMap(device -> Stream.of(Optional.empty(), Optional.of(directory), Optional.of(directory))
                        .map(cache -> Arguments.of(device, cache)));
    }

    static Backend open(Device device, BackendSettings settings) {
        return PROVIDER.open(device, settings);
    }

    static Backend open(Device device) {
        return PROVIDER.open(device, SETTINGS);
    }
}
