package dev.gyre.engine.data;

import dev.gyre.tasks.tree.TreeParameters;
import java.util.Objects;

/**
 * Options of the build of an R-tree. Immutable.
 *
 * @param packing how boxes are ordered before they are put into nodes
 * @param nodeSize largest number of children of a node, {@value #MIN_NODE_SIZE} to {@value #MAX_NODE_SIZE}
 * @param monitor watches the build
 */
public record RTreeOptions(Packing packing, int nodeSize, Monitor monitor) {

    /** How an R-tree's boxes are ordered, before consecutive boxes form nodes. All give the same answers. */
    public enum Packing {

        /** One of the others, depending on the number of dimensions: see {@link #of}. */
        AUTOMATIC,

        /** By the middles of the boxes in the first dimension (You et al., "Parallel spatial query processing on GPUs using R-trees", 2013). */
        X_SORT,

        /**
         * By tiles: slabs by the first dimension, each cut into slabs by the next one, and so on (Leutenegger et al., "STR: a simple and efficient
         * algorithm for R-tree packing", 1997).
         */
        STR,

        /**
         * Along a Hilbert curve through the middles of the boxes (Kamel and Faloutsos, "On packing R-trees", 1993), over a grid that is finer
         * where boxes are dense.
         */
        HILBERT;

        /**
         * Returns the packing that {@link #AUTOMATIC} stands for.
         *
         * @param dims number of dimensions
         * @return {@link #X_SORT} for 1 dimension, else {@link #HILBERT}
         */
        public static Packing of(int dims) {
            return dims == 1 ? X_SORT : HILBERT;
        }
    }

    /** Smallest value of {@link #nodeSize}. */
    public static final int MIN_NODE_SIZE = TreeParameters.MIN_NODE_SIZE;

    /** Largest value of {@link #nodeSize}. */
    public static final int MAX_NODE_SIZE = TreeParameters.MAX_NODE_SIZE;

    /**
     * The best packing for the dimensions, nodes of 16, no monitor. Nodes of 8 and 32 were as fast on the JVM:
     * {@code benchmarks/run calls --with nodeSize=8,16,32}.
     */
    public static final RTreeOptions DEFAULT = new RTreeOptions(Packing.AUTOMATIC, 16, Monitor.NONE);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the size of nodes is out of range
     */
    public RTreeOptions {
        Objects.requireNonNull(packing, "packing");
        Objects.requireNonNull(monitor, "monitor");
        if (nodeSize < MIN_NODE_SIZE || nodeSize > MAX_NODE_SIZE) {
            throw new IllegalArgumentException(
                    "nodeSize must be in " + MIN_NODE_SIZE + ".." + MAX_NODE_SIZE + ": nodeSize=" + nodeSize);
        }
    }

    /**
     * Returns these options with another packing.
     *
     * @param newPacking the packing
     * @return new options
     */
    public RTreeOptions withPacking(Packing newPacking) {
        return new RTreeOptions(newPacking, nodeSize, monitor);
    }

    /**
     * Returns these options with another size of nodes.
     *
     * @param newNodeSize largest number of children of a node
     * @return new options
     */
    public RTreeOptions withNodeSize(int newNodeSize) {
        return new RTreeOptions(packing, newNodeSize, monitor);
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public RTreeOptions withMonitor(Monitor newMonitor) {
        return new RTreeOptions(packing, nodeSize, newMonitor);
    }
}
