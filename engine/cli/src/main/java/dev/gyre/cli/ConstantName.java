package dev.gyre.cli;

import dev.gyre.cli.text.Suggestions;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts names on the command line to constants. Names are in lower case with hyphens; {@code auto} is the automatic one.
 *
 * @param <E> the type of the constants
 */
abstract class ConstantName<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {

    private final List<E> constants;

    ConstantName(Class<E> type) {
        this(type, constant -> true);
    }

    /** Accepts the names of some of the constants. */
    ConstantName(Class<E> type, Predicate<E> taken) {
        constants = Stream.of(type.getEnumConstants()).filter(taken).toList();
    }

    @Override
    public E convert(String name) {
        return constants.stream()
                .filter(constant -> nameOf(constant).equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("expected one of " + names()
                        + " (case-sensitive) but was '" + name + "'" + Suggestions.didYouMean(name, names())));
    }

    @Override
    public Iterator<String> iterator() {
        return names().iterator();
    }

    private List<String> names() {
        return constants.stream().map(ConstantName::nameOf).toList();
    }

    /** Returns the name of a constant. */
    static String nameOf(Enum<?> constant) {
        String name = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name.equals("automatic") ? "auto" : name;
    }
}
