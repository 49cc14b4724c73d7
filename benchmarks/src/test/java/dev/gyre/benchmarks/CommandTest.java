package dev.gyre.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code benchmarks/run} into a separate folder, and reads what it wrote there. */
abstract class CommandTest {

    @TempDir
    Path directory;

    int run(String... arguments) {
        return Main.run(Stream.concat(Stream.of(arguments), Stream.of("--output=" + directory))
                .toArray(String[]::new));
    }

    Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    String report() throws IOException {
        return Files.readString(written(".md"));
    }

    PointsFile points(List<String> titles) throws IOException {
        return PointsFile.read(titles, written(".csv"));
    }

    List<Row> rows(Experiment experiment) throws IOException {
        return points(experiment.titles()).rows();
    }
}
