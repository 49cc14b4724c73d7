package dev.gyre.engine.index;

import dev.gyre.engine.device.Device;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What is taken for the costs of a device that was not measured: those of other devices of its type, from November 2026. */
final class DefaultCosts {

    /** One thread of a machine of 2 cores (AMD EPYC), Temurin 25. */
    private static final Map<CostTerm, Double> JVM_THREAD = table(
            // brute force: call, coordinate, pair, pair and dimension, improvement
            7e-5,
            1.3e-8,
            5.6e-10,
            4.8e-11,
            1.1e-7,
            // build: call, coordinate, level
            7e-4,
            1.1e-7,
            0,
            // prepare: nothing is compiled or copied
            0,
            0,
            // search: call, level, visit, visit and dimension, longest, improvement
            1e-4,
            1e-8,
            6e-9,
            1e-9,
            2.4e-10,
            5e-8);

    /** An NVIDIA H200 with 16 threads of its host, kernels compiled anew by each call of brute force and each build. */
    private static final Map<CostTerm, Double> GPU = table(
            0.1, 3e-9, 2.8e-13, 7.5e-14, 2.4e-9, //
            1.2, 1.5e-9, 1.6e-10, //
            0.2, 1e-9, //
            1e-3, 5e-10, 2e-12, 1.2e-12, 2e-9, 1e-9);

    /** What the threads of a JVM do not share. */
    private static final Set<CostTerm> SERIAL =
            EnumSet.of(CostTerm.BRUTE_FORCE_CALL, CostTerm.BUILD_CALL, CostTerm.SEARCH_CALL, CostTerm.SEARCH_LONGEST);

    /** What compiling and launching takes on a processor that is reached through a driver. */
    private static final Map<CostTerm, Double> DRIVER = Map.of(
            CostTerm.BRUTE_FORCE_CALL, 0.1,
            CostTerm.BUILD_CALL, 2.0,
            CostTerm.PREPARE_CALL, 0.3,
            CostTerm.SEARCH_CALL, 2e-3);

    private DefaultCosts() {}

    static DeviceCosts of(Device device, int threads) {
        return switch (device.type()) {
            case JVM -> new DeviceCosts(jvm(threads));
            case CPU -> {
                Map<CostTerm, Double> costs = jvm(threads);
                costs.putAll(DRIVER);
                yield new DeviceCosts(costs);
            }
            case GPU, ACCELERATOR -> new DeviceCosts(GPU);
        };
    }

    private static Map<CostTerm, Double> jvm(int threads) {
        Map<CostTerm, Double> costs = new EnumMap<>(JVM_THREAD);
        costs.replaceAll((term, seconds) -> SERIAL.contains(term) ? seconds : seconds / threads);
        return costs;
    }

    private static Map<CostTerm, Double> table(double... seconds) {
        Map<CostTerm, Double> costs = new EnumMap<>(CostTerm.class);
        for (CostTerm term : CostTerm.values()) {
            costs.put(term, seconds[term.ordinal()]);
        }
        return costs;
    }
}
