package dev.gyre.cli;

import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** Where neighbors go: to CSV, or their ids and distances to files of vectors. */
final class NeighborOutputOptions extends OutputOptions<NeighborResult> {

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "Where the answer goes: CSV, or, if it ends in .npy or .ivecs, the neighbors' rows as an array, "
                            + "queries x k; compressed if it ends in .gz; - for CSV on standard output.")
    private String output;

    @Option(
            names = "--distances-output",
            paramLabel = "FILE",
            description =
                    "Where the distances go as an array, queries x k: float64 if it ends in .npy, float32 if it ends "
                            + "in .fvecs; compressed with .gz after it.")
    private String distancesOutput;

    @Override
    String output() {
        return output;
    }

    /** Complains where what was asked for does not fit together; rows may be named by columns of identifiers. */
    void check(boolean rowsAreNamed) {
        check();
        if (namesFile() && format(output) != PointFormat.CSV) {
            checkFormat("--output", output, ".npy or .ivecs, or CSV", VectorFiles.ID_FORMATS);
            if (rowsAreNamed) {
                throw Usage.error(
                        spec(),
                        "an array has rows and no identifiers, which only CSV and the table show: --output=" + output);
            }
        }
        if (distancesOutput != null) {
            checkFormat("--distances-output", distancesOutput, ".npy or .fvecs", VectorFiles.DISTANCE_FORMATS);
            if (namesFile() && place(output).equals(place(distancesOutput))) {
                throw Usage.error(spec(), "--output and --distances-output must be two files: " + output);
            }
        }
    }

    @Override
    List<OutputFiles.Place<NeighborResult>> places() {
        List<OutputFiles.Place<NeighborResult>> places = new ArrayList<>();
        if (namesFile()) {
            PointFormat format = format(output);
            places.add(new OutputFiles.Place<>(
                    output,
                    format == PointFormat.CSV
                            ? (answer, file) -> answer.write(file.writer())
                            : (answer, file) -> VectorFiles.writeIds(answer.neighbors(), format, file.stream())));
        }
        if (distancesOutput != null) {
            PointFormat format = format(distancesOutput);
            places.add(new OutputFiles.Place<>(
                    distancesOutput,
                    (answer, file) -> VectorFiles.writeDistances(answer.neighbors(), format, file.stream())));
        }
        return places;
    }

    private void checkFormat(String option, String name, String expected, Set<PointFormat> allowed) {
        if (!allowed.contains(format(name))) {
            throw Usage.error(spec(), option + " must end in " + expected + ": " + option + "=" + name);
        }
    }

    private static PointFormat format(String name) {
        return PointFormat.ofName(Path.of(name));
    }

    private static Path place(String name) {
        return Path.of(name).toAbsolutePath().normalize();
    }
}
