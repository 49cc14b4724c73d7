package dev.gyre.cli;

import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.RowsRead;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.io.PointFormat;
import java.io.FilterOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Options of an answer's destination.
 *
 * @param <A> the answer
 */
abstract class OutputOptions<A extends CommandResult> {

    private static final int MAX_PRECISION = 30;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "10",
            description = "Number of rows of the table (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--precision",
            paramLabel = "N",
            description =
                    "Digits after the decimal point of distances and scores in CSV (default: as many as tell numbers "
                            + "apart).")
    private Integer precision;

    @Mixin
    private ReportOptions report;

    /** Returns the value of --output, or null. */
    abstract Path output();

    /** Returns the files to write. */
    abstract List<OutputFiles.Place<A>> places();

    final CommandSpec spec() {
        return spec;
    }

    final ReportOptions report() {
        return report;
    }

    final boolean isQuiet() {
        return report.isQuiet();
    }

    /** Returns whether --output names a file. */
    final boolean namesFile() {
        return output() != null && !SourceOptions.STANDARD_INPUT.equals(output());
    }

    void check() {
        if (rows < 0) {
            throw Usage.error(spec, "--rows must be 0 or more: rows=" + rows);
        }
        if (precision != null && (precision < 0 || precision > MAX_PRECISION)) {
            throw Usage.error(spec, "--precision must be in 0.." + MAX_PRECISION + ": precision=" + precision);
        }
        if (precision != null && (output() == null || PointFormat.ofName(output()) != PointFormat.CSV)) {
            throw Usage.error(
                    spec,
                    "--precision is for CSV: " + (output() == null ? "--output is missing" : "--output=" + output()));
        }
        String other = namesFile() ? otherFormat() : "";
        if (!other.isEmpty()) {
            throw Usage.error(
                    spec,
                    "no file of the format " + other + " can be written; .csv and .tsv can: --output=" + output());
        }
    }

    /** Returns the format that the name of the output promises and that this command does not write, or an empty text. */
    String otherFormat() {
        return CsvForm.otherFormat(output());
    }

    /** Refuses --precision where the answer has neither distances nor scores of its own. */
    final void checkNoPrecision() {
        if (precision != null) {
            throw Usage.error(spec, "--precision is for distances: numbers of the file stay as they are");
        }
    }

    private CsvForm form() {
        return CsvForm.of(namesFile() ? output() : null, precision == null ? CsvForm.ALL_DIGITS : precision);
    }

    /** Refuses to write over an input; inputs may be null. */
    final void checkApart(Path... inputs) {
        for (OutputFiles.Place<A> place : places()) {
            Usage.checkApart(spec, place.name(), inputs);
        }
    }

    /** Reads, works, delivers the answer, and reports. */
    final <T extends RowsRead> void run(
            EngineOptions engineOptions, Supplier<T> reader, BiFunction<Engine, T, ? extends A> work)
            throws IOException {
        Settings settings = engineOptions.settings();
        // Opened before the work, so that an unwritable destination fails at once.
        ShutdownGuard.use(() -> Usage.output(spec, () -> OutputFiles.create(places())), files -> {
            files.open();
            FileWork.run(spec, settings, report, reader, work, answer -> {
                files.write(answer);
                show(answer);
            });
        });
    }

    private void show(A answer) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (output() == null) {
            answer.print(rows, out);
        } else if (output().equals(SourceOptions.STANDARD_INPUT)) {
            boolean shown = Terminal.showsOutput();
            write(answer, shown ? new VisibleWriter(out) : out, isQuiet() || shown);
        }
    }

    /** Writes an answer as CSV to a file, with a progress bar on a terminal. */
    final void write(A answer, OutputFile file) throws IOException {
        write(answer, file.writer(), isQuiet());
    }

    private void write(A answer, Writer out, boolean withoutBar) throws IOException {
        watch(withoutBar, monitor -> answer.write(out, form(), monitor));
    }

    /** Writes bytes to a file, with a progress bar on a terminal for so many bytes. */
    final void writeBytes(OutputFile file, long bytes, IoConsumer<OutputStream> writing) throws IOException {
        watch(monitor -> writing.accept(new WatchedStream(file.stream(), bytes, monitor)));
    }

    /** Writes with a progress bar on a terminal. */
    final void watch(IoConsumer<Monitor> writing) throws IOException {
        watch(isQuiet(), writing);
    }

    private static void watch(boolean withoutBar, IoConsumer<Monitor> writing) throws IOException {
        ProgressDisplay.watch("write", withoutBar, monitor -> {
            writing.accept(monitor);
            return null;
        });
    }

    /** Tells a monitor how many bytes are written. */
    private static final class WatchedStream extends FilterOutputStream {

        private final long total;
        private final Monitor monitor;
        private long written;

        WatchedStream(OutputStream out, long total, Monitor monitor) {
            super(out);
            this.total = total;
            this.monitor = monitor;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            written++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            written += length;
            monitor.progress(Math.min(written, total), total);
        }
    }

    /** Makes characters visible that would command a terminal. */
    private static final class VisibleWriter extends FilterWriter {

        private static final String KEPT = "\n\t";

        VisibleWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(int c) throws IOException {
            write(String.valueOf((char) c));
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            write(new String(text, from, length));
        }

        @Override
        public void write(String text, int from, int length) throws IOException {
            out.write(VisibleText.of(text.substring(from, from + length), KEPT));
        }
    }
}
