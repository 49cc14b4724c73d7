package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.SelectionOptions;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.select.SinglePass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares selection with the oracle: floats and ints, rows up to 20,000 values, k of all sizes, every method. */
final class SelectionCheck {

    private static final int MAX_VALUES = 20_000;

    private SelectionCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = Math.min(MAX_VALUES, Math.max(1, sample.size() * (random.nextBoolean() ? 1 : 13)));
        int rows = 1 + random.nextInt(Math.min(6, MAX_VALUES / n));
        int k = random.nextBoolean() ? 1 + random.nextInt(n) : 1 + random.nextInt(Math.min(n, 100));
        double[] values = sample.shape().rows(rows * n, 1, random);
        Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
        SelectionOptions options = SelectionOptions.DEFAULT.withOrder(order).withSorted(random.nextInt(4) > 0);
        boolean floats = random.nextBoolean();
        boolean inBatches = random.nextInt(4) == 0;
        String what = "rows=" + rows + ", n=" + n + ", k=" + k + ", " + options + ", in batches=" + inBatches + ", ";
        if (!inBatches) {
            return difference(new Selection(context), values, rows, k, options, floats)
                    .map(text -> what + text);
        }
        // For a row or two at a time.
        try (Context little = context.within(64L * n + (8L << 10) + 600L * k)) {
            return difference(new Selection(little), values, rows, k, options, floats)
                    .map(text -> what + text);
        }
    }

    private static Optional<String> difference(
            Selection selection, double[] values, int rows, int k, SelectionOptions options, boolean floats) {
        for (SelectionMethod method : methods(k)) {
            SelectionOptions given = options.withMethod(method);
            Optional<String> difference = floats
                    ? checkFloats(selection, values, rows, k, given)
                    : checkInts(selection, values, rows, k, given);
            if (difference.isPresent()) {
                return difference.map(text -> method + ", " + text);
            }
        }
        return Optional.empty();
    }

    private static List<SelectionMethod> methods(int k) {
        List<SelectionMethod> methods = new ArrayList<>(List.of(SelectionMethod.values()));
        if (k > SinglePass.MAX_K) {
            methods.remove(SelectionMethod.SINGLE_PASS);
        }
        return methods;
    }

    private static Optional<String> checkFloats(
            Selection selection, double[] values, int rows, int k, SelectionOptions options) {
        float[] matrix = new float[values.length];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = (float) values[i];
        }
        return SelectionOracle.difference(
                matrix, options.order(), options.sorted(), selection.of(matrix, rows, k, options));
    }

    private static Optional<String> checkInts(
            Selection selection, double[] values, int rows, int k, SelectionOptions options) {
        int[] matrix = new int[values.length];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = (int) (values[i] * 1000);
        }
        return SelectionOracle.difference(
                matrix, options.order(), options.sorted(), selection.of(matrix, rows, k, options));
    }
}
