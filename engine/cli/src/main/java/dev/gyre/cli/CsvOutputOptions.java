package dev.gyre.cli;

import dev.gyre.engine.io.PointFormat;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Destination of an answer that CSV can hold, but formats of vectors cannot. */
final class CsvOutputOptions extends OutputOptions<CommandResult> {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "The CSV file to write, with tabs if its name ends in .tsv, compressed if .gz follows; - for standard output.")
    private Path output;

    @Override
    Path output() {
        return output;
    }

    @Override
    void check() {
        super.check();
        if (namesFile() && PointFormat.ofName(output) != PointFormat.CSV) {
            throw Usage.error(spec(), "this command writes CSV: --output=" + output);
        }
    }

    @Override
    List<OutputFiles.Place<CommandResult>> places() {
        return namesFile() ? List.of(new OutputFiles.Place<>(output(), this::write)) : List.of();
    }
}
