package dev.gyre.cli.text;

import java.util.Map;
import java.util.stream.Collectors;

/** Writes values as JSON (RFC 8259) in one line. */
public final class Json {

    private Json() {}

    /**
     * Returns a map, whose keys become names in its order, a text, a number or a boolean as JSON. Numbers that JSON does not have (NaN,
     * infinity) become texts.
     *
     * @throws IllegalArgumentException if the value is of another type
     */
    public static String of(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> quoted(entry.getKey().toString()) + ":" + of(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            return quoted(number.toString());
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof String text) {
            return quoted(text);
        }
        throw new IllegalArgumentException("JSON has no such value: " + value);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (Character.isISOControl(c) || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
