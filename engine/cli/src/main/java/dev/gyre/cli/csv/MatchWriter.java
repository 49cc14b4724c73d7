package dev.gyre.cli.csv;

import dev.gyre.engine.data.MatchConsumer;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/** Writes matches as CSV, part by part, with the columns query, neighbor and distance or query and match; or their numbers. */
public final class MatchWriter {

    private MatchWriter() {}

    /**
     * Writes all matches.
     *
     * @param parts hands out the matches
     * @param hasDistances whether matches have distances, which are written with them
     * @param queries names the queries
     * @param points names the points
     * @param out where to; is flushed but not closed
     * @throws IOException if writing fails
     * @throws CancellationException if an interrupt ended it
     */
    public static void write(
            Consumer<MatchConsumer> parts, boolean hasDistances, Labels queries, Labels points, Writer out)
            throws IOException {
        CsvRecords.write(out, csv -> {
            if (hasDistances) {
                csv.writeRecord("query", "neighbor", "distance");
            } else {
                csv.writeRecord("query", "match");
            }
            parts.accept((first, part) -> {
                for (int query = 0; query < part.queries(); query++) {
                    if (Thread.currentThread().isInterrupted()) {
                        throw new CancellationException("cancelled: not all was written");
                    }
                    String label = queries.label(first + query);
                    for (int rank = 0; rank < part.count(query); rank++) {
                        String match = points.label(part.id(query, rank));
                        if (hasDistances) {
                            csv.writeRecord(label, match, Double.toString(part.distance(query, rank)));
                        } else {
                            csv.writeRecord(label, match);
                        }
                    }
                }
            });
        });
    }

    /**
     * Writes the number of matches of each query, with the columns query and matches.
     *
     * @param counts a number for each query
     * @param queries names the queries
     * @param out where to; is flushed but not closed
     * @throws IOException if writing fails
     */
    public static void writeCounts(int[] counts, Labels queries, Writer out) throws IOException {
        CsvRecords.write(out, csv -> {
            csv.writeRecord("query", "matches");
            for (int query = 0; query < counts.length; query++) {
                csv.writeRecord(queries.label(query), Integer.toString(counts[query]));
            }
        });
    }
}
