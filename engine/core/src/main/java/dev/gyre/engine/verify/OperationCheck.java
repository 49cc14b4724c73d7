package dev.gyre.engine.verify;

import dev.gyre.engine.plan.Context;
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
        Stream<OperationCheck> others = Stream.of(
                new OperationCheck("block-sort", BlockSortCheck::check),
                new OperationCheck("box-join", BoxJoinCheck::check),
                new OperationCheck("distinct", DistinctCheck::check),
                new OperationCheck("grid", GridSearchCheck::check),
                new OperationCheck("kd-range", KdRangeCheck::check),
                new OperationCheck("kd-structure", KdStructureCheck::check),
                new OperationCheck("kd-tree", KdTreeCheck::check),
                new OperationCheck("knn-join", KnnJoinCheck::check),
                new OperationCheck("neighbor-index", NeighborIndexCheck::check),
                new OperationCheck("r-tree-build", RTreeBuildCheck::check),
                new OperationCheck("r-tree-nearest", RTreeNearestCheck::check),
                new OperationCheck("r-tree-search", RTreeSearchCheck::check),
                new OperationCheck("selection", SelectionCheck::check),
                new OperationCheck("sort", SortCheck::check),
                new OperationCheck("top-k-join", TopKCheck::check));
        return Stream.concat(PartitionChecks.ALL.stream(), others)
                .sorted(Comparator.comparing(OperationCheck::name))
                .toList();
    }
}
