package dev.gyre.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A table, in Markdown or HTML, with a line for each of some things.
 *
 * @param <T> the things
 */
final class Table<T> {

    private static final Pattern FRACTION = Pattern.compile("NaN|-?\\d+\\.\\d+(e[+-]?\\d+)?");

    private static final Pattern NUMBERS = Pattern.compile("[–\\d.,\u00d7% ]*( to [\\d.,]+)?");

    private static final MathContext DIGITS = new MathContext(4);

    private final List<String> titles = new ArrayList<>();
    private final List<Function<T, String>> columns = new ArrayList<>();

    /** Adds a column of words. */
    Table<T> text(String title, Function<T, String> value) {
        titles.add(title);
        columns.add(value);
        return this;
    }

    /** Adds a column of numbers; unknown numbers are dashes. */
    Table<T> number(String title, ToDoubleFunction<T> value) {
        return text(title, thing -> number(value.applyAsDouble(thing)));
    }

    String of(List<T> things) {
        StringBuilder table = new StringBuilder();
        line(table, titles);
        line(table, titles.stream().map(title -> "---").toList());
        for (T thing : things) {
            line(table, columns.stream().map(column -> column.apply(thing)).toList());
        }
        return table.toString();
    }

    /**
     * A table of rows.
     *
     * @param columns titles, separated by commas; those with {@code ms} at the end are columns of nanoseconds, unknown below 0
     */
    static Table<Row> ofRows(String columns) {
        Table<Row> table = new Table<>();
        for (String title : columns.split(", *")) {
            if (title.endsWith(" ms")) {
                table.number(title, row -> millis(row, title.replaceFirst("ms$", "ns")));
            } else {
                table.text(title, row -> figure(row.text(title)));
            }
        }
        return table;
    }

    /** Returns a text as it is, but a fraction with the digits of a table. */
    private static String figure(String text) {
        return FRACTION.matcher(text).matches() ? number(Double.parseDouble(text)) : text;
    }

    /** Returns nanoseconds of a row as milliseconds; not a number if they are not known. */
    static double millis(Row row, String title) {
        double nanos = row.number(title);
        return nanos < 0 ? Double.NaN : nanos / 1e6;
    }

    /** Returns the table as HTML. Columns of numbers are aligned on the right. */
    String html(List<T> things) {
        List<List<String>> lines = things.stream()
                .map(thing ->
                        columns.stream().map(column -> column.apply(thing)).toList())
                .toList();
        List<String> looks = IntStream.range(0, titles.size())
                .mapToObj(column ->
                        lines.stream().allMatch(line -> isNumber(line.get(column))) ? " class=\"number\"" : "")
                .toList();
        StringBuilder table = new StringBuilder("<table>\n<thead>");
        htmlLine(table, "th", titles, looks);
        table.append("</thead>\n<tbody>\n");
        lines.forEach(line -> htmlLine(table, "td", line, looks));
        return table.append("</tbody>\n</table>\n").toString();
    }

    private static boolean isNumber(String cell) {
        return NUMBERS.matcher(cell).matches();
    }

    private static void htmlLine(StringBuilder table, String element, List<String> cells, List<String> looks) {
        table.append("<tr>");
        for (int c = 0; c < cells.size(); c++) {
            table.append('<')
                    .append(element)
                    .append(looks.get(c))
                    .append('>')
                    .append(Html.text(cells.get(c)))
                    .append("</")
                    .append(element)
                    .append('>');
        }
        table.append("</tr>\n");
    }

    private static void line(StringBuilder table, List<String> cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** Returns a number with four digits, or a dash if it is not known. */
    static String number(double value) {
        return Double.isFinite(value) ? BigDecimal.valueOf(value).round(DIGITS).toPlainString() : Run.UNKNOWN;
    }
}
