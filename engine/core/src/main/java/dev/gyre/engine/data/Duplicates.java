package dev.gyre.engine.data;

/** Treatment of points that are equal in the space of a tree's metric. */
public enum Duplicates {

    /** Keeps all points; each is a neighbor of its duplicates at distance 0. */
    KEEP,

    /** Of equal points, keeps the one with the smallest id; the tree and the answers do not contain the others. */
    DROP,

    /** Ends the build with an {@link IllegalArgumentException} that names two of the points. */
    REFUSE
}
