package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Closed executions give their memory back. TornadoVM is told of little memory, which needs a separate JVM. */
@OnTornadoVm
@Timeout(300)
class TornadoMemoryTest {

    private static final String PROGRAM = "dev.gyre.tornado.ManyExecutions";

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devicesAndCaches")
    void shouldGiveBackTheMemoryOfClosedExecutions(Device device, Optional<Path> cache)
            throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of("-Xmx1g", "-Dtornado.device.memory=300MB", PROGRAM, device.id(), "60", "64"));
        cache.ifPresent(directory -> arguments.add(directory.toString()));
        JavaProcess process = JavaProcess.runWithTornadoVm(arguments.toArray(String[]::new));
        assertEquals(0, process.status(), process::output);
        assertTrue(process.lines().containsAll(List.of("executions=60", "left=0")), process::output);
        if (cache.isPresent()) {
            try (Stream<Path> files = Files.list(cache.get())) {
                assertTrue(files.findAny().isPresent(), "no code was kept: " + cache);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldNameProgramPhaseAndDeviceWhenMemoryIsShort(Device device) throws IOException, InterruptedException {
        JavaProcess process = JavaProcess.runWithTornadoVm(
                "-Xmx1g", "-Dtornado.device.memory=100MB", PROGRAM, device.id(), "1", "64");
        assertNotEquals(0, process.status(), process::output);
        String output = process.output();
        assertTrue(
                output.contains("dev.gyre.engine.program.DeviceException: phase failed: program=execution 0"), output);
        assertTrue(output.contains("device=" + device), output);
    }
}
