package dev.gyre.cli;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.io.PointFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of the destination of matches: CSV, or files of vectors for ids and distances. */
final class MatchOutputOptions extends OutputOptions<MatchAnswer> {

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "The file to write: CSV; or .npy, an int32 array of a row and its match, matches x 2; or .ivecs, a "
                            + "vector of matches for each row; compressed if .gz follows; - for CSV on standard output.")
    private Path output;

    @Option(
            names = "--distances-output",
            paramLabel = "FILE",
            description =
                    "The file of the distances, in the order of the matches: .npy, a float64 array, or .fvecs, a float32 "
                            + "vector for each row; compressed if .gz follows. It takes a search of its own.")
    private Path distancesOutput;

    @Override
    String output() {
        return output == null ? null : output.toString();
    }

    /** Refuses options that contradict each other; columns of identifiers may name the rows. */
    void check(boolean rowsAreNamed, boolean countsOnly) {
        check();
        NeighborOutputOptions.checkFiles(spec(), namesFile() ? output : null, distancesOutput, rowsAreNamed);
        if (countsOnly && namesFile() && PointFormat.ofName(output) != PointFormat.CSV) {
            throw Usage.error(spec(), "--count-only writes CSV: --output=" + output);
        }
        if (countsOnly && distancesOutput != null) {
            throw Usage.error(spec(), "--count-only has no distances: --distances-output=" + distancesOutput);
        }
    }

    /** Returns whether all matches are written. */
    boolean writesMatches() {
        return output != null || distancesOutput != null;
    }

    @Override
    List<OutputFiles.Place<MatchAnswer>> places() {
        List<OutputFiles.Place<MatchAnswer>> places = new ArrayList<>();
        if (namesFile()) {
            PointFormat format = PointFormat.ofName(output);
            places.add(new OutputFiles.Place<>(
                    output(),
                    format == PointFormat.CSV
                            ? this::write
                            : (answer, file) -> watch(monitor -> answer.writeIds(format, file.stream(), monitor))));
        }
        if (distancesOutput != null) {
            PointFormat format = PointFormat.ofName(distancesOutput);
            places.add(new OutputFiles.Place<>(
                    distancesOutput.toString(),
                    (answer, file) -> watch(monitor -> answer.writeDistances(format, file.stream(), monitor))));
        }
        return places;
    }

    /** Writes with a monitor. */
    @FunctionalInterface
    private interface Writing {
        void run(Monitor monitor) throws IOException;
    }

    private void watch(Writing writing) throws IOException {
        ProgressDisplay.watch("write", isQuiet(), monitor -> {
            writing.run(monitor);
            return null;
        });
    }
}
