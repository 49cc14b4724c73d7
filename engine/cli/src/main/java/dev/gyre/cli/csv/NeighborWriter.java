package dev.gyre.cli.csv;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import java.io.IOException;
import java.io.Writer;

/** Writes neighbors as CSV with the columns query, rank (from 1), neighbor and distance. Unused slots are left out. */
public final class NeighborWriter {

    private NeighborWriter() {}

    /**
     * Writes all neighbors.
     *
     * @param neighbors the neighbors
     * @param queries names the queries
     * @param points names the points
     * @param out where to; is flushed but not closed
     * @param monitor is told how many queries are written
     * @throws IOException if writing fails
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the writing
     */
    public static void write(Neighbors neighbors, Labels queries, Labels points, Writer out, Monitor monitor)
            throws IOException {
        CsvRecords.write(out, csv -> {
            csv.writeRecord("query", "rank", "neighbor", "distance");
            for (int query = 0; query < neighbors.queries(); query++) {
                CsvRecords.step(query, neighbors.queries(), monitor);
                String label = queries.label(query);
                int count = neighbors.count(query);
                for (int rank = 0; rank < count; rank++) {
                    csv.writeRecord(
                            label,
                            Integer.toString(rank + 1),
                            points.label(neighbors.id(query, rank)),
                            Double.toString(neighbors.distance(query, rank)));
                }
            }
        });
    }
}
