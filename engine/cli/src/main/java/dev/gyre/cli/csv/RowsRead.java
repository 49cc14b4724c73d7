package dev.gyre.cli.csv;

/** Input that was read. */
@FunctionalInterface
public interface RowsRead {

    /** Says how many rows were left out, by file, and the problem of the first that could not be read; empty if there are none. */
    String leftOut();
}
