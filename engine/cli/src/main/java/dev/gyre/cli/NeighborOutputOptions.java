package dev.gyre.cli;

import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of the destination of neighbors: CSV, or files of vectors for ids and distances. */
final class NeighborOutputOptions extends OutputOptions<NeighborAnswer> {

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "The file to write: CSV, or, if its name ends in .npy or .ivecs, the neighbors' rows as an array, "
                            + "queries x k; compressed if it ends in .gz; - for CSV on standard output.")
    private Path output;

    @Option(
            names = "--distances-output",
            paramLabel = "FILE",
            description =
                    "The file of the distances as an array, queries x k: float64 if its name ends in .npy, float32 if it "
                            + "ends in .fvecs; compressed if .gz follows.")
    private Path distancesOutput;

    @Override
    String output() {
        return output == null ? null : output.toString();
    }

    /** Refuses options that contradict each other; columns of identifiers may name the rows. */
    void check(boolean rowsAreNamed) {
        check();
        if (namesFile() && PointFormat.ofName(output) != PointFormat.CSV) {
            checkFormat(spec(), "--output", output, ".npy or .ivecs, or CSV", VectorFiles.ID_FORMATS);
            if (rowsAreNamed) {
                throw Usage.error(
                        spec(),
                        "an array has rows and no identifiers, which only CSV and the table show: --output=" + output);
            }
        }
        if (distancesOutput != null) {
            checkFormat(spec(), "--distances-output", distancesOutput, ".npy or .fvecs", VectorFiles.DISTANCE_FORMATS);
            if (namesFile() && place(output).equals(place(distancesOutput))) {
                throw Usage.error(spec(), "--output and --distances-output must be two files: " + output);
            }
        }
    }

    @Override
    List<OutputFiles.Place<NeighborAnswer>> places() {
        List<OutputFiles.Place<NeighborAnswer>> places = new ArrayList<>();
        if (namesFile()) {
            PointFormat format = PointFormat.ofName(output);
            places.add(new OutputFiles.Place<>(
                    output(),
                    format == PointFormat.CSV
                            ? this::write
                            : (answer, file) -> writeBytes(
                                    file,
                                    slots(answer) * Integer.BYTES,
                                    out -> VectorFiles.writeIds(answer.neighbors(), format, out))));
        }
        if (distancesOutput != null) {
            PointFormat format = PointFormat.ofName(distancesOutput);
            places.add(new OutputFiles.Place<>(
                    distancesOutput.toString(),
                    (answer, file) -> writeBytes(
                            file,
                            slots(answer) * (format == PointFormat.NPY ? Double.BYTES : Float.BYTES),
                            out -> VectorFiles.writeDistances(answer.neighbors(), format, out))));
        }
        return places;
    }

    private static long slots(NeighborAnswer answer) {
        return (long) answer.neighbors().queries() * answer.neighbors().k();
    }

    static void checkFormat(CommandSpec spec, String option, Path name, String expected, Set<PointFormat> allowed) {
        if (!allowed.contains(PointFormat.ofName(name))) {
            throw Usage.error(spec, option + " must end in " + expected + ": " + option + "=" + name);
        }
    }

    static Path place(Path name) {
        Path file = name.toAbsolutePath().normalize();
        try {
            return Files.exists(file)
                    ? file.toRealPath()
                    : file.getParent().toRealPath().resolve(file.getFileName());
        } catch (IOException e) {
            // Opening it says what is wrong.
            return file;
        }
    }
}
