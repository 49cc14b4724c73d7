package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VariantsExperimentTest extends CommandTest {

    /** Their variants for the JVM add squares without rounding them before: candidates have other float keys, within the bounds of KnnVariantsTest. */
    private static final Set<String> FUSED = Set.of("brute-force-knn", "distance-rows");

    private static final Device GPU =
            new Device("any", 0, "any device", Device.Type.GPU, 1L << 32, 8L * Integer.MAX_VALUE);

    @Test
    void shouldTimeEveryKernelThatHasAVariant() {
        Set<String> timed = Arrays.stream(VariantCall.values())
                .flatMap(call -> call.kernels().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> withVariant = VariantsExperiment.Kernels.ALL.stream()
                .map(Kernel::name)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(withVariant, timed);
    }

    /** On another device than the JVM, a call makes the programs of that device. */
    @ParameterizedTest
    @EnumSource
    void shouldMeetTheKernelsOfACall(VariantCall call) {
        Set<String> met = new HashSet<>();
        try (Workers workers = new Workers(1)) {
            for (Device device : List.of(GPU, JvmBackend.device(1))) {
                boolean onJvm = device != GPU;
                List<String> wanted = call.kernels().stream()
                        .filter(VariantsExperiment.Kernels.names(onJvm)::contains)
                        .toList();
                Set<String> found = VariantsExperiment.stages(call, device, workers, wanted, true)
                        .keySet();
                if (!onJvm) {
                    assertEquals(Set.copyOf(wanted), found);
                }
                met.addAll(found);
            }
        }
        assertEquals(Set.copyOf(call.kernels()), met);
    }

    @Test
    void shouldWriteATableOfTheVariantsForTheJvm() throws IOException {
        assertEquals(0, run("variants", "--quick", "--device", "jvm-1", "--note", "of a test"));
        List<Row> rows = rows(new VariantsExperiment());
        assertEquals(
                Set.copyOf(VariantsExperiment.Kernels.names(true)),
                rows.stream().map(row -> row.text("kernel")).collect(Collectors.toSet()));
        for (Row row : rows) {
            if (!FUSED.contains(row.text("kernel"))) {
                assertEquals("0", row.text("differing"), row::toString);
            }
            assertTrue(row.integer("runs") >= 2 && row.number("plain ns") > 0, row::toString);
            double ratio = row.number("plain ns") / row.number("variant ns");
            assertEquals(ratio, row.number("ratio"), ratio / 1_000, row::toString);
        }
        assertTrue(report().contains("| tree-nearest | TreeNearestJvm | kNN self-join by kd-tree;"), report());
    }
}
