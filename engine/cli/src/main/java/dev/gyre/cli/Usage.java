package dev.gyre.cli;

import dev.gyre.cli.text.Suggestions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

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

    /** Returns the names of an option without spaces around them; they must be present and differ. */
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

    /** Returns the end of a message that suggests a known command or option, or an empty text. */
    static String didYouMean(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        CommandSpec command = e.getCommandLine().getCommandSpec();
        String name = unmatched.getUnmatched().get(0);
        return name.startsWith("-")
                ? Suggestions.didYouMean(
                        name.split("=", 2)[0], command.optionsMap().keySet())
                : Suggestions.didYouMean(name, command.subcommands().keySet());
    }

    /** Refuses a radius that is no distance; null is none. */
    static void checkRadius(CommandSpec spec, Double radius) {
        // False for NaN too.
        if (radius != null && !(radius >= 0)) {
            throw error(spec, "--radius must be 0 or more: radius=" + radius);
        }
    }

    /** Prints an explanation before the work begins. */
    static void explain(CommandSpec spec, String explanation) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(explanation);
        err.flush();
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
