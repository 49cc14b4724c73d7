package dev.gyre.cli;

import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.engine.data.Monitor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * An answer of records in an order: the table shows the first ones, CSV has all.
 *
 * @param records gives the records
 * @param size the number of records
 * @param noun what a record is, such as {@code row}
 * @param summary what was done
 * @param facts the same for scripts
 * @param work the part of the work that was timed
 */
record ListAnswer(Records records, int size, String noun, String summary, Facts facts, String work) implements Answer {

    /** Gives the names of the columns and then records, one after the other; the form is null for people. */
    @FunctionalInterface
    interface Records {
        void forEach(int most, CsvForm form, Consumer<String[]> consumer);
    }

    @Override
    public void print(int rows, PrintWriter out) {
        int shown = Math.min(rows, size);
        if (shown > 0) {
            TextTable table = new TextTable();
            records.forEach(shown, null, table::add);
            table.print(out);
        }
        out.println(Terminal.fittingOutput(Numbers.grouped(shown) + " of " + Numbers.counted(size, noun)
                + (shown < size ? "; --rows N shows more, --output FILE writes all" : "")));
    }

    @Override
    public void write(Writer out, CsvForm form, Monitor monitor) throws IOException {
        AtomicInteger written = new AtomicInteger();
        CsvRecords.write(
                out,
                form,
                csv -> records.forEach(size, form, cells -> {
                    CsvRecords.step(written.getAndIncrement(), size + 1, monitor);
                    csv.accept(cells);
                }));
    }

    @Override
    public Outcome outcome(long workNanos) {
        return new Outcome(summary, facts, Times.of(work, workNanos));
    }
}
