package dev.gyre.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of the destination of matches that have distances. */
final class DistanceMatchOutputOptions extends MatchOutputOptions {

    @Option(
            names = "--distances-output",
            paramLabel = "FILE",
            description =
                    "The file of the distances, in the order of the matches: .npy, a float64 array, or .fvecs, a float32 "
                            + "vector for each row; compressed if .gz follows. It needs an extra search.")
    private Path distancesOutput;

    @Override
    Path distances() {
        return distancesOutput;
    }
}
