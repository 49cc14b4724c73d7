package dev.gyre.engine.data;

/** Accepts the neighbors of one query, the nearest first. All calls come from the thread that called the operation. */
@FunctionalInterface
public interface NeighborVisitor {

    /**
     * Accepts the next neighbor.
     *
     * @param id row of the neighbor; equally near ones come in ascending order of ids
     * @param distance its distance in the unit of the metric, as {@link Neighbors#distance} gives it
     * @return true to get another neighbor
     */
    boolean visit(int id, double distance);
}
