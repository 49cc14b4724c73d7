package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Execution.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallWorkTest extends CommandTest {

    private static final List<String> TITLES = List.of(CallsExperiment.TITLES.split(","));

    /** A row of 20 ms whose device told 3 ms of kernels and 1 ms of copies of 5 MB. */
    private static String row(String device, String work) {
        return "argsort,1000," + device + ",fresh,–,90000000,20000000,3,20000000,19000000,21000000,"
                + "-1,-1,-1,-1,-1,-1,-1,-1," + work + ",–";
    }

    private static String row(String device) {
        return row(device, "4,17,4000000,1000000,3000000,1000000");
    }

    private static Device device(String name, Device.Type type) {
        return new Device(name, 0, name, type, 1L << 30, 1L << 30);
    }

    private static Work work(int times) {
        return new Work(new Timing(times, 2 * times, 3 * times, 4 * times), 5 * times, 6 * times, 7 * times, 8 * times);
    }

    @Test
    void shouldAddWhatDevicesDidInACallButForTheJvm() {
        Device jvm = device("jvm", Device.Type.JVM);
        Device one = device("one", Device.Type.GPU);
        Device opened = device("opened", Device.Type.GPU);
        assertEquals(
                Map.of(
                        "waits", 5L * 110,
                        "launches", 6L * 110,
                        "up bytes", 7L * 110,
                        "down bytes", 8L * 110,
                        "kernels ns", 3L * 110,
                        "bus ns", 5L * 110),
                CallWork.columns(
                        Map.of(jvm, work(1), one, work(3)), Map.of(jvm, work(1000), one, work(13), opened, work(100))));
    }

    @Test
    void shouldHaveATableOfEachDevice() {
        List<Row> rows = List.of(
                Row.ofCsv(TITLES, row("jvm")),
                Row.ofCsv(TITLES, row("cuda:0")),
                Row.ofCsv(TITLES, row("auto")),
                Row.ofCsv(TITLES, row("jvm+cuda:0")),
                Row.ofCsv(TITLES, row("STRtree on jvm")),
                Row.ofCsv(TITLES, row("ptx:0", "0,0,0,0,0,0")),
                Row.ofCsv(TITLES, row("cuda:0", "–,–,–,–,–,–")));
        Experiment.Part part = new CallsExperiment().parts(rows).getLast();
        assertEquals("Where the time goes", part.title());
        assertEquals(
                List.of(
                        "### cuda:0",
                        "| argsort | 1000 | fresh | 20.0 | 4 | 17 | 4.0 | 1.0 | 3.0 | 1.0 | 5.0 | 16.0 | 4.0 |",
                        "### ptx:0",
                        "| argsort | 1000 | fresh | 20.0 | 0 | 0 | 0.0 | 0.0 | 0.0 | 0.0 | – | 20.0 | – |"),
                part.text()
                        .lines()
                        .filter(line -> line.startsWith("###") || line.startsWith("| argsort"))
                        .toList());
    }

    @Test
    void shouldReportOlderFilesWithoutIt() throws IOException {
        Path old = directory.resolve("old.csv");
        String titles = CallsExperiment.TITLES.replace(CallWork.TITLES + ",", "");
        Files.writeString(old, titles + "\n" + row("cuda:0", "").replace(",,", ",") + "\n");
        assertEquals(0, run("calls", "--points", old.toString(), "--no-plots"));
        String report = report();
        assertTrue(report.contains("| 1000 | cuda:0 | fresh | – | 90.0 | 20.0 | 20.0 |"), report);
        assertFalse(report.contains("Where the time goes"), report);
    }

    @Test
    void shouldFindNoWorkOfADeviceOnTheJvm() {
        double[] rows =
                IntStream.range(0, 3000).mapToDouble(i -> i * 7919 % 3001).toArray();
        try (Engine engine = Backends.open("jvm")) {
            Run run = Run.of(
                    () -> CallAnswer.of(engine.knnSelfJoin(
                            Points.of(rows, 2), 3, JoinOptions.DEFAULT.withMethod(JoinMethod.FUSED))),
                    Run.Clock.WALL,
                    engine);
            Work jvm = engine.work().values().iterator().next();
            assertTrue(jvm.launches() > 0, jvm::toString);
            for (String title : CallWork.TITLES.split(",")) {
                assertEquals(0L, run.notes().get(title), title);
            }
        }
    }
}
