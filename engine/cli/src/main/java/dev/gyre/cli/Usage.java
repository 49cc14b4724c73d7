package dev.gyre.cli;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Errors of the command line that picocli does not report itself. */
final class Usage {

    /** Describes files of points, for the help. */
    static final String POINT_FILES =
            "Files are CSV with a header, in UTF-8, or of vectors: .fvecs, .bvecs, .ivecs and NumPy's .npy. All may be "
                    + "compressed with gzip.";

    private Usage() {}

    static ParameterException error(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Returns the names of an option, in lists with commas, without spaces around them; they must be present and differ. */
    static List<String> columns(CommandSpec spec, String option, List<String> names) {
        if (names == null || names.isEmpty()) {
            throw error(spec, option + " is missing");
        }
        List<String> stripped = names.stream()
                .flatMap(list -> Stream.of(list.split(",", -1)))
                .map(String::strip)
                .toList();
        if (stripped.contains("")) {
            throw error(spec, option + " has an empty name: " + option + "=" + String.join(",", names));
        }
        if (new HashSet<>(stripped).size() < stripped.size()) {
            throw error(spec, option + " must be different columns: " + String.join(",", stripped));
        }
        return stripped;
    }

    /** Opens a destination for output; an unwritable one is an error of the command line. */
    static <T> T output(CommandSpec spec, ShutdownGuard.Opener<T> opener) {
        try {
            return opener.open();
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
