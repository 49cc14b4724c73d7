package dev.gyre.engine.data;

/** What is known of the values below each node of a tree. */
public enum Aggregate {

    /** The largest. */
    MAX,

    /** The smallest. */
    MIN,

    /** The sum: of a node's children from the first to the last, so that it has the same bits on every device. */
    SUM,

    /** How many there are. */
    COUNT
}
