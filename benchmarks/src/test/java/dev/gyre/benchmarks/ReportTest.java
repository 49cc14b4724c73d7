package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest extends CommandTest {

    @ParameterizedTest
    @ValueSource(strings = {"knn-join", "launch"})
    void shouldWriteHeaderAndFigures(String set) throws IOException {
        assertEquals(0, quick(set));
        String report = report();
        for (String fact : List.of("Date", "Processor", "Memory", "System", "Java", "Gyre", "TornadoVM", "JMH")) {
            assertTrue(report.contains("| " + fact + " | "), fact);
        }
        assertTrue(report.contains("Gyre | 0."), report);
        assertTrue(report.lines().anyMatch(line -> line.contains("Gyre, jvm |") && line.contains("/op |")), report);
        assertFalse(report.contains("failed"), report);
    }

    @Test
    void shouldWriteOperationsPerSecond() throws IOException {
        assertEquals(0, quick("knn-linear"));
        String report = report();
        assertFalse(report.contains("failed"), report);
        for (String what : List.of("| join | ", "| fused-multiply-add | ", "| multiply-then-add | ")) {
            String row = report.lines()
                    .filter(line -> line.contains("Gyre, jvm " + what))
                    .findFirst()
                    .orElseThrow();
            String[] cells = row.split("\\|");
            assertTrue(Double.parseDouble(cells[cells.length - 1]) > 0, row);
        }
    }

    @Test
    void shouldWriteFiguresWithoutThePathsOfThisMachine() throws IOException {
        assertEquals(0, quick("launch"));
        String json = Files.readString(written(".json"));
        assertTrue(json.contains("\"primaryMetric\""), json);
        assertFalse(json.contains(System.getProperty("java.home")), json);
        assertFalse(json.contains("jvmArgs"), json);
    }

    @Test
    void shouldTakeOtherValuesOfParameters() throws IOException {
        assertEquals(
                0, run("resident-selection", "--quick", "--device", "jvm", "--with", "k=5", "--with", "parts=1,2"));
        String report = report();
        for (String part : List.of("| distribution | rows | n | k | parts |", "| 5 | 1 | Gyre, jvm | resident |")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        assertFalse(report.contains("failed"), report);
    }

    @Test
    void shouldHaveOperationsForAllSets() {
        BenchmarkSet.Plan plan = new BenchmarkSet.Plan(false, List.of("jvm", "ptx:0"), Map.of("k", "3,4"));
        int grids = 0;
        for (BenchmarkSet set : BenchmarkSet.ALL) {
            for (BenchmarkSet.Section section : set.sections(plan)) {
                for (Grid grid : section.grids()) {
                    boolean onDevice = !grid.parameters().get("what").equals(List.of(SetBenchmark.CALL));
                    for (String operation : grid.parameters().get("operation")) {
                        if (onDevice) {
                            DeviceWork.valueOf(operation);
                        } else {
                            HostCall.valueOf(operation);
                        }
                    }
                    if (!grid.parameters().get("operation").getFirst().startsWith("PEER_")) {
                        assertEquals(List.of("3", "4"), grid.parameters().get("k"), grid::toString);
                    }
                    grids++;
                }
            }
        }
        assertTrue(BenchmarkSet.ALL.size() == 18 && grids >= 45, BenchmarkSet.names() + ": " + grids);
        assertEquals(
                List.of("jvm"),
                BenchmarkSet.named("partition")
                        .sections(plan)
                        .get(1)
                        .grids()
                        .get(0)
                        .parameters()
                        .get("backend"));
    }

    @Test
    void shouldSayWhenAMachineHasNothingToMeasure() throws Exception {
        SetRun run = new SetRun(BenchmarkSet.named("transfer"));
        run.measure(new BenchmarkSet.Plan(true, List.of(), Map.of()), Effort.QUICK, new ReportOptions());
        assertTrue(Files.readString(run.write(directory)).contains("no device"));
    }

    @Test
    void shouldReportTheCasesThatFailed() throws Exception {
        SetRun run = new SetRun(BenchmarkSet.named("launch"));
        run.measure(
                new BenchmarkSet.Plan(true, List.of("no-such-device"), Map.of()), Effort.QUICK, new ReportOptions());
        assertEquals(1, run.missing());
        assertTrue(Files.readString(run.write(directory))
                .contains("failed: {what=resident, operation=LAUNCH, stages=1, backend=no-such-device}"));
    }

    @Test
    void shouldRefuseAnUnknownSetAndAnUnknownDevice() {
        assertEquals(2, Main.run("no-such-set"));
        assertEquals(2, Main.run("launch", "--device", "no-such-device"));
    }

    private int quick(String set) {
        return run(set, "--quick", "--device", "jvm");
    }
}
