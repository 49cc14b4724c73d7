package dev.gyre.cli;

import dev.gyre.engine.data.Neighbors;

/** An answer that is neighbors. */
interface NeighborResult extends CommandResult {

    /** Them. */
    Neighbors neighbors();
}
