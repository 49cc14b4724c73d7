package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.SortOptions;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.plan.Context;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/** Compares sorts of all kinds with the sort of java.util: keys of the four types, segments, super keys. */
final class SortCheck {

    private static final int MAX_FACTOR = 12;

    private SortCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        Sorting sorting = new Sorting(context);
        SortMethod[] methods = SortMethod.values();
        SortOptions options = new SortOptions(
                random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING, methods[random.nextInt(methods.length)]);
        int n = sample.size() * (random.nextInt(3) == 0 ? 1 + random.nextInt(MAX_FACTOR) : 1);
        return switch (random.nextInt(3)) {
            case 0 -> keys(sorting, sample, n, options, random);
            case 1 -> segments(sorting, sample, n, options, random);
            default -> superKeys(sorting, sample, options, random);
        };
    }

    private static Optional<String> keys(Sorting sorting, Sample sample, int n, SortOptions options, Random random) {
        TypedKeys typed = new TypedKeys(sample.shape().rows(n, 1, random), random);
        int[] expected = typed.order(0, n, options.order());
        int[] payload = random.ints(n).toArray();
        int[] expectedPayload = Arrays.stream(expected).map(row -> payload[row]).toArray();
        Optional<String> difference = SortOracle.difference(
                "argsort of " + typed + ", " + options, expected, sorting.argsort(typed.keys(), options));
        if (difference.isPresent()) {
            return difference;
        }
        Keys keys = typed.keys();
        sorting.sortInPlace(keys, payload, options);
        return SortOracle.difference("payload of " + typed + ", " + options, expectedPayload, payload)
                .or(() -> typed.differenceAfterSort(expected, options));
    }

    private static Optional<String> segments(
            Sorting sorting, Sample sample, int n, SortOptions options, Random random) {
        TypedKeys typed = new TypedKeys(sample.shape().rows(n, 1, random), random);
        int[] offsets = Offsets.drawAny(n, random);
        int[] expected = typed.orderOfSegments(offsets, options.order());
        return SortOracle.difference(
                "segments of " + typed + ", " + (offsets.length - 1) + " segments, " + options,
                expected,
                sorting.argsortSegments(typed.keys(), offsets, options));
    }

    private static Optional<String> superKeys(Sorting sorting, Sample sample, SortOptions options, Random random) {
        double[] rows = sample.rows(random);
        if (random.nextBoolean()) {
            Arrays.setAll(rows, i -> (float) Math.clamp(rows[i], -Float.MAX_VALUE, Float.MAX_VALUE));
        }
        Points points = Points.of(rows, sample.dims());
        int first = random.nextInt(sample.dims());
        int[] expected = SortOracle.superKeyOrder(points, first, options.order());
        return SortOracle.difference(
                "super key from " + first + ", " + options, expected, sorting.superKeyOrder(points, first, options));
    }
}
