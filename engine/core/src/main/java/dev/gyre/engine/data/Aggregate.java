package dev.gyre.engine.data;

/** What is known of the values below each node of a tree. */
public enum Aggregate {

    /** The largest. */
    MAX,

    /** The smallest. */
    MIN,

    /** The sum. The children of a node are added from the first to the last, so that the sum has the same bits on every device. */
    SUM,

    /** How many there are. */
    COUNT
}
