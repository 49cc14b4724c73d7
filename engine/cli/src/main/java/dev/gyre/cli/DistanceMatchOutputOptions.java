package dev.gyre.cli;

import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of the destination of matches that have distances. */
final class DistanceMatchOutputOptions extends MatchOutputOptions {

    @Option(
            names = "--distances-output",
            paramLabel = "FILE",
            description =
                    "The file of the distances, in the order of the matches: .npy, a float64 array, or .fvecs, a float32 "
                            + "vector for each row; compressed if .gz follows. It takes a search of its own.")
    private Path distancesOutput;

    @Override
    void check(boolean rowsAreNamed, boolean countsOnly) {
        super.check(rowsAreNamed, countsOnly);
        if (distancesOutput != null) {
            NeighborOutputOptions.checkFormat(
                    spec(), "--distances-output", distancesOutput, ".npy or .fvecs", VectorFiles.DISTANCE_FORMATS);
            if (countsOnly) {
                throw Usage.error(spec(), "--count-only has no distances: --distances-output=" + distancesOutput);
            }
            if (namesFile()
                    && NeighborOutputOptions.place(Path.of(output()))
                            .equals(NeighborOutputOptions.place(distancesOutput))) {
                throw Usage.error(spec(), "--output and --distances-output must be two files: " + output());
            }
        }
    }

    @Override
    boolean writesMatches() {
        return super.writesMatches() || distancesOutput != null;
    }

    @Override
    List<OutputFiles.Place<MatchAnswer>> places() {
        List<OutputFiles.Place<MatchAnswer>> places = new ArrayList<>(super.places());
        if (distancesOutput != null) {
            PointFormat format = PointFormat.ofName(distancesOutput);
            places.add(new OutputFiles.Place<>(
                    distancesOutput.toString(),
                    (answer, file) -> watch(monitor -> answer.writeDistances(format, file.stream(), monitor))));
        }
        return places;
    }
}
