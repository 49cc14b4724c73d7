package dev.gyre.cli;

import dev.gyre.cli.text.Suggestions;
import dev.gyre.engine.data.Metric;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts names on the command line to values.
 *
 * @param names the names that the help and the completion list; empty if they are too many
 * @param value returns the value of a name; throws {@link TypeConversionException} if there is none
 */
record Names<T>(List<String> names, Function<String, T> value) implements ITypeConverter<T> {

    /** All metrics, among them lp:P. */
    static final Names<Metric> METRICS = new Names<>(Metric.names(), name -> {
        try {
            return Metric.named(name);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage() + Suggestions.didYouMean(name, Metric.names()));
        }
    });

    /** The metrics between boxes. */
    static final Names<Metric> BOX_METRICS =
            of(List.of(Metric.EUCLIDEAN, Metric.SQUARED_EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV), Metric::name);

    /** Values of known names. */
    static <T> Names<T> of(Collection<T> values, Function<T, String> nameOf) {
        Map<String, T> valueOfName = new LinkedHashMap<>();
        values.forEach(value -> valueOfName.put(nameOf.apply(value), value));
        List<String> names = List.copyOf(valueOfName.keySet());
        return new Names<>(names, name -> {
            T value = valueOfName.get(name);
            if (value == null) {
                throw new TypeConversionException("expected one of " + names + " (case-sensitive) but was '" + name
                        + "'" + Suggestions.didYouMean(name, names));
            }
            return value;
        });
    }

    /** The constants of a type, by {@link #nameOf}. */
    static <E extends Enum<E>> Names<E> of(Class<E> type) {
        return of(EnumSet.allOf(type), Names::nameOf);
    }

    /** Some constants. */
    static <E extends Enum<E>> Names<E> of(Set<E> constants) {
        return of(constants, Names::nameOf);
    }

    /** Returns the name of a constant: in lower case with hyphens; {@code auto} is the automatic one. */
    static String nameOf(Enum<?> constant) {
        String name = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name.equals("automatic") ? "auto" : name;
    }

    @Override
    public T convert(String name) {
        return value.apply(name);
    }
}
