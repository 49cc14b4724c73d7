package dev.gyre.engine.contract;

import org.junit.jupiter.api.Nested;

/** The contracts of sorting, partitioning and selection, on the JVM. */
class JvmArrayContractsTest {

    @Nested
    @OnJvm(thinning = {1, 5})
    class Sorts extends SortContract {}

    @Nested
    @OnJvm(thinning = {1, 5})
    class BlockSorts extends BlockSortContract {}

    @Nested
    @OnJvm
    class Groups extends DistinctContract {}

    @Nested
    @OnJvm(thinning = {1, 3})
    class Partitionings extends PartitioningContract {}

    @Nested
    @OnJvm(thinning = {1, 4})
    class Selections extends SelectionContract {}
}
