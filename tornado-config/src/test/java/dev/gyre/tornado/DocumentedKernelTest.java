package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.gyre.engine.contract.JavaExample;
import dev.gyre.engine.program.Device;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels that the pages of this repository show must compile and run, on the JVM and on every device that is there. */
class DocumentedKernelTest {

    @TempDir
    private Path folder;

    static Stream<JavaExample> kernels() throws IOException {
        return JavaExample.all().stream().filter(JavaExample::isKernel);
    }

    static Stream<Arguments> kernelsAndDevices() throws IOException {
        return kernels().flatMap(kernel -> TornadoVm.devices().stream().map(device -> Arguments.of(kernel, device)));
    }

    @Test
    void shouldFindKernels() throws IOException {
        assertFalse(kernels().toList().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void shouldRunOnTheJvm(JavaExample kernel) throws Exception {
        kernel.compile(folder, options());
        kernel.run(folder);
    }

    @OnTornadoVm
    @ParameterizedTest
    @MethodSource("kernelsAndDevices")
    void shouldRunOnDevices(JavaExample kernel, Device device) throws Exception {
        kernel.compile(folder, options());
        JavaProcess process = JavaProcess.runWithTornadoVm(
                "-cp",
                folder + File.pathSeparator + System.getProperty("java.class.path"),
                kernel.className(),
                device.id());
        // The JVM warns about the modules that TornadoVM's argument file adds.
        String printed = process.lines().stream()
                .filter(line -> !line.startsWith("WARNING: "))
                .collect(Collectors.joining("\n", "", "\n"));
        assertEquals(kernel.output(), printed, kernel::toString);
        assertEquals(0, process.status(), process::output);
    }

    /** The API comes from the installed TornadoVM if there is one, and else from the class path. */
    private static List<String> options() {
        return TornadoVm.isInstalled()
                ? List.of(
                        "--module-path",
                        Path.of(System.getenv("TORNADOVM_HOME"), "share", "java", "tornado")
                                .toString(),
                        "--add-modules",
                        "tornado.api")
                : List.of();
    }
}
