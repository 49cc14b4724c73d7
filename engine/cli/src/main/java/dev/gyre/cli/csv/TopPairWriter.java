package dev.gyre.cli.csv;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.TopPairs;
import java.io.IOException;
import java.io.Writer;

/** Writes the pairs of a top-k join as CSV. */
public final class TopPairWriter {

    /** Up to here every whole number is a double, and has at most 15 digits. */
    private static final double MAX_WHOLE = 1e15;

    private TopPairWriter() {}

    /**
     * Writes all pairs, with the columns rank (from 1), left, right, score and distance.
     *
     * @param pairs the pairs, the best one first
     * @param left names the left rows
     * @param right names the right rows
     * @param out where to; is flushed but not closed
     * @param monitor watches the writing
     * @throws IOException if writing fails
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the writing
     */
    public static void write(TopPairs pairs, Labels left, Labels right, Writer out, Monitor monitor)
            throws IOException {
        CsvRecords.write(out, csv -> {
            csv.writeRecord("rank", "left", "right", "score", "distance");
            for (int rank = 0; rank < pairs.size(); rank++) {
                CsvRecords.step(rank, pairs.size(), monitor);
                csv.writeRecord(
                        Integer.toString(rank + 1),
                        left.label(pairs.left(rank)),
                        right.label(pairs.right(rank)),
                        number(pairs.score(rank)),
                        Double.toString(pairs.distance(rank)));
            }
        });
    }

    /**
     * Writes a score.
     *
     * @param value the score
     * @return the shortest text that reads as the same number; whole numbers without a point
     */
    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < MAX_WHOLE
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
