package dev.gyre.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option of a command, and its value once the command line is parsed.
 *
 * @param <T> the type of the value
 */
final class Option<T> {

    private final OptionSpec.Builder builder;
    private OptionSpec spec;

    private Option(OptionSpec.Builder builder) {
        this.builder = builder;
    }

    /** An option of these names, separated by commas, with a value of a type that picocli converts. */
    static <T> Option<T> of(Class<T> type, String names, String label, String... description) {
        return new Option<>(OptionSpec.builder(names.split(", "))
                .type(type)
                .paramLabel(label)
                .description(description));
    }

    /** An option whose value has one of several names. */
    static <T> Option<T> of(Names<T> known, String names, String label, String... description) {
        Option<T> option = new Option<>(OptionSpec.builder(names.split(", "))
                .type(Object.class)
                .paramLabel(label)
                .description(description));
        option.builder.converters(known);
        if (!known.names().isEmpty()) {
            option.builder.completionCandidates(known.names());
        }
        return option;
    }

    /** An option with a list of values; they are separated by this expression, or else each is one. */
    static <T> Option<List<T>> ofList(Class<T> type, String split, String name, String label, String description) {
        return new Option<>(OptionSpec.builder(name)
                .type(List.class)
                .auxiliaryTypes(type)
                .splitRegex(split)
                .paramLabel(label)
                .description(description));
    }

    /** Sets the value of an option that is not given. */
    Option<T> byDefault(Object value) {
        builder.defaultValue(value.toString());
        return this;
    }

    /** Lets the option be given without a value, and sets what that means. */
    Option<T> orWithoutValue(String meaning) {
        builder.arity("0..1").fallbackValue(meaning);
        return this;
    }

    Option<T> required() {
        builder.required(true);
        return this;
    }

    void addTo(CommandSpec command) {
        spec = builder.build();
        command.addOption(spec);
    }

    /** Returns the value, or else the default; null if there is none. */
    T get() {
        return spec.getValue();
    }

    T or(T other) {
        return get() == null ? other : get();
    }

    /** Returns whether there is a value; for a flag, whether it is set. */
    boolean isGiven() {
        return get() != null && !Boolean.FALSE.equals(get());
    }
}
