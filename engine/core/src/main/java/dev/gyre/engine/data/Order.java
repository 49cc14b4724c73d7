package dev.gyre.engine.data;

/** The end of an order that comes first. */
public enum Order {
    /** Smallest first. */
    ASCENDING,
    /** Largest first. */
    DESCENDING
}
