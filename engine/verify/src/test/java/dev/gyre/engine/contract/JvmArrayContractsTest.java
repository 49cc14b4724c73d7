package dev.gyre.engine.contract;

import org.junit.jupiter.api.Nested;

/** The contracts of sorting, partitioning and selection, on the JVM. */
class JvmArrayContractsTest {

    @Nested
    @OnJvm(
            thinning = {1, 5},
            alone = true)
    class Sorts extends SortContract {}

    @Nested
    @OnJvm(
            thinning = {1, 5},
            alone = true)
    class BlockSorts extends BlockSortContract {}

    @Nested
    @OnJvm(alone = true)
    class Groups extends DistinctContract {}

    @Nested
    @OnJvm(
            thinning = {1, 3},
            alone = true)
    class Partitionings extends PartitioningContract {}

    @Nested
    @OnJvm(
            thinning = {1, 4},
            alone = true)
    class Selections extends SelectionContract {}
}
