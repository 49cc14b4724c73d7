package dev.gyre.cli;

import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of the destination of neighbors: CSV, or files of vectors for ids and distances. */
final class NeighborOutputOptions extends VectorOutputOptions<NeighborAnswer> {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "The file to write: CSV, with tabs if its name ends in .tsv, or, if its name ends in .npy or .ivecs, the neighbors' rows as an array, "
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
    Path output() {
        return output;
    }

    @Override
    Path distances() {
        return distancesOutput;
    }

    @Override
    void writeIds(NeighborAnswer answer, PointFormat format, OutputFile file) throws IOException {
        writeBytes(file, slots(answer) * Integer.BYTES, out -> VectorFiles.writeIds(answer.neighbors(), format, out));
    }

    @Override
    void writeDistances(NeighborAnswer answer, PointFormat format, OutputFile file) throws IOException {
        writeBytes(
                file,
                slots(answer) * (format == PointFormat.NPY ? Double.BYTES : Float.BYTES),
                out -> VectorFiles.writeDistances(answer.neighbors(), format, out));
    }

    private static long slots(NeighborAnswer answer) {
        return (long) answer.neighbors().queries() * answer.neighbors().k();
    }
}
