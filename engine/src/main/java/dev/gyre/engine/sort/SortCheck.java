package dev.gyre.engine.sort;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.sample.Sample;
import dev.gyre.engine.verify.OperationCheck;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Holds sorts of all kinds against the sort of java.util: keys of the four types, segments, super keys. */
public final class SortCheck implements OperationCheck {

    private static final long MEMORY = 1L << 30;

    private static final int MAX_FACTOR = 12;

    /** For the service loader. */
    public SortCheck() {}

    @Override
    public String name() {
        return "sort";
    }

    @Override
    public Optional<String> check(Backend backend, Workers workers, Sample sample) {
        Random random = sample.random();
        Sorting sorting = new Sorting(backend, workers, MEMORY);
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
        Typed typed = new Typed(sample.shape().rows(n, 1, random), random);
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
        Typed typed = new Typed(sample.shape().rows(n, 1, random), random);
        int[] offsets = SortOracle.offsets(n, random);
        int[] expected = new int[n];
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            int[] order = typed.order(offsets[segment], offsets[segment + 1], options.order());
            System.arraycopy(order, 0, expected, offsets[segment], order.length);
        }
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

    /** Keys of one of the four types. */
    private static final class Typed {

        private final int type;
        private final int[] ints;
        private final long[] longs;
        private final float[] floats;
        private final double[] doubles;

        Typed(double[] values, Random random) {
            type = random.nextInt(4);
            doubles = values;
            for (int i = 0; i < values.length; i++) {
                if (random.nextInt(200) == 0) {
                    doubles[i] = new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0}
                            [random.nextInt(4)];
                }
            }
            floats = new float[values.length];
            ints = new int[values.length];
            longs = new long[values.length];
            for (int i = 0; i < values.length; i++) {
                floats[i] = (float) doubles[i];
                ints[i] = (int) (doubles[i] * 1000);
                longs[i] = (long) (doubles[i] * 1e12);
            }
        }

        Keys keys() {
            return switch (type) {
                case 0 -> Keys.of(ints);
                case 1 -> Keys.of(longs);
                case 2 -> Keys.of(floats);
                default -> Keys.of(doubles);
            };
        }

        /** The rows of a range in order, by a stable sort. */
        int[] order(int begin, int end, Order order) {
            Comparator<Integer> ascending = switch (type) {
                case 0 -> Comparator.comparingInt(row -> ints[row]);
                case 1 -> Comparator.comparingLong(row -> longs[row]);
                case 2 -> SortOracle.floatOrder(floats, order);
                default -> SortOracle.doubleOrder(doubles, order);
            };
            Comparator<Integer> comparator = order == Order.DESCENDING && type < 2 ? ascending.reversed() : ascending;
            return IntStream.range(begin, end)
                    .boxed()
                    .sorted(comparator)
                    .mapToInt(Integer::intValue)
                    .toArray();
        }

        /** After the keys were sorted where they are, they have to be in order themselves. */
        Optional<String> differenceAfterSort(int[] expectedRows, SortOptions options) {
            int[] stillSorted = order(0, expectedRows.length, options.order());
            return SortOracle.difference(
                    "keys of " + this + " after the sort, " + options,
                    IntStream.range(0, expectedRows.length).toArray(),
                    stillSorted);
        }

        @Override
        public String toString() {
            return switch (type) {
                        case 0 -> "int";
                        case 1 -> "long";
                        case 2 -> "float";
                        default -> "double";
                    }
                    + " keys, n=" + doubles.length;
        }
    }
}
