package dev.gyre.cli.csv;

/** Input that was read. */
@FunctionalInterface
public interface RowsRead {

    /**
     * Says which rows were left out.
     *
     * @return their number, by file, and the problem of the first that could not be read; empty if there are none
     */
    String leftOut();
}
