package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.sort.KeyBits;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.eclipse.collections.api.block.comparator.primitive.IntComparator;

/** Keys of one of the four types, including NaN and the ends of the range. */
public final class TypedKeys {

    /** Number of types: int, long, float and double. */
    public static final int TYPES = 4;

    private static final double[] SPECIALS = {
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 0.0, Double.MIN_VALUE
    };

    private final int type;
    private final int[] ints;
    private final long[] longs;
    private final float[] floats;
    private final double[] doubles;

    /** Draws keys of any type. */
    TypedKeys(double[] values, Random random) {
        this(random.nextInt(TYPES), values, random);
    }

    /**
     * Draws keys of a type.
     *
     * @param type 0 to {@link #TYPES} - 1
     * @param values the values, which this object keeps; about one of a hundred becomes a special one
     */
    public TypedKeys(int type, double[] values, Random random) {
        this.type = type;
        doubles = values;
        for (int i = 0; i < values.length; i++) {
            if (random.nextInt(100) == 0) {
                doubles[i] = SPECIALS[random.nextInt(SPECIALS.length)];
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

    /** Returns the keys, which a sort in place moves. */
    public Keys keys() {
        return switch (type) {
            case 0 -> Keys.of(ints);
            case 1 -> Keys.of(longs);
            case 2 -> Keys.of(floats);
            default -> Keys.of(doubles);
        };
    }

    /** Returns the number of {@code int} columns of a key. */
    int columnCount() {
        return type == 1 || type == 3 ? 2 : 1;
    }

    /** Returns the keys as columns of ints in the given order. */
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

    /** Returns the rows of a range in order, by a stable sort. */
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

    /** Returns the bits of each key; all NaNs have the same bits. */
    private long[] bits() {
        return IntStream.range(0, doubles.length)
                .mapToLong(row -> switch (type) {
                    case 0 -> ints[row];
                    case 1 -> longs[row];
                    case 2 -> Float.floatToIntBits(floats[row]);
                    default -> Double.doubleToLongBits(doubles[row]);
                })
                .toArray();
    }

    /**
     * Compares an argsort, which must not change keys, and then a sort in place with a payload, with the oracle. Afterwards the keys are
     * sorted.
     */
    public Optional<String> difference(Sorting sorting, SortOptions options, Random random) {
        String what = this + ", " + options;
        int[] expected = order(0, doubles.length, options.order());
        long[] before = bits();
        int[] payload = random.ints(expected.length).toArray();
        int[] moved = Arrays.stream(expected).map(row -> payload[row]).toArray();
        long[] sorted = Arrays.stream(expected).mapToLong(row -> before[row]).toArray();
        Optional<String> difference =
                SortOracle.difference("argsort of " + what, expected, sorting.argsort(keys(), options));
        if (difference.isPresent() || !Arrays.equals(before, bits())) {
            return difference.or(() -> Optional.of("argsort changed " + what));
        }
        sorting.sortInPlace(keys(), payload, options);
        return Arrays.equals(sorted, bits())
                ? SortOracle.difference("payload of " + what, moved, payload)
                : Optional.of("other keys after the sort in place of " + what);
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

    /** Returns the rows in order within segments. */
    public int[] orderOfSegments(int[] offsets, Order order) {
        int[] rows = new int[doubles.length];
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            int[] inOrder = order(offsets[segment], offsets[segment + 1], order);
            System.arraycopy(inOrder, 0, rows, offsets[segment], inOrder.length);
        }
        return rows;
    }
}
