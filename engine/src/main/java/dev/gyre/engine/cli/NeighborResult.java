package dev.gyre.engine.cli;

import dev.gyre.engine.data.Neighbors;

/** An answer that is neighbors. */
interface NeighborResult extends Answer {

    /** Them. */
    Neighbors neighbors();
}
