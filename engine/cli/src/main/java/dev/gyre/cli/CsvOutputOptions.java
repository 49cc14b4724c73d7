package dev.gyre.cli;

import dev.gyre.engine.io.PointFormat;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Where an answer goes that CSV can hold and no format of vectors. */
final class CsvOutputOptions extends OutputOptions<CommandResult> {

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where the CSV goes, compressed if it ends in .gz; - for standard output.")
    private String output;

    @Override
    String output() {
        return output;
    }

    @Override
    void check() {
        super.check();
        if (namesFile() && PointFormat.ofName(Path.of(output)) != PointFormat.CSV) {
            throw Usage.error(spec(), "this command writes CSV: --output=" + output);
        }
    }

    @Override
    List<OutputFiles.Place<CommandResult>> places() {
        return namesFile()
                ? List.of(new OutputFiles.Place<>(output, (answer, file) -> answer.write(file.writer())))
                : List.of();
    }
}
