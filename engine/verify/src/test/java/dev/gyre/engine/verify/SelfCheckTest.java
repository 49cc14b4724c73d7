package dev.gyre.engine.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.CheckResult;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SelfCheckTest {

    /** The results of each faulty device, which several tests use. */
    private static final Map<FaultyBackend.Fault, List<CheckResult>> RUNS = new EnumMap<>(FaultyBackend.Fault.class);

    private static final int CASES = 3;

    /** Each kernel is tried with a complete input besides. */
    private static final int CASES_ON_FAULTY_DEVICES = 1;

    private static final long SEED = 3;
    private static final Device GPU =
            new Device("test", 0, "faulty GPU", Device.Type.GPU, 1L << 32, 8L * Integer.MAX_VALUE);

    private final Workers workers = new Workers(2);

    @AfterEach
    void close() {
        workers.close();
    }

    @Test
    void shouldPassOnTheJvmCheckEveryKernelAndOperationAndTellTheListener() {
        List<CheckResult> told = new ArrayList<>();
        List<CheckResult> results = shouldPassOnTheJvm(CASES, SEED, told::add);
        assertEquals(results, told);
        assertEquals(
                KernelCheck.kernels().stream().map(Kernel::name).toList(),
                names(results, CheckResult.Kind.KERNEL).stream().sorted().toList());
        assertEquals(
                OperationCheck.all().stream().map(OperationCheck::name).toList(),
                names(results, CheckResult.Kind.OPERATION));
        assertTrue(names(results, CheckResult.Kind.OPERATION).contains("knn-join"));
    }

    @Test
    @Tag("thorough")
    void shouldPassOnTheJvmInFull() {
        shouldPassOnTheJvm(SelfCheck.FULL_CASES, SelfCheck.DEFAULT_SEED, result -> {});
    }

    private List<CheckResult> shouldPassOnTheJvm(int cases, long seed, Consumer<CheckResult> listener) {
        Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE);
        List<CheckResult> results = new SelfCheck().verify(List.of(jvm), Set.of(), cases, seed, listener);
        for (CheckResult result : results) {
            assertEquals(List.of(), result.failures(), result::name);
            assertTrue(result.passed());
            assertTrue(result.cases() >= (result.kind() == CheckResult.Kind.KERNEL ? 1 : cases), result::name);
            assertEquals("jvm", result.device().id());
        }
        return results;
    }

    @Test
    void shouldCheckOnlyTheOperationsThatAreNamed() {
        List<Context> jvm = List.of(new Context(new JvmBackend(workers), workers, Long.MAX_VALUE));
        List<CheckResult> results = new SelfCheck().verify(jvm, SelfCheck.QUICK, 1, SEED, result -> {});
        assertEquals(SelfCheck.QUICK, Set.copyOf(names(results, CheckResult.Kind.OPERATION)));
        assertEquals(List.of(), names(results, CheckResult.Kind.KERNEL));
        Set<String> unknown = Set.of("sort", "sorting");
        assertThrows(IllegalArgumentException.class, () -> new SelfCheck().verify(jvm, unknown, 1, SEED, result -> {}));
    }

    private static List<String> names(List<CheckResult> results, CheckResult.Kind kind) {
        return results.stream()
                .filter(result -> result.kind() == kind)
                .map(CheckResult::name)
                .toList();
    }

    @Test
    void shouldPassOnADeviceThatDoesNothingWrong() {
        assertEquals(
                List.of(),
                run(FaultyBackend.Fault.NONE).stream()
                        .filter(result -> !result.passed())
                        .toList());
    }

    @ParameterizedTest
    @EnumSource(names = {"CHANGES_EVERY_ELEMENT", "RUNS_NOTHING", "THROWS"})
    void shouldFailEveryKernelOnADeviceThatIsWrong(FaultyBackend.Fault fault) {
        Set<String> cases = Sample.series(CASES_ON_FAULTY_DEVICES, SEED).stream()
                .map(sample -> "shape=" + sample.shape() + ", size=" + sample.size() + ", dims=" + sample.dims()
                        + ", seed=" + sample.seed())
                .collect(Collectors.toCollection(HashSet::new));
        cases.add("complete input");
        for (CheckResult result : run(fault)) {
            if (result.kind() == CheckResult.Kind.KERNEL) {
                assertFalse(result.passed(), () -> result.name() + " passed on a device that " + fault);
            }
            for (String failure : result.failures()) {
                assertTrue(cases.stream().anyMatch(failure::contains), failure);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RUNS_NOTHING", "THROWS"})
    void shouldFailTheJoinOnADeviceThatIsWrong(FaultyBackend.Fault fault) {
        List<CheckResult> failed =
                run(fault).stream().filter(result -> !result.passed()).toList();
        assertTrue(names(failed, CheckResult.Kind.OPERATION).contains("knn-join"), () -> "" + failed);
    }

    @Test
    void shouldSayWhichOutputDiffersWhereAndHow() {
        String failure =
                failures(FaultyBackend.Fault.CHANGES_EVERY_ELEMENT).findFirst().orElseThrow();
        assertTrue(failure.matches(".*output \\d+ of [\\w-]+ differs, index=\\d+, expected=.+, actual=.+"), failure);
        assertTrue(failures(FaultyBackend.Fault.THROWS).allMatch(text -> text.contains("out of order")));
    }

    private Stream<String> failures(FaultyBackend.Fault fault) {
        return run(fault).stream()
                .filter(result -> result.kind() == CheckResult.Kind.KERNEL)
                .flatMap(result -> result.failures().stream());
    }

    private List<CheckResult> run(FaultyBackend.Fault fault) {
        return RUNS.computeIfAbsent(fault, this::check);
    }

    private List<CheckResult> check(FaultyBackend.Fault fault) {
        try (Backend backend = new FaultyBackend(GPU, workers, fault)) {
            return new SelfCheck()
                    .verify(
                            List.of(new Context(backend, workers, Long.MAX_VALUE)),
                            Set.of(),
                            fault == FaultyBackend.Fault.NONE ? CASES : CASES_ON_FAULTY_DEVICES,
                            SEED,
                            result -> {});
        }
    }
}
