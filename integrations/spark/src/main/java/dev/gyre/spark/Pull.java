package dev.gyre.spark;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Lazy iterators, so that a task holds one batch at a time. */
final class Pull {

    private Pull() {}

    /** Maps each element when it is asked for. */
    static <A, B> Iterator<B> map(Iterator<A> all, Function<A, B> function) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public B next() {
                return function.apply(all.next());
            }
        };
    }

    /** Maps each element to several, which are asked for one by one. */
    static <A, B> Iterator<B> flatMap(Iterator<A> all, Function<A, Iterator<B>> function) {
        return new Iterator<>() {
            private Iterator<B> current = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!current.hasNext() && all.hasNext()) {
                    current = function.apply(all.next());
                }
                return current.hasNext();
            }

            @Override
            public B next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return current.next();
            }
        };
    }

    /** Makes a number of elements. */
    static <B> Iterator<B> times(int count, IntFunction<B> function) {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < count;
            }

            @Override
            public B next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return function.apply(next++);
            }
        };
    }

    /** Maps consecutive parts of {@code step} elements. */
    static <B> Iterator<B> parts(int size, int step, Part<B> function) {
        return times(
                Math.ceilDiv(size, step), part -> function.of(part * step, (int) Math.min(size, (part + 1L) * step)));
    }

    /** Makes something of the elements from {@code first} to before {@code end}. */
    @FunctionalInterface
    interface Part<B> {
        B of(int first, int end);
    }
}
