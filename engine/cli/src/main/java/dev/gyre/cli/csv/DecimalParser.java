package dev.gyre.cli.csv;

/**
 * Reads decimal numbers such as {@code -12}, {@code .5} or {@code 6.02e23}, and nothing else that Java calls a number: no
 * {@code 1d}, no {@code 0x1p3}, no {@code NaN}.
 *
 * <p>Most coordinates have few digits. Their digits and the power of ten are exact in double, so that one division gives
 * the correctly rounded value; others go to {@link Double#parseDouble}.
 */
final class DecimalParser {

    private static final int MAX_EXACT_DIGITS = 15;

    private static final double[] EXACT_POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private DecimalParser() {}

    /**
     * Reads a number without surrounding spaces.
     *
     * @return the number, infinite if it is too large for a double, or NaN if the text is not a decimal number
     */
    static double parse(char[] text, int from, int to) {
        return parse(text, from, to, '.');
    }

    /** Reads a number with another decimal character than the point. */
    static double parse(char[] text, int from, int to, char decimal) {
        int at = from;
        boolean negative = at < to && text[at] == '-';
        if (negative || (at < to && text[at] == '+')) {
            at++;
        }
        int digits = 0;
        int fraction = 0;
        long digitsValue = 0;
        boolean point = false;
        for (; at < to; at++) {
            char c = text[at];
            if (c >= '0' && c <= '9') {
                digits++;
                fraction += point ? 1 : 0;
                if (digits <= MAX_EXACT_DIGITS) {
                    digitsValue = digitsValue * 10 + (c - '0');
                }
            } else if (c == decimal && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (digits == 0 || !(at == to || isExponent(text, at, to))) {
            return Double.NaN;
        }
        if (at < to || digits > MAX_EXACT_DIGITS) {
            return Double.parseDouble(new String(text, from, to - from).replace(decimal, '.'));
        }
        double value = digitsValue / EXACT_POWERS_OF_TEN[fraction];
        return negative ? -value : value;
    }

    private static boolean isExponent(char[] text, int from, int to) {
        int at = from;
        if (text[at] != 'e' && text[at] != 'E') {
            return false;
        }
        at++;
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        if (at == to) {
            return false;
        }
        for (; at < to; at++) {
            if (text[at] < '0' || text[at] > '9') {
                return false;
            }
        }
        return true;
    }
}
