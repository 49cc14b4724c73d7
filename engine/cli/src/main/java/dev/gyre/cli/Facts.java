package dev.gyre.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers, texts and booleans by name, in an order, for scripts. */
final class Facts {

    private final Map<String, Object> values = new LinkedHashMap<>();

    static Facts of(String name, Object value) {
        return new Facts().and(name, value);
    }

    /** Adds a fact, unless it is null. */
    Facts and(String name, Object valueOrNull) {
        if (valueOrNull != null) {
            values.put(name, valueOrNull);
        }
        return this;
    }

    Facts and(Facts others) {
        values.putAll(others.values);
        return this;
    }

    Map<String, Object> values() {
        return values;
    }
}
