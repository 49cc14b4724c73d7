package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.collections.api.LazyIterable;
import org.eclipse.collections.api.bag.primitive.MutableIntBag;
import org.eclipse.collections.api.block.function.Function;
import org.eclipse.collections.api.factory.Lists;
import org.eclipse.collections.api.factory.primitive.IntBags;
import org.eclipse.collections.api.list.MutableList;
import org.eclipse.collections.api.list.primitive.ImmutableIntList;
import org.eclipse.collections.api.multimap.list.MutableListMultimap;
import org.eclipse.collections.impl.factory.Multimaps;
import org.eclipse.collections.impl.utility.LazyIterate;

/**
 * Rows of ints, each of any length: the ids that each query matches, the points of each group, the elements of each part. A row is
 * a view and copies nothing. Immutable; safe for use by several threads.
 *
 * <pre>{@code
 * int timesNearest = neighbors.rows().toBag().occurrencesOf(id);
 * int mostMatches = matches.rows().asLazy().collectInt(ImmutableIntList::size).max();
 * long sum = matches.rows().stream().parallel().mapToLong(ImmutableIntList::sum).sum();
 * }</pre>
 */
public final class IntRows implements Iterable<ImmutableIntList> {

    private final int size;
    private final IntFunction<IntSpan> view;

    /** Makes rows from a function that returns a view of each. */
    IntRows(int size, IntFunction<IntSpan> view) {
        this.size = size;
        this.view = view;
    }

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param offsets start of each row in the values, then the number of values
     * @param values the values, row by row
     * @return the rows
     * @throws IllegalArgumentException if the offsets do not ascend from 0 to the number of values
     */
    public static IntRows of(int[] offsets, int[] values) {
        if (offsets.length == 0 || offsets[0] != 0 || offsets[offsets.length - 1] != values.length) {
            throw new IllegalArgumentException("offsets must begin with 0 and end with the number of values: offsets="
                    + offsets.length + ", values=" + values.length);
        }
        for (int row = 1; row < offsets.length; row++) {
            if (offsets[row] < offsets[row - 1]) {
                throw new IllegalArgumentException("offsets must ascend: offsets[" + row + "]=" + offsets[row]);
            }
        }
        return new IntRows(offsets.length - 1, row -> IntSpan.of(values, offsets[row], offsets[row + 1]));
    }

    /**
     * Returns the number of rows.
     *
     * @return the number
     */
    public int size() {
        return size;
    }

    /**
     * Returns a row.
     *
     * @param row number of the row, from 0
     * @return a view of its values
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public ImmutableIntList row(int row) {
        return span(row);
    }

    private IntSpan span(int row) {
        return view.apply(Objects.checkIndex(row, size));
    }

    @Override
    public Iterator<ImmutableIntList> iterator() {
        return stream().iterator();
    }

    /**
     * Returns the rows, in their order.
     *
     * @return a stream, which can be made {@linkplain Stream#parallel parallel}
     */
    public Stream<ImmutableIntList> stream() {
        return IntStream.range(0, size).mapToObj(this::row);
    }

    /**
     * Returns the rows, in their order, for operations that run only when a result is needed.
     *
     * @return a lazy view
     */
    public LazyIterable<ImmutableIntList> asLazy() {
        return LazyIterate.adapt(this);
    }

    /**
     * Applies a function to each row.
     *
     * @param function computes a value from a row
     * @param <V> type of the values
     * @return the values, in the order of the rows
     */
    public <V> MutableList<V> collect(Function<? super ImmutableIntList, ? extends V> function) {
        MutableList<V> values = Lists.mutable.withInitialCapacity(size);
        forEach(row -> values.add(function.valueOf(row)));
        return values;
    }

    /**
     * Counts how often each value occurs in all rows.
     *
     * @return a new bag of all values
     */
    public MutableIntBag toBag() {
        MutableIntBag bag = IntBags.mutable.empty();
        forEach(row -> row.forEach(bag::add));
        return bag;
    }

    /**
     * Maps the number of each row to its values. The map's {@code flip()} lists the rows in which each value occurs.
     *
     * @return a new map, without empty rows
     */
    public MutableListMultimap<Integer, Integer> toMultimap() {
        MutableListMultimap<Integer, Integer> map = Multimaps.mutable.list.empty();
        for (int row = 0; row < size; row++) {
            int key = row;
            row(row).forEach(value -> map.put(key, value));
        }
        return map;
    }

    /**
     * Returns the values of all rows, row by row.
     *
     * @return a new array
     * @throws ArithmeticException if there are more values than an array can hold
     */
    public int[] toArray() {
        int[] offsets = toOffsets();
        int[] values = new int[offsets[size]];
        for (int row = 0; row < size; row++) {
            span(row).copyTo(values, offsets[row]);
        }
        return values;
    }

    /**
     * Returns the start of each row in {@link #toArray}.
     *
     * @return a new array of one start for each row, then the number of values
     * @throws ArithmeticException if there are more values than an array can hold
     */
    public int[] toOffsets() {
        int[] offsets = new int[size + 1];
        for (int row = 0; row < size; row++) {
            offsets[row + 1] = Math.addExact(offsets[row], span(row).size());
        }
        return offsets;
    }

    /**
     * Returns the first value of each row, which stands for a group of equal points.
     *
     * @return a new array
     * @throws IndexOutOfBoundsException if a row is empty
     */
    public int[] toFirstArray() {
        int[] first = new int[size];
        Arrays.setAll(first, row -> span(row).get(0));
        return first;
    }

    @Override
    public String toString() {
        return size + " rows";
    }
}
