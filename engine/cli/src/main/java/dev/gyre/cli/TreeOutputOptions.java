package dev.gyre.cli;

import dev.gyre.cli.csv.RowsRead;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.file.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Options of the device that builds a tree, and of the destination of the tree. */
final class TreeOutputOptions extends Options {

    private final Option<Path> output =
            file("-o, --output", "The file to write the tree to.").required();
    private final ReportOptions report = with(new ReportOptions());
    private final EngineOptions engineOptions = with(new EngineOptions());

    /**
     * A tree that was built.
     *
     * @param work its times
     */
    record Built(String summary, Facts facts, BuildReport work, ShutdownGuard.Use<OutputStream> writing) {

        private Answer.Outcome outcome() {
            return new Answer.Outcome(
                    summary,
                    facts,
                    Times.of("prepare", work.prepareNanos())
                            .and("sort", work.sortNanos())
                            .and("arrange", work.arrangeNanos()));
        }
    }

    boolean isQuiet() {
        return report.isQuiet();
    }

    /** Reads rows, builds a tree of them, and writes it; the input is null for the demo. */
    <T extends RowsRead> void run(Path input, Supplier<T> reader, BiFunction<Engine, T, Built> work)
            throws IOException {
        checkApart(output.get(), input);
        // Opened before the work, so that an unwritable destination fails at once.
        ShutdownGuard.use(() -> open(() -> AtomicFile.create(output.get())), file -> {
            file.stream();
            report.run(engineOptions.settings(), reader, work, (built, workNanos) -> {
                write(built, file);
                return built.outcome();
            });
        });
    }

    private void write(Built built, AtomicFile file) throws IOException {
        try {
            built.writing().accept(file.stream());
            file.commit();
        } catch (IOException e) {
            throw OutputFiles.notWritten(output.get(), e);
        }
    }
}
