package dev.gyre.cli;

import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Options of the destination of neighbors or matches: CSV, or files of vectors for ids and for distances.
 *
 * @param <A> the answer
 */
abstract class VectorOutputOptions<A extends CommandResult> extends OutputOptions<A> {

    /** Returns the file of the distances, or null. */
    Path distances() {
        return null;
    }

    abstract void writeIds(A answer, PointFormat format, OutputFile file) throws IOException;

    abstract void writeDistances(A answer, PointFormat format, OutputFile file) throws IOException;

    /** Refuses options that contradict each other, and formats that cannot hold names of rows or counts. */
    final void check(boolean rowsAreNamed, boolean countsOnly) {
        check();
        if (namesFile() && PointFormat.ofName(output()) != PointFormat.CSV) {
            checkFormat("--output", output(), ".npy or .ivecs, or CSV", VectorFiles.ID_FORMATS);
            if (rowsAreNamed) {
                throw Usage.error(
                        spec(),
                        "an array has rows and no identifiers, which only CSV and the table show: --output="
                                + output());
            }
            if (countsOnly) {
                throw Usage.error(spec(), "--count-only writes CSV: --output=" + output());
            }
        }
        if (distances() != null) {
            checkFormat("--distances-output", distances(), ".npy or .fvecs", VectorFiles.DISTANCE_FORMATS);
            if (countsOnly) {
                throw Usage.error(spec(), "--count-only has no distances: --distances-output=" + distances());
            }
            if (namesFile() && place(output()).equals(place(distances()))) {
                throw Usage.error(spec(), "--output and --distances-output must be two files: " + output());
            }
        }
    }

    private void checkFormat(String option, Path name, String expected, Set<PointFormat> allowed) {
        if (!allowed.contains(PointFormat.ofName(name))) {
            throw Usage.error(spec(), option + " must end in " + expected + ": " + option + "=" + name);
        }
    }

    private static Path place(Path name) {
        Path file = name.toAbsolutePath().normalize();
        try {
            return Files.exists(file)
                    ? file.toRealPath()
                    : file.getParent().toRealPath().resolve(file.getFileName());
        } catch (IOException e) {
            // Opening the file reports what is wrong.
            return file;
        }
    }

    @Override
    final List<OutputFiles.Place<A>> places() {
        List<OutputFiles.Place<A>> places = new ArrayList<>();
        if (namesFile()) {
            PointFormat format = PointFormat.ofName(output());
            places.add(new OutputFiles.Place<>(
                    output(),
                    format == PointFormat.CSV ? this::write : (answer, file) -> writeIds(answer, format, file)));
        }
        if (distances() != null) {
            PointFormat format = PointFormat.ofName(distances());
            places.add(new OutputFiles.Place<>(distances(), (answer, file) -> writeDistances(answer, format, file)));
        }
        return places;
    }
}
