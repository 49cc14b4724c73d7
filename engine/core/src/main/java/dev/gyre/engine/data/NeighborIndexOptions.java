package dev.gyre.engine.data;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Options of an index. Immutable.
 *
 * @param metric metric of all searches
 * @param expectedQueries expected number of queries, or {@link #AS_MANY_AS_POINTS}; decides whether a tree pays off
 * @param expectedK expected neighbors per query, 1 or more
 * @param candidates allowed strategies, one or more
 * @param monitor watches the build
 */
public record NeighborIndexOptions(
        Metric metric, long expectedQueries, int expectedK, Set<Strategy> candidates, Monitor monitor) {

    /** A method to answer a search of an index of neighbors, with its device. All give the same answers. */
    public enum Strategy {

        /** Brute force on the threads of the JVM. */
        JVM_BRUTE_FORCE(false, false),

        /** A kd-tree on the threads of the JVM. */
        JVM_KD_TREE(false, true),

        /** Brute force on the engine's device; not available if the engine runs on the JVM. */
        DEVICE_BRUTE_FORCE(true, false),

        /** A kd-tree on the engine's device; not available if the engine runs on the JVM. */
        DEVICE_KD_TREE(true, true);

        private final boolean onDevice;
        private final boolean tree;

        Strategy(boolean onDevice, boolean tree) {
            this.onDevice = onDevice;
            this.tree = tree;
        }

        /**
         * Returns whether it runs on the engine's device, not on the JVM.
         *
         * @return true for the device
         */
        public boolean isOnDevice() {
            return onDevice;
        }

        /**
         * Returns whether it searches a tree, instead of computing all distances.
         *
         * @return true for a tree
         */
        public boolean isTree() {
            return tree;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** As many queries as there are points. */
    public static final long AS_MANY_AS_POINTS = -1;

    /** Euclidean distances, as many queries as points, 10 neighbors each, all strategies, no monitor. */
    public static final NeighborIndexOptions DEFAULT = new NeighborIndexOptions(
            Metric.EUCLIDEAN, AS_MANY_AS_POINTS, 10, EnumSet.allOf(Strategy.class), Monitor.NONE);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a number is out of range, or if there is no candidate
     */
    public NeighborIndexOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(monitor, "monitor");
        candidates = Set.copyOf(candidates);
        if (expectedQueries < AS_MANY_AS_POINTS) {
            throw new IllegalArgumentException(
                    "expected queries must be 0 or more: expectedQueries=" + expectedQueries);
        }
        if (expectedK < 1) {
            throw new IllegalArgumentException("expected k must be 1 or more: expectedK=" + expectedK);
        }
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("candidates must be one or more");
        }
    }

    /**
     * Returns these options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public NeighborIndexOptions withMetric(Metric newMetric) {
        return new NeighborIndexOptions(newMetric, expectedQueries, expectedK, candidates, monitor);
    }

    /**
     * Returns these options with other expected searches.
     *
     * @param newExpectedQueries expected number of queries, 0 or more, or {@link #AS_MANY_AS_POINTS}
     * @param newExpectedK expected neighbors per query, 1 or more
     * @return new options
     */
    public NeighborIndexOptions expecting(long newExpectedQueries, int newExpectedK) {
        return new NeighborIndexOptions(metric, newExpectedQueries, newExpectedK, candidates, monitor);
    }

    /**
     * Returns these options with only the given strategies; a single strategy is always used.
     *
     * @param newCandidates the strategies, one or more
     * @return new options
     */
    public NeighborIndexOptions withCandidates(Collection<Strategy> newCandidates) {
        return new NeighborIndexOptions(metric, expectedQueries, expectedK, Set.copyOf(newCandidates), monitor);
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public NeighborIndexOptions withMonitor(Monitor newMonitor) {
        return new NeighborIndexOptions(metric, expectedQueries, expectedK, candidates, newMonitor);
    }
}
