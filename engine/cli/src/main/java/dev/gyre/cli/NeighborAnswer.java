package dev.gyre.cli;

import dev.gyre.cli.csv.NeighborWriter;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Neighbors;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** The neighbors of queries. */
record NeighborAnswer(Neighbors neighbors, PointTable queries, PointTable points, int k) implements NeighborResult {

    @Override
    public void print(int rows, PrintWriter out) {
        NeighborTable.print(neighbors, queries, points, rows, out);
    }

    @Override
    public void write(Writer out) throws IOException {
        NeighborWriter.write(neighbors, queries, points, out);
    }

    @Override
    public String summary() {
        return Numbers.grouped(neighbors.queries()) + " queries, k=" + k;
    }

    @Override
    public String times(long workNanos) {
        return Times.of(neighbors.report());
    }

    @Override
    public String remark() {
        return Numbers.grouped(neighbors.report().exactFallbacks()) + " answered again in double";
    }
}
