package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.plan.Context;
import java.util.Optional;
import java.util.Random;

/** Compares duplicate removal with a comparison of each point with the one before. */
final class DistinctCheck {

    private DistinctCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        double[] rows = sample.rows(random);
        for (int row = 0; row + 1 < sample.size(); row++) {
            if (random.nextInt(4) == 0) {
                int other = random.nextInt(sample.size());
                System.arraycopy(rows, row * sample.dims(), rows, other * sample.dims(), sample.dims());
            }
        }
        Points points = Points.of(rows, sample.dims());
        int first = random.nextInt(sample.dims());
        int[] order = SortOracle.superKeyOrder(points, first, Order.ASCENDING);
        Sorting sorting = new Sorting(context);
        Optional<String> difference = SortOracle.difference(
                "offsets of groups, super key from " + first,
                SortOracle.groupOffsets(points, order),
                sorting.distinct(points, order, first).toOffsets());
        return difference.isPresent() ? difference : unsorted(sorting, points, order, first, random);
    }

    /** Swaps two rows; unless they are equal, the call must refuse the order. */
    private static Optional<String> unsorted(Sorting sorting, Points points, int[] order, int first, Random random) {
        if (order.length < 2) {
            return Optional.empty();
        }
        int a = random.nextInt(order.length);
        int b = random.nextInt(order.length);
        boolean equal = SortOracle.samePlace(points, order[a], order[b]);
        int row = order[a];
        order[a] = order[b];
        order[b] = row;
        try {
            sorting.distinct(points, order, first);
            return equal ? Optional.empty() : Optional.of("an order with rows " + a + " and " + b + " swapped passed");
        } catch (IllegalArgumentException e) {
            return equal ? Optional.of("an order was refused: " + e.getMessage()) : Optional.empty();
        }
    }
}
