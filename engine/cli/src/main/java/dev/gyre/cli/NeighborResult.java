package dev.gyre.cli;

import dev.gyre.engine.data.Neighbors;

/** An answer that consists of neighbors. */
interface NeighborResult extends CommandResult {

    /** Returns the neighbors found. */
    Neighbors neighbors();
}
