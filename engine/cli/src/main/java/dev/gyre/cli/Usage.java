package dev.gyre.cli;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Complaints about the command line that picocli does not make itself. */
final class Usage {

    /** What files of points are like, for the help. */
    static final String POINT_FILES =
            "Files are CSV with a header, in UTF-8, or of vectors: .fvecs, .bvecs, .ivecs and NumPy's .npy. All may be "
                    + "compressed with gzip.";

    private Usage() {}

    static ParameterException error(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The names of an option without spaces around them; they must be there and differ. */
    static List<String> columns(CommandSpec spec, String option, List<String> names) {
        if (names == null || names.isEmpty()) {
            throw error(spec, option + " is missing");
        }
        List<String> stripped = names.stream().map(String::strip).toList();
        if (new HashSet<>(stripped).size() < stripped.size()) {
            throw error(spec, option + " must be different columns: " + String.join(",", stripped));
        }
        return stripped;
    }

    /** Opens where output is to go; a place that cannot be written is a mistake on the command line. */
    static <T> T output(CommandSpec spec, ShutdownGuard.Opener<T> opener) {
        try {
            return opener.open();
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
