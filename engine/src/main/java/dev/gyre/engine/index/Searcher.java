package dev.gyre.engine.index;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;

/** One way to answer the searches of an index. Safe for use by several threads. */
interface Searcher extends AutoCloseable {

    /** What a search is estimated to take, in seconds. */
    double estimate(Workload work, boolean self);

    /** The k nearest points of every query. */
    Neighbors nearest(Points queries, int k, Monitor monitor);

    /** The k nearest other points of every point. */
    Neighbors nearestOthers(int k, Monitor monitor);

    @Override
    void close();
}
