package dev.gyre.engine.data;

/** Which pairs of rows are the edges of a graph of nearest neighbors. */
public enum GraphKind {

    /** From each row to its k nearest. */
    DIRECTED,

    /** Both ways between two rows if one of them is among the k nearest of the other. */
    UNION,

    /** Both ways between two rows if each is among the k nearest of the other. */
    MUTUAL
}
