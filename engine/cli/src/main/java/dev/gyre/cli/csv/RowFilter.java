package dev.gyre.cli.csv;

import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A condition on the text of a column, such as {@code kind=food} or {@code size>=10}. Two numbers are compared as numbers; otherwise texts
 * are equal or not, and no text is smaller or larger than another.
 */
public record RowFilter(String column, String operator, String value) {

    private static final Pattern FORM = Pattern.compile("(.*?[^!<>=])(=|!=|<=|>=|<|>)([^=].*|)", Pattern.DOTALL);

    /** Reads a condition, or returns null if the text is none. */
    public static RowFilter of(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? new RowFilter(
                        form.group(1).strip(), form.group(2), form.group(3).strip())
                : null;
    }

    /** Returns the rows that pass, by the groups of the column. */
    public BitSet rows(Groups groups) {
        List<Boolean> passes = IntStream.range(0, groups.count())
                .mapToObj(group -> passes(groups.name(group)))
                .toList();
        int[] numbers = groups.numbers();
        BitSet rows = new BitSet(numbers.length);
        IntStream.range(0, numbers.length)
                .filter(row -> passes.get(numbers[row]))
                .forEach(rows::set);
        return rows;
    }

    /** Returns a text that does not pass. */
    String failing() {
        return operator.equals("!=") ? value : value + "-";
    }

    /**
     * Returns whether no text of a number passes.
     *
     * @param min the least number, or one below
     * @param largest the largest number, or one above; neither is NaN
     * @param areAll false if there may be other texts than those of numbers in this range
     */
    boolean excludes(double min, double largest, boolean areAll) {
        Double bound = number(value);
        if (bound == null) {
            return false;
        }
        return switch (operator) {
            case "=" -> largest < bound || min > bound;
            case "!=" -> areAll && min == bound && largest == bound;
            case "<" -> min >= bound;
            case "<=" -> min > bound;
            case ">" -> largest <= bound;
            default -> largest < bound;
        };
    }

    private boolean passes(String text) {
        Double left = number(text);
        Double right = number(value);
        boolean areNumbers = left != null && right != null;
        boolean equal = areNumbers
                ? left.doubleValue() == right.doubleValue()
                : text.strip().equals(value);
        int order = areNumbers ? Double.compare(left, right) : 0;
        return switch (operator) {
            case "=" -> equal;
            case "!=" -> !equal;
            case "<" -> !equal && order < 0;
            case ">" -> !equal && order > 0;
            case "<=" -> areNumbers && (equal || order < 0);
            default -> areNumbers && (equal || order > 0);
        };
    }

    /** Returns a finite number, or null. */
    private static Double number(String text) {
        try {
            double number = Double.parseDouble(text);
            return Double.isFinite(number) ? number : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
