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

/**
 * The steps of every command over files: reads, opens the engine, works, writes.
 *
 * @param <T> the input
 * @param <A> the answer
 * @param reader reads the input
 * @param work finds the answer
 */
record FileWork<T extends RowsRead, A extends CommandResult>(Supplier<T> reader, BiFunction<Engine, T, A> work) {

    /** Delivers an answer to its destination. */
    @FunctionalInterface
    interface Destination<A> {
        void take(A made) throws IOException;
    }

    void run(CommandSpec spec, EngineOptions engineOptions, OutputOptions<A> output) throws IOException {
        Settings settings = engineOptions.settings();
        output.run(destination -> run(spec, settings, output.report(), reader, work, destination::take));
    }

    /** Does the same for answers that are not tables. */
    static <T extends RowsRead, A extends CommandOutcome> void run(
            CommandSpec spec,
            Settings settings,
            ReportOptions report,
            Supplier<T> reader,
            BiFunction<Engine, T, A> work,
            Destination<A> destination)
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
            destination.take(made);
            spec.commandLine().getOut().flush();
            long writeNanos = watch.lap();
            // Never silent, as rows are missing from the answer.
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
