package dev.gyre.engine.file;

import java.io.IOException;
import java.io.OutputStream;

/** The content of a tree's file. */
public interface TreeFile {

    /** Returns the identifiers of the rows. */
    Identifiers identifiers();

    /**
     * Checks that a file can have this content.
     *
     * @throws IllegalArgumentException if no file can
     */
    default void check() {}

    /** Writes the content in O(d n), in chunks of 1 MiB. */
    void write(OutputStream out) throws IOException;
}
