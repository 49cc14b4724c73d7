package dev.gyre.engine.file;

import dev.gyre.engine.data.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The dictionary in the header of a {@code .npy} file, such as {@code {'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }}: these
 * three keys in any order, once each. The parser knows only these parts of Python's notation: strings without escapes, True, False, and
 * tuples of whole numbers.
 */
final class NpyHeaderText {

    private static final char END = '\0';

    private final String text;
    private final Problems problems;
    private int at;

    private final String descr;
    private final boolean fortranOrder;
    private final long[] shape;

    /** Makes the exception for a problem at an index of the text. */
    @FunctionalInterface
    interface Problems {
        InputException at(int slot, String problem);
    }

    NpyHeaderText(String text, Problems problems) {
        this.text = text;
        this.problems = problems;
        Map<String, Supplier<Object>> values =
                Map.of("descr", this::descrValue, "fortran_order", this::booleanValue, "shape", this::tupleValue);
        Map<String, Object> found = new HashMap<>();
        expect('{');
        while (!skip('}')) {
            String key = string();
            if (!values.containsKey(key) || found.containsKey(key)) {
                throw problem("the keys descr, fortran_order and shape are expected, once each: '" + key + "'");
            }
            expect(':');
            found.put(key, values.get(key).get());
            if (next() != '}') {
                expect(',');
            }
        }
        next();
        if (at < text.length()) {
            throw unexpected("the end of the header");
        }
        if (found.size() < values.size()) {
            throw problem("the keys descr, fortran_order and shape are expected, once each: "
                    + found.keySet().stream().sorted().toList());
        }
        descr = (String) found.get("descr");
        fortranOrder = (Boolean) found.get("fortran_order");
        shape = (long[]) found.get("shape");
    }

    String descr() {
        return descr;
    }

    boolean fortranOrder() {
        return fortranOrder;
    }

    long[] shape() {
        return shape;
    }

    /** Returns the shape in Python's notation. */
    String shapeText() {
        String axes = LongStream.of(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
        return shape.length == 1 ? "(" + axes + ",)" : "(" + axes + ")";
    }

    /** Makes the exception for a problem of the whole text. */
    InputException problem(String problem) {
        return problems.at(0, problem);
    }

    private String descrValue() {
        if (next() == '[') {
            throw problems.at(at, "numbers of one type are needed, not records of several");
        }
        return string();
    }

    private String string() {
        char quote = next();
        if (quote != '\'' && quote != '"') {
            throw unexpected("a string");
        }
        int end = text.indexOf(quote, at + 1);
        if (end < 0) {
            throw problems.at(at, "the string does not end");
        }
        String value = text.substring(at + 1, end);
        at = end + 1;
        return value;
    }

    private Boolean booleanValue() {
        next();
        for (boolean value : new boolean[] {false, true}) {
            String name = value ? "True" : "False";
            if (text.startsWith(name, at)) {
                at += name.length();
                return value;
            }
        }
        throw unexpected("True or False");
    }

    private long[] tupleValue() {
        expect('(');
        List<Long> values = new ArrayList<>();
        while (!skip(')')) {
            values.add(number());
            // In Python, (3) is a number, not a tuple.
            if (values.size() == 1 || next() != ')') {
                expect(',');
            }
        }
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    private long number() {
        next();
        int end = at;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        if (end == at) {
            throw unexpected("a whole number, 0 or more");
        }
        String digits = text.substring(at, end);
        long value;
        try {
            value = Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw problems.at(at, "the number is too large: " + digits);
        }
        at = end;
        // Python 2 marks long numbers.
        skip('L');
        return value;
    }

    private void expect(char wanted) {
        if (!skip(wanted)) {
            throw unexpected("'" + wanted + "'");
        }
    }

    private boolean skip(char wanted) {
        boolean there = next() == wanted;
        if (there) {
            at++;
        }
        return there;
    }

    /** Skips white space; returns the next character without consuming it, or {@link #END}. */
    private char next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : END;
    }

    private InputException unexpected(String wanted) {
        String found = at < text.length() ? "'" + text.charAt(at) + "'" : "its end";
        return problems.at(at, "the header cannot be parsed: " + wanted + " is expected, found " + found);
    }
}
