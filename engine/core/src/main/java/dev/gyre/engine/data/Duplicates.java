package dev.gyre.engine.data;

/** What a tree does about points that are equal in the space of its metric. */
public enum Duplicates {

    /** All are kept, and each is a neighbor of the others at distance 0. */
    KEEP,

    /** The one of the smallest id is kept; the others are not in the tree and in no answer. */
    DROP,

    /** Building ends with an {@link IllegalArgumentException} that names two of them. */
    REFUSE
}
