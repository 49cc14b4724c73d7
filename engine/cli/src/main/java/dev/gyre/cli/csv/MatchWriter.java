package dev.gyre.cli.csv;

import dev.gyre.engine.data.Matches;
import java.io.IOException;
import java.io.Writer;

/** Writes matches as CSV with the columns query, neighbor and distance. */
public final class MatchWriter {

    private MatchWriter() {}

    /**
     * Writes all matches.
     *
     * @param matches the matches, with distances
     * @param queries names the queries
     * @param points names the points
     * @param out where to; is flushed but not closed
     * @throws IOException if writing fails
     */
    public static void write(Matches matches, PointTable queries, PointTable points, Writer out) throws IOException {
        CsvRecords.write(out, csv -> {
            csv.writeRecord("query", "neighbor", "distance");
            for (int query = 0; query < matches.queries(); query++) {
                String label = queries.label(query);
                for (int rank = 0; rank < matches.count(query); rank++) {
                    csv.writeRecord(
                            label,
                            points.label(matches.id(query, rank)),
                            Double.toString(matches.distance(query, rank)));
                }
            }
        });
    }
}
