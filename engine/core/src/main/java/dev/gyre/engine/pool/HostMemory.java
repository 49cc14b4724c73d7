package dev.gyre.engine.pool;

/** An operation that keeps more on the host than the arrays of its program. */
public interface HostMemory {

    /**
     * Returns the bytes that it keeps.
     *
     * @return bytes beside the arrays of the program
     */
    long hostBytes();
}
