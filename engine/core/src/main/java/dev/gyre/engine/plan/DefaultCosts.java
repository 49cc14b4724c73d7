package dev.gyre.engine.plan;

import dev.gyre.engine.program.Device;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The costs of devices that were not measured: those of other devices of their type. */
final class DefaultCosts {

    /**
     * Seconds of each term's unit on one thread, on sixteen threads, and on an NVIDIA H200, measured 2026-11-22 with Temurin 25.
     *
     * <ul>
     *   <li>One thread of a machine of 2 cores (AMD EPYC) that had other work too: from the times of {@code gyre calibrate}, which
     *       the constants meet within a factor of 1.1 to 1.6, one standard deviation; two-stage also from joins of 64 to 512
     *       queries, since its constants were the least certain; merge and radix sort from sorts of 256 to 65,536 keys.
     *   <li>Sixteen threads of the H200's host (16 virtual cores of an Intel Xeon): calls, builds, radix sorts, selections in one
     *       pass and scans fitted to second and later calls in {@code benchmarks/results/2026-11-22-calls*}. Searches and ranges
     *       are a fourteenth and a tenth of one thread's, which meets the calls in 2, 3 and 6 dimensions; brute force is as
     *       calibrated there, and its serial time per point from one thread's pairs. Two-stage is a tenth, radix select and sorts
     *       of rows a sixth of one thread's, not measured with sixteen.
     *   <li>H200 (CUDA, TornadoVM 5.2): fused and two-stage from data on the device ({@code
     *       2026-11-20-knn-nvidia-h200-cuda.csv}: 4,096 queries need 7.2 ns for a coordinate of the points, whatever their number; a
     *       matrix 5.6 ps a pair); their calls and coordinates, builds, searches, ranges, sorts, selections and scans from the same
     *       calls. A two-stage call has a launch more, 0.05 ms. The passes of merge sort are set so that radix sort overtakes it
     *       at 65,536 keys; radix select and segments are as calibrated.
     *   <li>Grids on one thread: solved from the processor time of self-joins of 100,000 uniform points of 2, 3 and 4 dimensions with 1, 4 and 30 matches each, at
     *       steps of 10 ms; calls not measured. On sixteen threads a tenth of that, and on an accelerator near kd-trees, not measured. The automatic choice
     *       takes grids on the JVM alone.
     *   <li>R-trees on one thread: fitted to the processor time of joins in the plane (1 M and 100,000 boxes with 1 M of 4 matches each, 200,000
     *       of 20, and 472,660 coastlines, with themselves), which the constants meet within a factor of 1.2, and of 1.7 level by level;
     *       calls not measured. On sixteen threads a tenth of that, not measured. On an accelerator from kd-trees' builds and ranges, for
     *       twice the numbers a box; 0.2 ms a step; not measured.
     *   <li>Top-k joins by a bound and of all near pairs: from second calls with 1,048,576 points on each side, k of 100 and 10,000, on one and sixteen threads of the
     *       H200's host and on it; of all near pairs the pairs of the result cost as much as by a bound, not measured. Blocks and trees on one thread from 1,048,576, 32,768 and
     *       1,024 points on the machine of 2 cores, within a factor of 2; blocks on sixteen threads from 1,048,576 points and k of 100, else a tenth of one thread. Both run
     *       on the host's threads.
     *   <li>Compilation: the time of first calls with the kernel cache filled, as in all processes but the first on a machine.
     * </ul>
     */
    private static final String TABLE = """
            fused-call                3e-05     0.00023   0.0019
            fused-coordinate          6.4e-09   1.5e-09   2.2e-09
            fused-pair                5.8e-10   3.1e-11   2.8e-13
            fused-pair-dimension      6.9e-11   9.5e-12   1.9e-14
            fused-longest             0         2.6e-10   7.2e-09
            fused-improvement         4.6e-08   1.4e-08   1.5e-09
            fused-insertion           1.6e-10   2e-11     0
            two-stage-call            0.0001    0.0004    0.00195
            two-stage-coordinate      7e-09     1.5e-09   2.2e-09
            two-stage-pair            4e-09     4e-10     5.6e-12
            two-stage-pair-dimension  4e-10     4e-11     5.3e-14
            two-stage-improvement     9e-08     1.4e-08   1.5e-09
            build-call                0.00019   0.0032    0.0042
            build-coordinate          8.7e-08   2.1e-08   4.25e-09
            build-level               3.3e-09   0         0
            prepare-call              0         0         0.00059
            prepare-coordinate        0         0         1.8e-09
            search-call               4.6e-05   0.00024   0.0004
            search-level              5.2e-08   3.7e-09   0
            search-visit              0         0         0
            search-visit-dimension    1.7e-09   1.2e-10   2.6e-12
            search-longest            1.4e-09   1.4e-09   9.3e-08
            search-improvement        8.2e-09   5.9e-10   8.1e-10
            search-insertion          6.6e-10   4.7e-11   0
            range-call                3.2e-05   0.0004    0.0009
            range-level               4.6e-08   4.6e-09   1.6e-09
            range-visit               2.5e-08   2.5e-09   0
            range-visit-dimension     8.8e-10   8.8e-11   1e-11
            range-match               0         0         2e-09
            grid-build-call           0.0001    0.001     0.001
            grid-build-coordinate     4e-08     4e-09     2e-09
            grid-range-call           3.2e-05   0.0004    0.0009
            grid-range-row            7e-08     7e-09     1e-10
            grid-range-candidate      2e-09     2e-10     1e-11
            grid-range-match          5e-08     5e-09     2e-09
            r-tree-build-call         0.0001    0.001     0.001
            r-tree-build-coordinate   6e-08     6e-09     4.25e-09
            r-tree-search-call        3.2e-05   0.0003    0.0009
            r-tree-search-coordinate  1e-08     1e-09     3.6e-09
            r-tree-search-level       2e-08     2e-09     1.6e-09
            r-tree-search-match       2e-08     2e-09     2e-09
            frontier-call             0.0001    0.0005    0.0009
            frontier-step             1e-05     5e-05     0.0001
            frontier-coordinate       4e-08     4e-09     7.8e-09
            frontier-level            2.5e-08   2.5e-09   2e-09
            frontier-match            1.5e-07   1.5e-08   4e-09
            merge-sort-call           1.3e-05   5e-05     6e-05
            merge-sort-pass           0         0         2.5e-05
            merge-sort-key            0         0         9e-10
            merge-sort-level          7.7e-09   1.6e-08   2.4e-11
            radix-sort-call           6.4e-05   0.0007    0.0005
            radix-sort-key            3e-08     5e-09     1.05e-09
            segmented-sort-call       1.5e-05   0.0002    0.0003
            segmented-sort-key        4e-08     1e-08     1.6e-09
            segmented-sort-segment    0         0         1.8e-08
            single-pass-call          1.2e-05   0.0001    0.00025
            single-pass-value         8.3e-10   1.27e-10  6.2e-10
            single-pass-row           0         0         1e-08
            single-pass-found         1.4e-08   2.9e-09   8e-10
            radix-select-call         6.4e-05   0.0002    0.0006
            radix-select-value        1e-08     1.7e-09   6.45e-10
            radix-select-row          3.7e-06   6e-07     1e-07
            radix-select-found        3.2e-08   6e-09     5e-09
            sort-rows-call            1.2e-05   0.0001    0
            sort-rows-value           2.1e-08   3.5e-09   0
            partition-call            2.7e-05   8e-05     0.00015
            partition-element         7e-10     3.3e-10   6.7e-10
            top-k-threshold-call      1e-4      5e-4      2e-3
            top-k-threshold-row       8e-9      5.5e-9    9.5e-9
            top-k-threshold-found     5.3e-6    1.4e-6    3e-6
            top-k-blocks-call         1e-3      1e-3      3e-3
            top-k-blocks-row          1.5e-8    1.8e-8    1.8e-8
            top-k-blocks-found        5e-5      5e-6      5e-6
            top-k-trees-call          1e-3      2e-3      3e-3
            top-k-trees-row           4e-7      4e-8      4e-8
            top-k-trees-found         2e-5      2e-6      2e-6
            top-k-join-call           0.0002    0.0006    0.0025
            top-k-join-row            2.3e-7    3.8e-8    1.4e-7
            top-k-join-found          5.3e-6    1.4e-6    3e-6
            fused-compile             0         0         0.01
            two-stage-compile         0         0         0.01
            build-compile             0         0         0.043
            search-compile            0         0         0.03
            range-compile             0         0         0.007
            grid-build-compile        0         0         0.03
            grid-range-compile        0         0         0.007
            r-tree-build-compile      0         0         0.043
            r-tree-search-compile     0         0         0.007
            frontier-compile          0         0         0.02
            merge-sort-compile        0         0         0.02
            radix-sort-compile        0         0         0.02
            segmented-sort-compile    0         0         0.02
            single-pass-compile       0         0         0.016
            radix-select-compile      0         0         0.016
            partition-compile         0         0         0.02
            top-k-threshold-compile   0         0         0.01
            top-k-blocks-compile      0         0         0
            top-k-trees-compile       0         0         0
            top-k-join-compile        0         0         0.01
            """;

    private static final int THREADS_OF_MANY = 16;

    private static final DeviceCosts ONE = column(1);
    private static final DeviceCosts MANY = column(2);
    private static final DeviceCosts ACCELERATOR = column(3);

    /** Seconds that the launches of a call take on a processor behind a driver. */
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

    /** Returns the costs of an accelerator that was not measured. */
    static DeviceCosts accelerator() {
        return ACCELERATOR;
    }

    private static double throughDriver(CostTerm term, double seconds) {
        if (term.isCompilation()) {
            return accelerator().of(term);
        }
        return term.key().endsWith("-call") ? seconds + DRIVER_CALL : seconds;
    }

    /** Splits a unit's seconds into a serial part and one that all threads share: a + b / threads, through both columns. */
    private static Map<CostTerm, Double> jvm(int threads) {
        Map<CostTerm, Double> costs = new EnumMap<>(CostTerm.class);
        for (CostTerm term : CostTerm.values()) {
            double one = ONE.of(term);
            double many = MANY.of(term);
            double shared = (one - many) / (1 - 1.0 / THREADS_OF_MANY);
            costs.put(term, Math.max(0, one - shared + shared / threads));
        }
        return costs;
    }

    private static DeviceCosts column(int column) {
        Map<String, Double> seconds = TABLE.lines()
                .map(line -> line.split(" +"))
                .collect(Collectors.toMap(row -> row[0], row -> Double.valueOf(row[column])));
        Map<CostTerm, Double> costs = new EnumMap<>(CostTerm.class);
        for (CostTerm term : CostTerm.values()) {
            costs.put(term, seconds.get(term.key()));
        }
        return new DeviceCosts(costs);
    }
}
