package dev.gyre.benchmarks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The sizes of a case, and whatever else makes it: names and values.
 *
 * @param values by name
 */
record Sizes(Map<String, String> values) {

    /** Reads {@code n=1000,k=8}. */
    static Sizes of(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String one : text.isEmpty() ? new String[0] : text.split(",")) {
            String[] pair = one.split("=", 2);
            if (pair.length < 2) {
                throw new IllegalArgumentException("not a name and a value, as in n=1000: " + one);
            }
            values.put(pair[0], pair[1]);
        }
        return new Sizes(values);
    }

    /** A number that must be there. */
    int number(String name) {
        if (!values.containsKey(name)) {
            throw new IllegalArgumentException("no " + name + " in " + this);
        }
        return Integer.parseInt(values.get(name));
    }

    int number(String name, int unlessGiven) {
        return values.containsKey(name) ? number(name) : unlessGiven;
    }

    String text(String name, String unlessGiven) {
        return values.getOrDefault(name, unlessGiven);
    }

    <E extends Enum<E>> E choice(String name, E unlessGiven) {
        return values.containsKey(name) ? Enum.valueOf(unlessGiven.getDeclaringClass(), values.get(name)) : unlessGiven;
    }

    /** How a constant is called in reports. */
    static String title(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name of a constant that is called so. */
    static String constant(String title) {
        return title.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    @Override
    public String toString() {
        return values.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(","));
    }
}
