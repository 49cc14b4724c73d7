package dev.gyre.engine.file;

import java.io.IOException;
import java.io.OutputStream;

/** What a file of a tree has. */
public interface TreeFile {

    /** What the rows are called. */
    Identifiers identifiers();

    /**
     * Checks that a file can have it.
     *
     * @throws IllegalArgumentException if none can
     */
    default void check() {}

    /** Writes it; O(d n), in chunks of a MiB. */
    void write(OutputStream out) throws IOException;
}
