package dev.gyre.engine.verify;

import dev.gyre.engine.plan.Context;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares one operation of the engine with an oracle. */
public interface OperationCheck {

    /**
     * Short name of the operation.
     *
     * @return the name
     */
    String name();

    /**
     * Runs the operation on one case.
     *
     * @param context device, threads, memory
     * @param sample the case
     * @return what differs, or empty
     */
    Optional<String> check(Context context, Sample sample);

    /**
     * All checks.
     *
     * @return the checks, in the order of their names
     */
    static List<OperationCheck> all() {
        return Stream.of(
                        new CompactionCheck(),
                        new HistogramCheck(),
                        new MoveCheck(),
                        new MultiwayPartitionCheck(),
                        new ReduceCheck(),
                        new ScanCheck(),
                        new SegmentedPartitionCheck(),
                        new TwoWayPartitionCheck(),
                        new SelectionCheck(),
                        new BlockSortCheck(),
                        new DistinctCheck(),
                        new SortCheck(),
                        new KnnJoinCheck(),
                        new KdStructureCheck(),
                        new KdRangeCheck(),
                        new KdTreeCheck(),
                        new NeighborIndexCheck())
                .sorted(Comparator.comparing(OperationCheck::name))
                .toList();
    }
}
