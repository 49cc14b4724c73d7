package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Device;
import java.io.IOException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Closed executions give their memory back. TornadoVM is told of little memory, which takes a JVM of its own. */
@OnTornadoVm
@Timeout(300)
class TornadoMemoryTest {

    private static final String PROGRAM = "dev.gyre.tornado.ManyExecutions";

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldGiveBackTheMemoryOfClosedExecutions(Device device) throws IOException, InterruptedException {
        JavaProcess process = JavaProcess.runWithTornadoVm(
                "-Xmx1g", "-Dtornado.device.memory=300MB", PROGRAM, device.id(), "60", "64");
        assertEquals(0, process.status(), process::output);
        assertTrue(process.lines().contains("executions=60"), process::output);
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldNameProgramPhaseAndDeviceWhenMemoryIsShort(Device device) throws IOException, InterruptedException {
        JavaProcess process = JavaProcess.runWithTornadoVm(
                "-Xmx1g", "-Dtornado.device.memory=100MB", PROGRAM, device.id(), "1", "64");
        assertNotEquals(0, process.status(), process::output);
        String output = process.output();
        assertTrue(
                output.contains("dev.gyre.engine.device.DeviceException: phase failed: program=execution 0"), output);
        assertTrue(output.contains("device=" + device), output);
    }
}
