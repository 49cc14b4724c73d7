package dev.gyre.cli;

import dev.gyre.cli.text.Suggestions;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Metric;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Errors of the command line that picocli does not report itself. */
final class Usage {

    /** Describes files of points, for the help. */
    static final String POINT_FILES =
            "Files are CSV with a header, in UTF-8, or of vectors: .fvecs, .bvecs, .ivecs and NumPy's .npy. All may be "
                    + "compressed with gzip.";

    private static final Pattern LATITUDE = Pattern.compile("(?i)(.*[^a-z])?(lat|latitude|y)([^a-z].*)?");
    private static final Pattern LONGITUDE = Pattern.compile("(?i)(.*[^a-z])?(lon|lng|long|longitude|x)([^a-z].*)?");

    private Usage() {}

    static ParameterException error(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Returns the names in an option's lists with commas, without spaces around them. Refuses missing and repeated names. */
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

    /** Refuses the value of an option that is not a distance; null is no value. */
    static void checkDistance(CommandSpec spec, String option, Double distance) {
        // False for NaN too.
        if (distance != null && !(distance >= 0)) {
            throw error(spec, "--" + option + " must be 0 or more: " + option + "=" + distance);
        }
    }

    /** Warns of columns whose names say that latitude comes first, where a metric takes longitude first. */
    static void checkOrder(CommandSpec spec, String file, List<String> columns, Metric metric) {
        if (metric == Metric.HAVERSINE
                && columns.size() == 2
                && LATITUDE.matcher(columns.get(0)).matches()
                && LONGITUDE.matcher(columns.get(1)).matches()) {
            explain(
                    spec,
                    VisibleText.of("gyre: " + file
                            + ": haversine takes longitude first, then latitude; the columns are "
                            + String.join(",", columns) + ", so that " + columns.get(0) + " is taken as longitude"));
        }
    }

    /** Refuses two files that are both standard input; they may be null. */
    static void checkReadOnce(CommandSpec spec, String option, Path file, String otherOption, Path other) {
        if (file != null && SourceOptions.isStandardInput(file) && file.equals(other)) {
            throw error(spec, "standard input can be read once: " + option + "=-, " + otherOption + "=-");
        }
    }

    /** Runs work on the content of a file; if the content does not fit, the exception names the file. */
    static <T> T inFile(String file, Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw InputException.of(file, e.getMessage(), e);
        }
    }

    /** Prints an explanation before the work begins. */
    static void explain(CommandSpec spec, String explanation) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(explanation);
        err.flush();
    }

    /** Refuses an output that is one of the inputs, by this name or another; inputs may be null. */
    static void checkApart(CommandSpec spec, Path output, Path... inputs) {
        for (Path input : inputs) {
            if (input != null && isSameFile(output, input)) {
                throw error(spec, "the output would replace the input: output=" + output + ", input=" + input);
            }
        }
    }

    private static boolean isSameFile(Path output, Path input) {
        try {
            return Files.isRegularFile(output) && Files.exists(input) && Files.isSameFile(output, input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
