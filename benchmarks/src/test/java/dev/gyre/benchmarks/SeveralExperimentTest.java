package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeveralExperimentTest extends CommandTest {

    @Test
    void shouldTimeOneDeviceAndTwo() throws IOException {
        assertEquals(0, run("several", "--quick", "--device", "jvm-1,jvm-1"));
        String report = report();
        for (String part : List.of(
                "## kd-tree",
                "| UNIFORM | 3000 | 4 | jvm-1 | ",
                "| UNIFORM | 3000 | 4 | jvm-1+jvm-1 | ",
                "## argsort",
                "## exchange")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        // Two sets of devices: five steps of a build, one of a sort; two of the exchange between all.
        assertEquals(
                2 * (5 + 1) + 2,
                Files.readAllLines(written(".csv")).stream()
                        .filter(line -> line.matches("(kd-tree|argsort|exchange),.*"))
                        .count());
    }

    @Test
    void shouldRefuseUnknownDevices() {
        assertEquals(2, Main.run("several", "--quick", "--device", "jvm-1,cuda:77"));
        assertThrows(IllegalArgumentException.class, () -> new DeviceContexts(List.of("jvm-1", "cuda:77")));
    }
}
