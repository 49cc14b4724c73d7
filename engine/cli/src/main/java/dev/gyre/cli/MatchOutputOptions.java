package dev.gyre.cli;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of the destination of matches: CSV, or files of vectors for ids. */
class MatchOutputOptions extends OutputOptions<MatchAnswer> {

    /** Matches of which there is a word before they are written: some minutes and tens of gigabytes. */
    private static final long MANY = 1L << 31;

    /** Two numbers of rows, and a distance. */
    private static final long BYTES_OF_RECORD = 32;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "The file to write: CSV; or .npy, an int32 array of a row and its match, matches x 2; or .ivecs, a "
                            + "vector of matches for each row; compressed if .gz follows; - for CSV on standard output.")
    private Path output;

    @Override
    String output() {
        return output == null ? null : output.toString();
    }

    /** Refuses options that contradict each other; columns of identifiers may name the rows. */
    void check(boolean rowsAreNamed, boolean countsOnly) {
        check();
        if (namesFile() && PointFormat.ofName(output) != PointFormat.CSV) {
            NeighborOutputOptions.checkFormat(
                    spec(), "--output", output, ".npy or .ivecs, or CSV", VectorFiles.ID_FORMATS);
            if (rowsAreNamed) {
                throw Usage.error(
                        spec(),
                        "an array has rows and no identifiers, which only CSV and the table show: --output=" + output);
            }
            if (countsOnly) {
                throw Usage.error(spec(), "--count-only writes CSV: --output=" + output);
            }
        }
    }

    /** Returns whether all matches are written. */
    boolean writesMatches() {
        return output != null;
    }

    /** Says how many matches will be written, if they are very many, and what would make fewer. */
    final void announce(MatchAnswer answer, String advice) {
        if (writesMatches() && !isQuiet() && answer.size() >= MANY) {
            PrintWriter err = spec().commandLine().getErr();
            err.println("gyre: " + Numbers.grouped(answer.size()) + " matches, about "
                    + Numbers.grouped(answer.size() * BYTES_OF_RECORD >> 30) + " GiB of CSV; " + advice);
            err.flush();
        }
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
        return places;
    }

    /** Writes with a monitor. */
    @FunctionalInterface
    interface Writing {
        void run(Monitor monitor) throws IOException;
    }

    final void watch(Writing writing) throws IOException {
        ProgressDisplay.watch("write", isQuiet(), monitor -> {
            writing.run(monitor);
            return null;
        });
    }
}
