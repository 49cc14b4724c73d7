package dev.gyre.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers for people, the same in every locale. (A {@code Formatter} would cost a tenth of a short run.) */
final class Numbers {

    private static final int SIGNIFICANT_DIGITS = 5;
    private static final int NANOS_DIGITS = 9;
    private static final double MIN_PLAIN = 1e-4;
    private static final double MAX_PLAIN = 1e12;

    private Numbers() {}

    /** Returns a number with commas between groups of three digits. */
    static String grouped(long number) {
        StringBuilder text = new StringBuilder(Long.toString(number));
        int firstDigit = number < 0 ? 1 : 0;
        for (int at = text.length() - 3; at > firstDigit; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    /** Returns a number and a noun, such as {@code 1 row} or {@code 2 rows}. */
    static String counted(long number, String one, String many) {
        return grouped(number) + " " + (number == 1 ? one : many);
    }

    /** Returns a number and a noun whose plural ends in s. */
    static String counted(long number, String noun) {
        return counted(number, noun, noun + "s");
    }

    /** Returns a time such as {@code 2.91 s}. */
    static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, NANOS_DIGITS)
                        .setScale(2, RoundingMode.HALF_UP)
                        .toPlainString()
                + " s";
    }

    /** Returns a distance with five significant digits, and with all digits before the point. */
    static String distance(double distance) {
        if (distance == 0) {
            return "0";
        }
        if (distance < MIN_PLAIN || distance >= MAX_PLAIN) {
            return Double.toString(distance);
        }
        BigDecimal exact = new BigDecimal(distance);
        int digitsBeforePoint = exact.precision() - exact.scale();
        int scale = Math.max(0, SIGNIFICANT_DIGITS - digitsBeforePoint);
        return exact.setScale(scale, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Returns bytes in the largest unit that leaves a whole number or two decimals, such as {@code 31.25 GiB}. */
    static String bytes(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
        int unit = Math.max(0, (63 - Long.numberOfLeadingZeros(Math.max(1, bytes))) / 10);
        BigDecimal amount = new BigDecimal(bytes).divide(new BigDecimal(1L << 10 * unit), 2, RoundingMode.HALF_UP);
        return amount.stripTrailingZeros().toPlainString() + " " + units[unit];
    }
}
