package dev.gyre.cli;

/** Methods that bring columns of different units to one scale. */
enum Normalization {
    /** The mean becomes 0, the standard deviation 1. */
    ZSCORE,
    /** The least becomes 0, the largest 1. */
    MINMAX
}
