package dev.gyre.cli;

import dev.gyre.cli.csv.RowsRead;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/** The steps of every command over files: read, open the engine, work, write, report. */
final class FileWork {

    private FileWork() {}

    static <T extends RowsRead, A extends CommandOutcome> void run(
            CommandSpec spec,
            Settings settings,
            ReportOptions report,
            Supplier<T> reader,
            BiFunction<Engine, T, ? extends A> work,
            IoConsumer<A> destination)
            throws IOException {
        Stopwatch watch = new Stopwatch();
        T read = reader.get();
        long readNanos = watch.lap();
        try (Engine engine = Engine.open(settings)) {
            long openNanos = watch.lap();
            A made = work.apply(engine, read);
            long workNanos = watch.lap();
            // The work may have ended before it saw an interrupt.
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("cancelled: nothing was written");
            }
            destination.accept(made);
            spec.commandLine().getOut().flush();
            long writeNanos = watch.lap();
            // Printed even if quiet, because rows are missing from the answer.
            if (!read.leftOut().isEmpty()) {
                spec.commandLine().getErr().println(VisibleText.of(read.leftOut()));
            }
            Times times = Times.NONE
                    .and("read", readNanos)
                    .and("open", openNanos)
                    .and(made.times(workNanos))
                    .and("write", writeNanos);
            report.print(spec, engine, made, times, readNanos + openNanos + workNanos + writeNanos);
        }
    }
}
