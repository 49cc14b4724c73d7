package dev.gyre.engine.knn;

import dev.gyre.engine.data.JoinMethod;

/**
 * The plan of a search over all points.
 *
 * @param method {@link JoinMethod#FUSED} or {@link JoinMethod#TWO_STAGE}
 * @param capacity candidates per query
 * @param batch queries at a time
 * @param chunk points at a time
 * @param inParts whether a chunk is less than all points
 * @param expanded whether squared distances are calculated in the expanded form
 */
record KnnPlan(JoinMethod method, int capacity, int batch, int chunk, boolean inParts, boolean expanded) {

    /** The same search with distances in the direct form. */
    KnnPlan direct() {
        return new KnnPlan(method, capacity, batch, chunk, inParts, false);
    }

    /** Says how many queries and points are searched at a time. */
    String explanation() {
        return batch + " queries and " + chunk + " points at a time" + (expanded ? ", squares expanded" : "");
    }
}
