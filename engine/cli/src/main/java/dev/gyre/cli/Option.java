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

    /** An option as the help names it, such as {@code -k, --k=N}, with a value of a type that picocli converts. */
    static <T> Option<T> of(Class<T> type, String usage, String... description) {
        return new Option<>(builder(usage, description).type(type));
    }

    /** An option whose value has one of several names. */
    static <T> Option<T> of(Names<T> known, String usage, String... description) {
        OptionSpec.Builder builder =
                builder(usage, description).type(Object.class).converters(known);
        return new Option<>(known.names().isEmpty() ? builder : builder.completionCandidates(known.names()));
    }

    /** An option with a list of values; they are separated by this expression, or else each is one. */
    static <T> Option<List<T>> ofList(Class<T> type, String split, String usage, String description) {
        return new Option<>(builder(usage, description)
                .type(List.class)
                .auxiliaryTypes(type)
                .splitRegex(split));
    }

    private static OptionSpec.Builder builder(String usage, String... description) {
        int end = usage.indexOf('=');
        String[] names = (end < 0 ? usage : usage.substring(0, end)).split(", ");
        return OptionSpec.builder(names).paramLabel(usage.substring(end + 1)).description(description);
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
