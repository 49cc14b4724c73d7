package dev.gyre.cli;

import dev.gyre.cli.csv.RowsRead;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.file.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Destination of a tree. */
final class TreeOutputOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "The file to write the tree to.")
    private Path output;

    @Mixin
    private ReportOptions report;

    /**
     * A tree that was built.
     *
     * @param work its times
     * @param writing writes the tree
     */
    record Built(String summary, Map<String, Object> facts, BuildReport work, IoConsumer<OutputStream> writing)
            implements CommandOutcome {
        @Override
        public Times times(long workNanos) {
            return Times.NONE
                    .and("prepare", work.prepareNanos())
                    .and("sort", work.sortNanos())
                    .and("arrange", work.arrangeNanos());
        }
    }

    boolean isQuiet() {
        return report.isQuiet();
    }

    /** Reads rows, builds a tree of them, and writes it; the input is null for the demo. */
    <T extends RowsRead> void run(
            EngineOptions engineOptions, Path input, Supplier<T> reader, BiFunction<Engine, T, Built> work)
            throws IOException {
        Usage.checkApart(spec, output, input);
        // Opened before the work, so that an unwritable destination fails at once.
        ShutdownGuard.use(() -> Usage.output(spec, () -> AtomicFile.create(output)), file -> {
            file.stream();
            FileWork.run(spec, engineOptions.settings(), report, reader, work, built -> write(built, file));
        });
    }

    private void write(Built built, AtomicFile file) throws IOException {
        try {
            built.writing().accept(file.stream());
            file.commit();
        } catch (IOException e) {
            throw OutputFiles.notWritten(output, e);
        }
    }
}
