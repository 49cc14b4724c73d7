package dev.gyre.engine.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import org.eclipse.collections.api.IntIterable;
import org.eclipse.collections.api.LazyIntIterable;
import org.eclipse.collections.api.block.function.primitive.IntToObjectFunction;
import org.eclipse.collections.api.block.function.primitive.ObjectIntIntToObjectFunction;
import org.eclipse.collections.api.block.function.primitive.ObjectIntToObjectFunction;
import org.eclipse.collections.api.block.predicate.primitive.IntPredicate;
import org.eclipse.collections.api.block.procedure.primitive.IntIntProcedure;
import org.eclipse.collections.api.block.procedure.primitive.IntProcedure;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.api.iterator.IntIterator;
import org.eclipse.collections.api.list.ImmutableList;
import org.eclipse.collections.api.list.primitive.ImmutableIntList;
import org.eclipse.collections.api.list.primitive.IntList;
import org.eclipse.collections.impl.primitive.AbstractIntIterable;
import org.eclipse.collections.impl.utility.internal.primitive.IntIteratorIterate;

/** A range of an array's elements, without a copy. Methods that make a new list copy the elements. */
final class IntSpan extends AbstractIntIterable implements ImmutableIntList {

    private final int[] values;
    private final int begin;
    private final int end;

    private IntSpan(int[] values, int begin, int end) {
        this.values = values;
        this.begin = begin;
        this.end = end;
    }

    /** Returns the elements {@code begin .. end-1} of an array that does not change. */
    static IntSpan of(int[] values, int begin, int end) {
        Objects.checkFromToIndex(begin, end, values.length);
        return new IntSpan(values, begin, end);
    }

    void copyTo(int[] to, int at) {
        System.arraycopy(values, begin, to, at, size());
    }

    private ImmutableIntList copy() {
        return IntLists.immutable.with(toArray());
    }

    @Override
    public int size() {
        return end - begin;
    }

    @Override
    public int get(int index) {
        return values[begin + Objects.checkIndex(index, size())];
    }

    @Override
    public int getFirst() {
        return get(0);
    }

    @Override
    public int getLast() {
        return get(size() - 1);
    }

    @Override
    public int[] toArray() {
        return Arrays.copyOfRange(values, begin, end);
    }

    @Override
    public ImmutableIntList toImmutable() {
        return this;
    }

    @Override
    public ImmutableIntList subList(int from, int to) {
        Objects.checkFromToIndex(from, to, size());
        return new IntSpan(values, begin + from, begin + to);
    }

    @Override
    public void each(IntProcedure procedure) {
        for (int i = begin; i < end; i++) {
            procedure.value(values[i]);
        }
    }

    @Override
    public void forEachWithIndex(IntIntProcedure procedure) {
        for (int i = begin; i < end; i++) {
            procedure.value(values[i], i - begin);
        }
    }

    @Override
    public IntIterator intIterator() {
        return new IntIterator() {
            private int next = begin;

            @Override
            public boolean hasNext() {
                return next < end;
            }

            @Override
            public int next() {
                if (next == end) {
                    throw new NoSuchElementException("there are no more than " + size() + " elements");
                }
                return values[next++];
            }
        };
    }

    @Override
    public Spliterator.OfInt spliterator() {
        return Spliterators.spliterator(values, begin, end, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    @Override
    public boolean contains(int value) {
        return indexOf(value) >= 0;
    }

    @Override
    public int indexOf(int value) {
        for (int i = begin; i < end; i++) {
            if (values[i] == value) {
                return i - begin;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(int value) {
        for (int i = end - 1; i >= begin; i--) {
            if (values[i] == value) {
                return i - begin;
            }
        }
        return -1;
    }

    @Override
    public int binarySearch(int value) {
        int slot = Arrays.binarySearch(values, begin, end, value);
        return slot >= 0 ? slot - begin : slot + begin;
    }

    @Override
    public int count(IntPredicate predicate) {
        return IntIteratorIterate.count(intIterator(), predicate);
    }

    @Override
    public boolean anySatisfy(IntPredicate predicate) {
        return IntIteratorIterate.anySatisfy(intIterator(), predicate);
    }

    @Override
    public boolean allSatisfy(IntPredicate predicate) {
        return IntIteratorIterate.allSatisfy(intIterator(), predicate);
    }

    @Override
    public int detectIfNone(IntPredicate predicate, int otherwise) {
        return IntIteratorIterate.detectIfNone(intIterator(), predicate, otherwise);
    }

    @Override
    public <T> T injectInto(T first, ObjectIntToObjectFunction<? super T, ? extends T> function) {
        return IntIteratorIterate.injectInto(intIterator(), first, function);
    }

    @Override
    public <T> T injectIntoWithIndex(T first, ObjectIntIntToObjectFunction<? super T, ? extends T> function) {
        T result = first;
        for (int i = begin; i < end; i++) {
            result = function.valueOf(result, values[i], i - begin);
        }
        return result;
    }

    @Override
    public long sum() {
        return IntIteratorIterate.sum(intIterator());
    }

    @Override
    public int min() {
        return IntIteratorIterate.min(intIterator());
    }

    @Override
    public int max() {
        return IntIteratorIterate.max(intIterator());
    }

    @Override
    public long dotProduct(IntList list) {
        if (list.size() != size()) {
            throw new IllegalArgumentException("lists must be of one size: " + size() + ", " + list.size());
        }
        long sum = 0;
        for (int i = begin; i < end; i++) {
            sum += (long) values[i] * list.get(i - begin);
        }
        return sum;
    }

    @Override
    public ImmutableIntList select(IntPredicate predicate) {
        return copy().select(predicate);
    }

    @Override
    public ImmutableIntList reject(IntPredicate predicate) {
        return copy().reject(predicate);
    }

    @Override
    public <V> ImmutableList<V> collect(IntToObjectFunction<? extends V> function) {
        return copy().collect(function);
    }

    @Override
    public ImmutableIntList distinct() {
        return copy().distinct();
    }

    @Override
    public ImmutableIntList toReversed() {
        return copy().toReversed();
    }

    @Override
    public LazyIntIterable asReversed() {
        return copy().asReversed();
    }

    @Override
    public ImmutableIntList newWith(int value) {
        return copy().newWith(value);
    }

    @Override
    public ImmutableIntList newWithAll(IntIterable others) {
        return copy().newWithAll(others);
    }

    @Override
    public ImmutableIntList newWithout(int value) {
        return copy().newWithout(value);
    }

    @Override
    public ImmutableIntList newWithoutAll(IntIterable others) {
        return copy().newWithoutAll(others);
    }

    @Override
    public void appendString(Appendable out, String start, String separator, String last) {
        try {
            out.append(start);
            for (int i = begin; i < end; i++) {
                out.append(i > begin ? separator : "").append(Integer.toString(values[i]));
            }
            out.append(last);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof IntList)) {
            return false;
        }
        IntList list = (IntList) other;
        boolean same = list.size() == size();
        for (int i = 0; same && i < size(); i++) {
            same = list.get(i) == get(i);
        }
        return same;
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = begin; i < end; i++) {
            hash = 31 * hash + values[i];
        }
        return hash;
    }
}
