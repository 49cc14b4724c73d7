package dev.gyre.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A group of options as data: each is a field. Groups consist of options and other groups; a {@link Command} is the outermost one. */
abstract class Options {

    private final List<Option<?>> options = new ArrayList<>();
    private Options owner;

    /** Adds a group, in the order of the help. */
    final <G extends Options> G with(G group) {
        options.addAll(((Options) group).options);
        ((Options) group).owner = this;
        return group;
    }

    private <T> Option<T> with(Option<T> option) {
        options.add(option);
        return option;
    }

    final Option<Boolean> flag(String name, String... description) {
        return with(Option.of(boolean.class, name, description));
    }

    final Option<String> text(String usage, String... description) {
        return with(Option.of(String.class, usage, description));
    }

    /** An option that may be repeated. */
    final Option<List<String>> texts(String usage, String description) {
        return with(Option.ofList(String.class, "", usage, description));
    }

    final Option<Path> file(String names, String description) {
        return with(Option.of(Path.class, names + "=FILE", description));
    }

    /** An option that names columns. */
    final Option<List<String>> columns(String usage, String description) {
        String labeled = usage.contains("=") ? usage : usage + "=NAME[,NAME]...";
        return with(Option.ofList(String.class, "", labeled, description));
    }

    /** An option with numbers, separated by commas. */
    final Option<List<Double>> numbers(String usage, String description) {
        return with(Option.ofList(Double.class, ",", usage, description));
    }

    final Option<Integer> integer(String usage, String description) {
        return number(Integer.class, usage, description);
    }

    final Option<Double> number(String usage, String description) {
        return number(Double.class, usage, description);
    }

    final <N extends Number> Option<N> number(Class<N> type, String usage, String description) {
        return with(Option.of(type, usage, description));
    }

    final <T> Option<T> choice(Names<T> known, String usage, String... description) {
        return with(Option.of(known, usage, description));
    }

    final void addTo(CommandSpec command) {
        options.forEach(option -> option.addTo(command));
    }

    /** Returns the command that has these options. */
    CommandSpec spec() {
        return owner.spec();
    }

    /** Returns the exception for options that contradict each other, or a value that none can have. */
    final ParameterException error(String message) {
        return new ParameterException(spec().commandLine(), message);
    }

    /** Returns the names in an option's lists with commas, without spaces around them. Refuses missing and repeated names. */
    final List<String> names(String option, List<String> lists) {
        if (lists == null || lists.isEmpty()) {
            throw error(option + " is missing");
        }
        List<String> names = lists.stream()
                .flatMap(list -> Stream.of(list.split(",", -1)))
                .map(String::strip)
                .toList();
        if (names.contains("")) {
            throw error(option + " has an empty name: " + option + "=" + String.join(",", lists));
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw error(option + " must be different columns: " + String.join(",", names));
        }
        return names;
    }

    /** Refuses the value of an option that is not a distance; null is no value. */
    final void checkDistance(String option, Double distance) {
        // False for NaN too.
        if (distance != null && !(distance >= 0)) {
            throw error("--" + option + " must be 0 or more: " + option + "=" + distance);
        }
    }

    /** Refuses the number of an option below a least one; null is no number. */
    final void checkLeast(String option, int min, Integer number) {
        if (number != null && number < min) {
            throw error("--" + option + " must be " + min + " or more: " + option + "=" + number);
        }
    }

    /** Refuses two files that are both standard input; they may be null. */
    final void checkReadOnce(String option, Path file, String otherOption, Path other) {
        if (file != null && InputOptions.isStandardInput(file) && file.equals(other)) {
            throw error("standard input can be read once: " + option + "=-, " + otherOption + "=-");
        }
    }

    /** Refuses an output that is one of the inputs, by this name or another; inputs may be null. */
    final void checkApart(Path output, Path... inputs) {
        for (Path input : inputs) {
            if (input != null && isSameFile(output, input)) {
                throw error("the output would replace the input: output=" + output + ", input=" + input);
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
    final <T> T open(ShutdownGuard.Opener<T> opener) {
        try {
            return opener.open();
        } catch (IOException e) {
            throw new ParameterException(spec().commandLine(), e.getMessage(), e);
        }
    }

    final PrintWriter out() {
        return spec().commandLine().getOut();
    }

    /** Prints an explanation on standard error, before the work goes on. */
    final void tell(String explanation) {
        PrintWriter err = spec().commandLine().getErr();
        err.println(explanation);
        err.flush();
    }
}
