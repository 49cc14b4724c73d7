package dev.gyre.cli;

import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.io.PointFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.function.Consumer;

/** What a command found: a table for people, records of CSV, and words about the work. */
interface Answer {

    /**
     * What was done, for the report.
     *
     * @param summary such as {@code 4 queries, k=5}
     * @param facts the same for scripts
     * @param times the times of the parts of the work
     * @param remark a further remark, or an empty text
     */
    record Outcome(String summary, Facts facts, Times times, String remark) {

        Outcome(String summary, Facts facts, Times times) {
            this(summary, facts, times, "");
        }
    }

    /** Returns the outcome after all was written; the work took some nanoseconds. */
    Outcome outcome(long workNanos);

    /** Prints a table of the first rows. */
    void print(int rows, PrintWriter out);

    /** Gives the header, and then the cells of each record, as {@link dev.gyre.cli.csv.AnswerColumn} says. */
    void records(Monitor monitor, Consumer<Object[]> records);

    /** Writes all rows as CSV, or in a form of text that the answer has beside CSV. */
    default void write(Writer out, CsvForm form, Monitor monitor) throws IOException {
        CsvRecords.write(out, form, csv -> records(monitor, csv));
    }

    /** An answer of ids and perhaps distances, which files of vectors can hold too. */
    interface OfVectors extends Answer {

        /** What a file of vectors holds. */
        enum Content {
            IDS,
            DISTANCES,

            /** Of compressed rows: the rows that edges go to, without those that they come from. */
            NEIGHBORS,

            /** Of compressed rows: the number of edges before each row, and that of all edges. */
            STARTS
        }

        /** Writes a content as an array or as vectors. */
        void writeVectors(Content content, PointFormat format, OutputStream out, Monitor monitor) throws IOException;
    }
}
