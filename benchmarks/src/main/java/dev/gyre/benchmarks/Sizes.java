package dev.gyre.benchmarks;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The sizes and other parameters that identify a case: names and values.
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

    /** The values of some columns of a row. */
    static Sizes of(Row row, List<String> titles) {
        Map<String, String> values = new LinkedHashMap<>();
        titles.forEach(title -> values.put(title, row.text(title)));
        return new Sizes(values);
    }

    /** Returns all combinations of the values of some names. */
    static List<Sizes> all(Map<String, List<String>> values) {
        List<Sizes> all = List.of(new Sizes(Map.of()));
        for (Map.Entry<String, List<String>> one : values.entrySet()) {
            all = all.stream()
                    .flatMap(shorter -> one.getValue().stream().map(value -> shorter.with(one.getKey(), value)))
                    .toList();
        }
        return all;
    }

    /** Returns these sizes with one more value. */
    Sizes with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value.toString());
        return new Sizes(more);
    }

    /** Returns these sizes, then others. */
    Sizes and(Sizes others) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.putAll(others.values);
        return new Sizes(more);
    }

    /** Returns these sizes without some names. */
    Sizes without(Collection<String> names) {
        Map<String, String> fewer = new LinkedHashMap<>(values);
        fewer.keySet().removeAll(names);
        return new Sizes(fewer);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns a text for people: words, and numbers with their names. */
    String title() {
        return values.entrySet().stream()
                .map(one -> one.getValue().matches("\\d+") ? one.getKey() + " = " + one.getValue() : one.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Returns a number that must exist. */
    int number(String name) {
        return Integer.parseInt(text(name));
    }

    /** Returns a text that must exist. */
    String text(String name) {
        if (!values.containsKey(name)) {
            throw new IllegalArgumentException("no " + name + " in " + this);
        }
        return values.get(name);
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

    /** Returns the name of a constant in reports. */
    static String title(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return values.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(","));
    }
}
