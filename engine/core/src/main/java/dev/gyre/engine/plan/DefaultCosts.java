package dev.gyre.engine.plan;

import dev.gyre.engine.program.Device;
import java.util.EnumMap;
import java.util.Map;

/**
 * What is taken for the costs of a device that was not measured: those of other devices of its type, in the form of a
 * calibration, so that a measured one can take their place.
 */
final class DefaultCosts {

    /**
     * One thread of a machine of 2 cores (AMD EPYC) that had other work too, Temurin 25: from the times of {@code gyre calibrate},
     * which the constants meet within a factor of 1.1 to 1.6, one standard deviation; two-stage also from joins of 64 to 512
     * queries, since its constants were the least certain; merge and radix sort from sorts of 256 to 65,536 keys.
     */
    private static final String ONE_THREAD = """
            format = 3
            gyre = 0.1.0
            date = 2026-11-22
            processor = AMD EPYC
            threads = 1

            [jvm]
            device = 1 thread, Java 25
            fused-call = 3e-05
            fused-coordinate = 6.4e-09
            fused-pair = 5.8e-10
            fused-pair-dimension = 6.9e-11
            fused-longest = 0
            fused-improvement = 4.6e-08
            fused-insertion = 1.6e-10
            two-stage-call = 0.0001
            two-stage-coordinate = 7e-09
            two-stage-pair = 4e-09
            two-stage-pair-dimension = 4e-10
            two-stage-improvement = 9e-08
            build-call = 0.00019
            build-coordinate = 8.7e-08
            build-level = 3.3e-09
            prepare-call = 0
            prepare-coordinate = 0
            search-call = 4.6e-05
            search-level = 5.2e-08
            search-visit = 0
            search-visit-dimension = 1.7e-09
            search-longest = 1.4e-09
            search-improvement = 8.2e-09
            search-insertion = 6.6e-10
            range-call = 3.2e-05
            range-level = 4.6e-08
            range-visit = 2.5e-08
            range-visit-dimension = 8.8e-10
            range-match = 0
            merge-sort-call = 1.3e-05
            merge-sort-pass = 0
            merge-sort-key = 0
            merge-sort-level = 7.7e-09
            radix-sort-call = 6.4e-05
            radix-sort-key = 3e-08
            segmented-sort-call = 1.5e-05
            segmented-sort-key = 4e-08
            segmented-sort-segment = 0
            single-pass-call = 1.2e-05
            single-pass-value = 8.3e-10
            single-pass-row = 0
            single-pass-found = 1.4e-08
            radix-select-call = 6.4e-05
            radix-select-value = 1e-08
            radix-select-row = 3.7e-06
            radix-select-found = 3.2e-08
            sort-rows-call = 1.2e-05
            sort-rows-value = 2.1e-08
            partition-call = 2.7e-05
            partition-element = 7e-10
            fused-compile = 0
            two-stage-compile = 0
            build-compile = 0
            search-compile = 0
            range-compile = 0
            merge-sort-compile = 0
            radix-sort-compile = 0
            segmented-sort-compile = 0
            single-pass-compile = 0
            radix-select-compile = 0
            partition-compile = 0
            """;

    /**
     * Sixteen threads of an H200's host (16 virtual cores of an Intel Xeon), and an NVIDIA H200 (CUDA, TornadoVM 5.2), 2026-11-22.
     * From the calls in {@code benchmarks/results/2026-11-22-calls*}, second and later ones:
     *
     * <ul>
     *   <li>jvm: calls, builds, sorts by digits, selections in one pass and scans fitted to them; searches and ranges a
     *       fourteenth and a tenth of one thread's, which meets the calls in 2, 3 and 6 dimensions; all distances as calibrated
     *     there,
     *       and the serial time per point for one query from one thread's pairs; two-stage a tenth, radix select and sorts of rows a
     *     sixth of one
     *       thread's, not measured with sixteen.
     *   <li>cuda:0: fused and two-stage from data on the device ({@code 2026-11-20-knn-nvidia-h200-cuda.csv}: 4,096 queries take
     * 7.2 ns
     *       for a coordinate of the points, whatever their number; a matrix 5.6 ps a pair), their calls and coordinates, builds,
     *       searches, ranges, sorts, selections and scans from the calls; a two-stage call has a launch more, 0.05 ms; merge sort's
     *       passes so that it is overtaken at 65,536 keys; radix select and segments as calibrated.
     *   <li>compilation: what first calls compiled with the kernel cache filled, as it is in all processes but the first on a
     *       machine; without it ten times as long.
     * </ul>
     */
    private static final String SIXTEEN_THREADS = """
            format = 3
            gyre = 0.1.0
            date = 2026-11-22
            processor = Intel Xeon
            threads = 16

            [jvm]
            device = 16 threads, Java 25
            fused-call = 0.00023
            fused-coordinate = 1.5e-09
            fused-pair = 3.1e-11
            fused-pair-dimension = 9.5e-12
            fused-longest = 2.6e-10
            fused-improvement = 1.4e-08
            fused-insertion = 2e-11
            two-stage-call = 0.0004
            two-stage-coordinate = 1.5e-09
            two-stage-pair = 4e-10
            two-stage-pair-dimension = 4e-11
            two-stage-improvement = 1.4e-08
            build-call = 0.0032
            build-coordinate = 2.1e-08
            build-level = 0
            prepare-call = 0
            prepare-coordinate = 0
            search-call = 0.00024
            search-level = 3.7e-09
            search-visit = 0
            search-visit-dimension = 1.2e-10
            search-longest = 1.4e-09
            search-improvement = 5.9e-10
            search-insertion = 4.7e-11
            range-call = 0.0004
            range-level = 4.6e-09
            range-visit = 2.5e-09
            range-visit-dimension = 8.8e-11
            range-match = 0
            merge-sort-call = 5e-05
            merge-sort-pass = 0
            merge-sort-key = 0
            merge-sort-level = 1.6e-08
            radix-sort-call = 0.0007
            radix-sort-key = 5e-09
            segmented-sort-call = 0.0002
            segmented-sort-key = 1e-08
            segmented-sort-segment = 0
            single-pass-call = 0.0001
            single-pass-value = 1.27e-10
            single-pass-row = 0
            single-pass-found = 2.9e-09
            radix-select-call = 0.0002
            radix-select-value = 1.7e-09
            radix-select-row = 6e-07
            radix-select-found = 6e-09
            sort-rows-call = 0.0001
            sort-rows-value = 3.5e-09
            partition-call = 8e-05
            partition-element = 3.3e-10
            fused-compile = 0
            two-stage-compile = 0
            build-compile = 0
            search-compile = 0
            range-compile = 0
            merge-sort-compile = 0
            radix-sort-compile = 0
            segmented-sort-compile = 0
            single-pass-compile = 0
            radix-select-compile = 0
            partition-compile = 0

            [cuda:0]
            device = NVIDIA H200
            fused-call = 0.0019
            fused-coordinate = 2.2e-09
            fused-pair = 2.8e-13
            fused-pair-dimension = 1.9e-14
            fused-longest = 7.2e-09
            fused-improvement = 1.5e-09
            fused-insertion = 0
            two-stage-call = 0.00195
            two-stage-coordinate = 2.2e-09
            two-stage-pair = 5.6e-12
            two-stage-pair-dimension = 5.3e-14
            two-stage-improvement = 1.5e-09
            build-call = 0.0042
            build-coordinate = 4.25e-09
            build-level = 0
            prepare-call = 0.00059
            prepare-coordinate = 1.8e-09
            search-call = 0.0004
            search-level = 0
            search-visit = 0
            search-visit-dimension = 2.6e-12
            search-longest = 9.3e-08
            search-improvement = 8.1e-10
            search-insertion = 0
            range-call = 0.0009
            range-level = 1.6e-09
            range-visit = 0
            range-visit-dimension = 1e-11
            range-match = 2e-09
            merge-sort-call = 6e-05
            merge-sort-pass = 2.5e-05
            merge-sort-key = 9e-10
            merge-sort-level = 2.4e-11
            radix-sort-call = 0.0005
            radix-sort-key = 1.05e-09
            segmented-sort-call = 0.0003
            segmented-sort-key = 1.6e-09
            segmented-sort-segment = 1.8e-08
            single-pass-call = 0.00025
            single-pass-value = 6.2e-10
            single-pass-row = 1e-08
            single-pass-found = 8e-10
            radix-select-call = 0.0006
            radix-select-value = 6.45e-10
            radix-select-row = 1e-07
            radix-select-found = 5e-09
            sort-rows-call = 0
            sort-rows-value = 0
            partition-call = 0.00015
            partition-element = 6.7e-10
            fused-compile = 0.01
            two-stage-compile = 0.01
            build-compile = 0.043
            search-compile = 0.03
            range-compile = 0.007
            merge-sort-compile = 0.02
            radix-sort-compile = 0.02
            segmented-sort-compile = 0.02
            single-pass-compile = 0.016
            radix-select-compile = 0.016
            partition-compile = 0.02
            """;

    private static final Calibration ONE =
            Calibration.of("defaults", ONE_THREAD.lines().toList());

    private static final Calibration MANY =
            Calibration.of("defaults", SIXTEEN_THREADS.lines().toList());

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
        return MANY.costsOfDevices().get(0);
    }

    private static double throughDriver(CostTerm term, double seconds) {
        if (term.isCompilation()) {
            return accelerator().of(term);
        }
        return term.key().endsWith("-call") ? seconds + DRIVER_CALL : seconds;
    }

    /**
     * Of a unit's seconds a part is shared out among the threads, and the other is not: a + b / threads, through what was
     * measured of one and of sixteen.
     */
    private static Map<CostTerm, Double> jvm(int threads) {
        Map<CostTerm, Double> costs = new EnumMap<>(CostTerm.class);
        for (CostTerm term : CostTerm.values()) {
            double one = ONE.costsOfJvm().of(term);
            double many = MANY.costsOfJvm().of(term);
            double shared = (one - many) / (1.0 / ONE.threads() - 1.0 / MANY.threads());
            costs.put(term, Math.max(0, one - shared + shared / threads));
        }
        return costs;
    }
}
