package dev.gyre.engine.cost;

import dev.gyre.engine.program.Device;

/**
 * Sizes by which operations are divided on a device. No size is wrong, but some are faster. Each constant says how it was tuned and where
 * that was measured. These sizes do not choose a strategy: {@link CostModel} is for that.
 */
public enum Tuned {

    /**
     * Binary logarithm of the slots of a leaf of a kd-tree: on an H200, 8 are as fast as 16 in 2 dimensions and 1.3 times faster in 6; on
     * the JVM, 16 are faster.
     */
    TREE_LEAF_BITS(4, 3, 3),

    /**
     * Binary logarithm of the slots that a thread of the JVM orders by itself while it builds a tree; it may also order half as many. They
     * fit its first caches: with 12, a million points of 2 to 6 dimensions took 0.94 to 0.97 of the time with 13, and with 11 and 14 more (AMD
     * EPYC, 28 November 2026). Work-groups of a device order as many as fit their local memory.
     */
    TREE_WINDOW_BITS(12, 12, 12),

    /**
     * Most rows for which block sort makes the whole order instead of blocks: 16,384 on two threads of an AMD EPYC; 524,288 on a
     * device (H200), where launches dominate.
     */
    UNBLOCKED_ROWS(1 << 14, 1 << 19, 1 << 19),

    /**
     * Number of parts of all rows of a selection, which keeps all threads busy to the end; on a GPU, the number of work-groups that fill an
     * H200: 4 on each of its 132 multiprocessors, the best of 1, 2, 4, 8 and 16.
     */
    SELECTION_PARTS(64, 64, 528),

    /** Fewest values in a part of a selection, so that selecting costs more than starting, or than sampling on a GPU. */
    SELECTION_PART_VALUES(1 << 18, 1 << 18, 1 << 14),

    /**
     * Fewest values in a part of a selection, as a multiple of k, so that merging the parts is a small part of the work. On a processor, a
     * heap of k is filled for each part: 1 M floats with k=1,000 take 1.7 ms in 15 parts and 0.4 ms in one (two threads of an AMD EPYC).
     */
    SELECTION_PART_FOUND(512, 512, 16),

    /** Fewest values of a tile of a radix select. */
    SELECTION_TILE(1 << 16, 1 << 12, 1 << 12),

    /** Largest number of queries of a join at a time. */
    JOIN_BATCH(1 << 16, 1 << 18, 1 << 18),

    /**
     * Number of distances of a matrix. On the JVM, the matrix stays in the nearer memory. On a device, each matrix needs about 0.6 ms to be
     * launched and fetched (H200, TornadoVM 5.2): 10,000 queries among 100,000 points of 64 dimensions took 57 ms with 12.8 million
     * distances. More would only use heap.
     */
    JOIN_MATRIX(1 << 24, 1 << 26, 1 << 26),

    /** Smallest number of dimensions for which squares are expanded. That is faster if products of tiles are summed in registers (H200). */
    EXPANDED_DIMENSIONS(Integer.MAX_VALUE, Integer.MAX_VALUE, 64),

    /**
     * Slots that a device could build in the time that each part of a build on several devices adds for launches: on an H200 this is 5 ms,
     * in which it builds a million slots of 4 dimensions; on the JVM an estimate.
     */
    PART_SLOTS(1 << 12, 1 << 16, 1 << 20),

    /**
     * Most pairs of a query and a node of an R-tree that descend at a time. On the JVM, joins of 300,000 and of 1,000,000 boxes took the same
     * processor time within a tenth with 2^16 to 2^21, and least with 2^19; 2^18 took a quarter more for the former (2 threads of an AMD EPYC,
     * November 2026). On devices not measured against others.
     */
    FRONTIER_PAIRS(1 << 19, 1 << 20, 1 << 23);

    private final int jvm;
    private final int processor;
    private final int accelerator;

    Tuned(int jvm, int processor, int accelerator) {
        this.jvm = jvm;
        this.processor = processor;
        this.accelerator = accelerator;
    }

    /** The size for a device. */
    public int of(Device device) {
        return of(device.type());
    }

    /** The size for devices of a type. */
    public int of(Device.Type type) {
        return switch (type) {
            case JVM -> jvm;
            case CPU -> processor;
            case GPU, ACCELERATOR -> accelerator;
        };
    }
}
