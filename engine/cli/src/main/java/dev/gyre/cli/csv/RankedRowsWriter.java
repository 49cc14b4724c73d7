package dev.gyre.cli.csv;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RankedRows;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Writes the best rows of places as CSV: the columns query, rank (from 1), the label of the row, and its score. */
public final class RankedRowsWriter {

    private RankedRowsWriter() {}

    /**
     * Gives the names of the columns and then the rows, one after the other.
     *
     * @param found the rows of each query
     * @param table names the rows
     * @param score the name of the scores
     * @param most most rows to give
     * @param records takes an array of cells for each
     */
    public static void forEach(RankedRows found, PointTable table, String score, int most, Consumer<String[]> records) {
        records.accept(new String[] {"query", "rank", table.labelName(), score});
        int given = 0;
        for (int query = 0; query < found.queries(); query++) {
            for (int rank = 0; rank < found.count(query) && given < most; rank++) {
                given++;
                records.accept(new String[] {
                    Integer.toString(query),
                    Integer.toString(rank + 1),
                    table.label(found.id(query, rank)),
                    TopPairWriter.number(found.score(query, rank))
                });
            }
        }
    }

    /**
     * Writes all rows.
     *
     * @param found the rows of each query
     * @param table names the rows
     * @param score the name of the scores
     * @param out where to; is flushed but not closed
     * @param monitor watches the writing
     * @throws IOException if writing fails
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the writing
     */
    public static void write(RankedRows found, PointTable table, String score, Writer out, Monitor monitor)
            throws IOException {
        AtomicInteger written = new AtomicInteger();
        CsvRecords.write(
                out,
                csv -> forEach(found, table, score, Integer.MAX_VALUE, cells -> {
                    CsvRecords.step(written.getAndIncrement(), found.size() + 1, monitor);
                    csv.writeRecord(cells);
                }));
    }
}
