package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.SortOptions;
import dev.gyre.engine.sort.KeyBits;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.eclipse.collections.api.block.comparator.primitive.IntComparator;

/** Keys of one of the four types, drawn for a check. */
final class TypedKeys {

    private final int type;
    private final int[] ints;
    private final long[] longs;
    private final float[] floats;
    private final double[] doubles;

    TypedKeys(double[] values, Random random) {
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

    /** Number of {@code int} columns of a key. */
    int columnCount() {
        return type == 1 || type == 3 ? 2 : 1;
    }

    /** The keys as columns of ints in the wanted order. */
    int[] columns(Order order) {
        int n = doubles.length;
        int[] values = new int[n * columnCount()];
        int flip = order == Order.DESCENDING ? -1 : 0;
        for (int i = 0; i < n; i++) {
            switch (type) {
                case 0 -> values[i] = ints[i] ^ flip;
                case 2 -> values[i] = KeyBits.ordered(floats[i], order);
                default ->
                    KeyBits.split(type == 1 ? longs[i] ^ flip : KeyBits.ordered(doubles[i], order), values, n, i);
            }
        }
        return values;
    }

    /** The rows of a range in order, by a stable sort. */
    int[] order(int begin, int end, Order order) {
        int sign = order == Order.ASCENDING ? 1 : -1;
        IntComparator comparator = switch (type) {
            case 0 -> (a, b) -> sign * Integer.compare(ints[a], ints[b]);
            case 1 -> (a, b) -> sign * Long.compare(longs[a], longs[b]);
            case 2 -> SortOracle.floatOrder(floats, order);
            default -> SortOracle.doubleOrder(doubles, order);
        };
        return SortOracle.order(begin, end, comparator);
    }

    /** Compares keys that were sorted in place. */
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

    /** The rows in order inside of segments. */
    int[] orderOfSegments(int[] offsets, Order order) {
        int[] rows = new int[doubles.length];
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            int[] inOrder = order(offsets[segment], offsets[segment + 1], order);
            System.arraycopy(inOrder, 0, rows, offsets[segment], inOrder.length);
        }
        return rows;
    }
}
