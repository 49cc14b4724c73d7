package dev.gyre.cli.csv;

import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import java.io.IOException;
import java.io.Writer;

/** Writes pairs of rows of two files as CSV, or the numbers of the pairs. */
public final class PairWriter {

    private PairWriter() {}

    /**
     * Writes all pairs, with the columns left and right.
     *
     * @param pairs the right rows of each left row
     * @param left names the left rows
     * @param right names the right rows
     * @param out where to; is flushed but not closed
     * @param monitor watches the writing
     * @throws IOException if writing fails
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the writing
     */
    public static void write(Matches pairs, GeometryTable left, GeometryTable right, Writer out, Monitor monitor)
            throws IOException {
        CsvRecords.write(out, csv -> {
            csv.writeRecord("left", "right");
            int done = 0;
            for (int row = 0; row < pairs.queries(); row++) {
                String label = left.label(row);
                for (int rank = 0; rank < pairs.count(row); rank++) {
                    CsvRecords.step(done++, pairs.size(), monitor);
                    csv.writeRecord(label, right.label(pairs.id(row, rank)));
                }
            }
        });
    }

    /**
     * Writes the number of pairs of each left row, with the columns left and matches.
     *
     * @param pairs the right rows of each left row
     * @param left names the left rows
     * @param out where to; is flushed but not closed
     * @throws IOException if writing fails
     */
    public static void writeCounts(Matches pairs, GeometryTable left, Writer out) throws IOException {
        CsvRecords.write(out, csv -> {
            csv.writeRecord("left", "matches");
            for (int row = 0; row < pairs.queries(); row++) {
                csv.writeRecord(left.label(row), Integer.toString(pairs.count(row)));
            }
        });
    }
}
