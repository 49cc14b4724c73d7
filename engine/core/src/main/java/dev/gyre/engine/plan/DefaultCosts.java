package dev.gyre.engine.plan;

import dev.gyre.engine.program.Device;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * What is taken for the costs of a device that was not measured: those of other devices of its type, in the form of a
 * calibration, so that a measured one can take their place.
 */
final class DefaultCosts {

    /**
     * The JVM: one thread of a machine of 2 cores (AMD EPYC), Temurin 25, searches measured there in November 2026; sorts,
     * selections and partitions from calls on 16 threads of an H200's host. The accelerator: an NVIDIA H200 (CUDA, TornadoVM 5.2)
     * with 16 threads of its host, on 2026-11-22: by {@code gyre calibrate}, but for searches in 3 dimensions, which
     * its uniform points of 2 to 16 dimensions overrate, from the calls in {@code benchmarks/results}.
     */
    private static final String MEASURED = """
            format = 2
            gyre = 0.1.0
            date = 2026-11-22
            processor = AMD EPYC
            threads = 1

            [jvm]
            device = 1 thread, Java 25
            brute-force-call = 7e-5
            brute-force-coordinate = 1.3e-8
            brute-force-pair = 5.6e-10
            brute-force-pair-dimension = 4.8e-11
            brute-force-improvement = 1.1e-7
            build-call = 7e-4
            build-coordinate = 1.1e-7
            build-level = 0
            prepare-call = 0
            prepare-coordinate = 0
            search-call = 1e-4
            search-level = 1e-8
            search-visit = 6e-9
            search-visit-dimension = 1e-9
            search-longest = 2.4e-10
            search-improvement = 5e-8
            range-call = 1e-4
            range-level = 1e-7
            range-match = 4e-7
            sort-call = 5e-5
            sort-key = 7.7e-8
            sort-segment = 1e-7
            select-call = 3e-5
            select-value = 8e-9
            select-row = 1e-6
            select-found = 5e-8
            partition-call = 2e-5
            partition-element = 1e-8
            brute-force-compile = 0
            build-compile = 0
            search-compile = 0
            range-compile = 0
            sort-compile = 0
            select-compile = 0
            partition-compile = 0

            [cuda:0]
            device = NVIDIA H200
            brute-force-call = 0.0004724
            brute-force-coordinate = 3.438e-10
            brute-force-pair = 0
            brute-force-pair-dimension = 1.245e-13
            brute-force-improvement = 8e-10
            build-call = 0.003796
            build-coordinate = 5.743e-09
            build-level = 0
            prepare-call = 0.0005936
            prepare-coordinate = 1.81e-09
            search-call = 0.0006852
            search-level = 0
            search-visit = 0
            search-visit-dimension = 0
            search-longest = 9.261e-08
            search-improvement = 9.3e-10
            range-call = 1.5e-3
            range-level = 1.2e-9
            range-match = 3e-9
            sort-call = 0.0002976
            sort-key = 1.642e-09
            sort-segment = 1.83e-08
            select-call = 0.0002084
            select-value = 8.581e-10
            select-row = 1.029e-08
            select-found = 2.131e-09
            partition-call = 0.0001359
            partition-element = 6.444e-10
            brute-force-compile = 0.1713
            build-compile = 0.416
            search-compile = 0.1481
            range-compile = 0.001041
            sort-compile = 0.2531
            select-compile = 0.02601
            partition-compile = 0.02499
            """;

    private static final Calibration KNOWN =
            Calibration.of("defaults", MEASURED.lines().toList());

    /** What the threads of a JVM do not share. */
    private static final Set<CostTerm> SERIAL = Set.of(
            CostTerm.BRUTE_FORCE_CALL,
            CostTerm.BUILD_CALL,
            CostTerm.SEARCH_CALL,
            CostTerm.SEARCH_LONGEST,
            CostTerm.RANGE_CALL,
            CostTerm.SORT_CALL,
            CostTerm.SELECT_CALL,
            CostTerm.PARTITION_CALL);

    /** What launching takes on a processor that is reached through a driver, in seconds for a kernel's worth of calls. */
    private static final double DRIVER_CALL = 2e-3;

    private DefaultCosts() {}

    static DeviceCosts of(Device device, int threads) {
        return switch (device.type()) {
            case JVM -> new DeviceCosts(jvm(threads));
            case CPU -> {
                Map<CostTerm, Double> costs = jvm(threads);
                costs.replaceAll((term, seconds) -> throughDriver(term, seconds));
                yield new DeviceCosts(costs);
            }
            case GPU, ACCELERATOR -> accelerator();
        };
    }

    /** An accelerator of which nothing is known. */
    static DeviceCosts accelerator() {
        return KNOWN.costsOfDevices().get(0);
    }

    private static double throughDriver(CostTerm term, double seconds) {
        if (term.isCompilation()) {
            return accelerator().of(term);
        }
        return term.key().endsWith("-call") ? seconds + DRIVER_CALL : seconds;
    }

    private static Map<CostTerm, Double> jvm(int threads) {
        Map<CostTerm, Double> costs = new EnumMap<>(CostTerm.class);
        for (CostTerm term : CostTerm.values()) {
            double seconds = KNOWN.costsOfJvm().of(term);
            costs.put(term, SERIAL.contains(term) ? seconds : seconds * KNOWN.threads() / threads);
        }
        return costs;
    }
}
