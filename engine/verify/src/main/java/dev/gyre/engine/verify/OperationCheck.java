package dev.gyre.engine.verify;

import dev.gyre.engine.pool.Context;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Compares one operation of the engine with an oracle.
 *
 * @param name short name of the operation
 * @param comparison runs the operation on one case; returns the difference, or empty
 */
public record OperationCheck(String name, BiFunction<Context, Sample, Optional<String>> comparison) {

    /** Runs the operation on one case; returns the difference, or empty. */
    public Optional<String> check(Context context, Sample sample) {
        return comparison.apply(context, sample);
    }

    /** Returns all checks, ordered by name. */
    public static List<OperationCheck> all() {
        OperationCheck topK = new OperationCheck("top-k-join", TopKCheck::check);
        return Stream.of(
                        BoxChecks.ALL,
                        ClusterChecks.ALL,
                        FoldChecks.ALL,
                        PartitionChecks.ALL,
                        PointChecks.ALL,
                        SortChecks.ALL,
                        List.of(topK))
                .flatMap(List::stream)
                .sorted(Comparator.comparing(OperationCheck::name))
                .toList();
    }

    public static OperationCheck named(String name) {
        return all().stream()
                .filter(check -> check.name().equals(name))
                .findAny()
                .orElseThrow();
    }
}
