package dev.gyre.cli;

import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.io.PointFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of the destination of matches: CSV, or files of vectors for ids. */
class MatchOutputOptions extends VectorOutputOptions<MatchAnswer> {

    /** So many matches are announced before they are written: they need some minutes and tens of gigabytes. */
    private static final long MANY = 1L << 31;

    /** For two row numbers and a distance. */
    private static final long BYTES_OF_RECORD = 32;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "The file to write: CSV, with tabs if its name ends in .tsv; or .npy, an int32 array of a row and its match, matches x 2; or .ivecs, a "
                            + "vector of matches for each row; compressed if .gz follows; - for CSV on standard output.")
    private Path output;

    @Override
    Path output() {
        return output;
    }

    /** Prints the number of matches to write, if it is very large, and advice for an answer with fewer. */
    final void announce(MatchAnswer answer, String advice) {
        if (!answer.countsOnly() && (output != null || distances() != null) && !isQuiet() && answer.size() >= MANY) {
            PrintWriter err = spec().commandLine().getErr();
            err.println("gyre: " + Numbers.grouped(answer.size()) + " matches, about "
                    + Numbers.grouped(answer.size() * BYTES_OF_RECORD >> 30) + " GiB of CSV; " + advice);
            err.flush();
        }
    }

    @Override
    final void writeIds(MatchAnswer answer, PointFormat format, OutputFile file) throws IOException {
        watch(monitor -> answer.writeIds(format, file.stream(), monitor));
    }

    @Override
    final void writeDistances(MatchAnswer answer, PointFormat format, OutputFile file) throws IOException {
        watch(monitor -> answer.writeDistances(format, file.stream(), monitor));
    }
}
