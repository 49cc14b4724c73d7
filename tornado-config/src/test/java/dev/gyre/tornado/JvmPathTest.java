package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Points;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine on the JVM, with TornadoVM's API on the class path: nothing of it may be loaded. */
@Timeout(120)
class JvmPathTest {

    /** A program that uses the JVM only. */
    static final class Join {

        private Join() {}

        public static void main(String[] arguments) {
            try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm"))) {
                engine.knnSelfJoin(Points.of(new double[] {0, 0, 1, 1}, 2), 1);
            }
        }
    }

    @Test
    void shouldLoadNoTornadoClassOnTheJvm() throws IOException, InterruptedException {
        JavaProcess process = JavaProcess.run("-Xlog:class+load:stdout", Join.class.getName());
        List<String> lines = process.lines();
        assertEquals(0, process.status(), process::output);
        assertTrue(
                lines.stream().anyMatch(line -> line.contains("dev.gyre.engine.knn.KnnJoin")),
                "classes are not logged");
        assertEquals(
                List.of(),
                lines.stream()
                        .filter(line -> line.contains("uk.ac.manchester.tornado"))
                        .toList());
    }
}
