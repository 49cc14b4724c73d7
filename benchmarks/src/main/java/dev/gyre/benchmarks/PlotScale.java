package dev.gyre.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The scale of an axis of a plot.
 *
 * @param unit what its values are
 * @param min the value at its beginning
 * @param max the value at its end, larger than the least
 * @param from the coordinate of its beginning
 * @param to the coordinate of its end
 */
record PlotScale(Unit unit, double min, double max, double from, double to) {

    private static final double[] STEPS = {1, 2, 5};
    private static final int MAX_TICKS = 7;

    /** What the values of an axis are. */
    enum Unit {
        /** Seconds, logarithmic. */
        TIME(true),
        /** Numbers of things, logarithmic. */
        COUNT(true),
        /** Numbers of things that are powers of 2, logarithmic. */
        POWERS(true),
        /** How many times, logarithmic. */
        TIMES(true),
        /** Amounts in a second, logarithmic. */
        RATE(true),
        /** Parts of 1, linear. */
        SHARE(false);

        private final boolean logarithmic;

        Unit(boolean logarithmic) {
            this.logarithmic = logarithmic;
        }

        /** Returns a value as a text for people. */
        String label(double value) {
            return switch (this) {
                case TIME ->
                    value < 1e-3
                            ? digits(value * 1e6) + " µs"
                            : value < 1 ? digits(value * 1e3) + " ms" : digits(value) + " s";
                case COUNT ->
                    value >= 1e6
                            ? digits(value / 1e6) + " M"
                            : value >= 1e4 || value >= 1e3 && value % 1e3 == 0
                                    ? digits(value / 1e3) + " k"
                                    : String.format(Locale.ROOT, "%,.0f", value);
                case TIMES -> digits(value) + "×";
                case POWERS, RATE -> value >= 1e3 ? String.format(Locale.ROOT, "%,.0f", value) : digits(value);
                case SHARE -> digits(value * 100) + " %";
            };
        }
    }

    /** Makes a scale with room for all values. */
    static PlotScale around(Unit unit, double[] values, double from, double to) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        if (!unit.logarithmic) {
            return new PlotScale(unit, 0, max * 1.08, from, to);
        }
        double room = Math.pow(max / min, 0.04) * 1.05;
        return new PlotScale(unit, min / room, max * room, from, to);
    }

    /** Returns the coordinate of a value. */
    double at(double value) {
        double part = unit.logarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
        return from + part * (to - from);
    }

    /** Returns the values that have a label. */
    List<Double> ticks() {
        if (!unit.logarithmic) {
            double step = Math.pow(10, Math.floor(Math.log10(max / 3)));
            while (max / step > MAX_TICKS) {
                step *= max / (step * 2) > MAX_TICKS ? 5 : 2;
            }
            return multiples(step);
        }
        if (unit == Unit.POWERS) {
            return powersOfTwo();
        }
        List<Double> powers = powers(new double[] {1}, 1);
        for (int every = 1; powers.size() > MAX_TICKS; every++) {
            powers = powers(new double[] {1}, every);
        }
        return powers.size() >= 3 ? powers : powers(STEPS, 1);
    }

    private List<Double> powersOfTwo() {
        int first = (int) Math.ceil(Math.log(min) / Math.log(2));
        int last = (int) Math.floor(Math.log(max) / Math.log(2));
        int every = (last - first) / MAX_TICKS + 1;
        List<Double> values = new ArrayList<>();
        for (int exponent = first; exponent <= last; exponent += every) {
            values.add(Math.pow(2, exponent));
        }
        return values;
    }

    private List<Double> multiples(double step) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i * step <= max; i++) {
            values.add(i * step);
        }
        return values;
    }

    /** Returns some multiples of every so many powers of 10. */
    private List<Double> powers(double[] multiples, int every) {
        List<Double> values = new ArrayList<>();
        for (int exponent = (int) Math.floor(Math.log10(min)); exponent <= Math.log10(max); exponent++) {
            for (double multiple : multiples) {
                double value = multiple * Math.pow(10, exponent);
                if (value >= min && value <= max && exponent % every == 0) {
                    values.add(value);
                }
            }
        }
        return values;
    }

    private static String digits(double value) {
        return BigDecimal.valueOf(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
