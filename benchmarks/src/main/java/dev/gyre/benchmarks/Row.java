package dev.gyre.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/**
 * The result of an experiment for one case: a line of its CSV.
 *
 * @param titles the titles of the columns
 * @param cells the values
 */
record Row(List<String> titles, List<String> cells) {

    Row {
        titles = List.copyOf(titles);
        cells = List.copyOf(cells);
        if (titles.size() != cells.size()) {
            throw new IllegalArgumentException("not a row of " + titles + ": " + cells);
        }
    }

    /** A row of some values. */
    static Row of(List<String> titles, List<?> values) {
        return new Row(
                titles,
                values.stream()
                        .map(value -> value instanceof Double number && Double.isFinite(number)
                                ? String.format(Locale.ROOT, "%.4g", number)
                                : Objects.toString(value))
                        .toList());
    }

    /** A row of the values of its columns. */
    static Row of(List<String> titles, Function<String, ?> values) {
        return of(titles, titles.stream().map(values).toList());
    }

    /** Reads a line. */
    static Row ofCsv(List<String> titles, String line) {
        return new Row(titles, Arrays.asList(line.split(",")));
    }

    String toCsv() {
        return String.join(",", cells);
    }

    String text(String title) {
        return cells.get(titles.indexOf(title));
    }

    int integer(String title) {
        return Integer.parseInt(text(title));
    }

    double number(String title) {
        return Double.parseDouble(text(title));
    }
}
