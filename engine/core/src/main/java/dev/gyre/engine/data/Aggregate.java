package dev.gyre.engine.data;

/** A summary of the values below each node of a tree. */
public enum Aggregate {

    /** The largest value. */
    MAX,

    /** The smallest value. */
    MIN,

    /** The sum. The children of a node are added from the first to the last, so that the sum has the same bits on every device. */
    SUM,

    /** The number of values. */
    COUNT
}
