package dev.gyre.cli;

import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.engine.data.Monitor;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * An answer of records in an order: the table shows the first ones, CSV has all.
 *
 * @param size the number of records
 * @param noun what a record is, such as {@code row}
 * @param order what the order is, for people, or an empty text
 * @param summary what was done
 * @param facts the same for scripts
 * @param times gives the times of the work; its argument is the total in nanoseconds
 */
record ListAnswer(
        Records records, int size, String noun, String order, String summary, Facts facts, LongFunction<Times> times)
        implements Answer {

    /** An answer in an order that needs no words, of work that was timed as one part. */
    ListAnswer(Records records, int size, String noun, String summary, Facts facts, String work) {
        this(records, size, noun, "", summary, facts, nanos -> Times.of(work, nanos));
    }

    /** Gives the header and then records, one after the other; for people they are texts. */
    @FunctionalInterface
    interface Records {
        void forEach(int max, boolean forPeople, Consumer<Object[]> consumer);
    }

    @Override
    public void print(int rows, PrintWriter out) {
        int shown = Math.min(rows, size);
        if (shown > 0) {
            TextTable table = new TextTable();
            records.forEach(
                    shown,
                    true,
                    cells -> table.add(Stream.of(cells)
                            .map(cell -> Objects.toString(cell, ""))
                            .toArray(String[]::new)));
            table.print(out);
        }
        out.println(Terminal.fittingOutput(Numbers.grouped(shown) + " of " + Numbers.counted(size, noun) + order
                + (shown < size ? "; --rows N shows more, --output FILE writes all" : "")));
    }

    @Override
    public void records(Monitor monitor, Consumer<Object[]> consumer) {
        AtomicInteger written = new AtomicInteger();
        records.forEach(size, false, cells -> {
            CsvRecords.step(written.getAndIncrement(), size + 1, monitor);
            consumer.accept(cells);
        });
    }

    @Override
    public Outcome outcome(long workNanos) {
        return new Outcome(summary, facts, times.apply(workNanos));
    }
}
