package dev.gyre.engine.data;

/** Which end of an order comes first. */
public enum Order {
    /** Smallest first. */
    ASCENDING,
    /** Largest first. */
    DESCENDING
}
