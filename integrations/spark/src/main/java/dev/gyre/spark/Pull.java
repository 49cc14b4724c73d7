package dev.gyre.spark;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

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

    /** Returns the next elements, at most a number of them. */
    static <A> Iterator<A> limit(Iterator<A> all, int most) {
        return new Iterator<>() {
            private int taken;

            @Override
            public boolean hasNext() {
                return taken < most && all.hasNext();
            }

            @Override
            public A next() {
                taken++;
                return all.next();
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

    /** Returns all elements of one iterator, then those of another. */
    static <A> Iterator<A> concat(Iterator<A> first, Iterator<A> second) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return first.hasNext() || second.hasNext();
            }

            @Override
            public A next() {
                return first.hasNext() ? first.next() : second.next();
            }
        };
    }

    /** Returns an iterator that is made when it is first asked. */
    static <A> Iterator<A> later(Supplier<Iterator<A>> maker) {
        return flatMap(times(1, any -> maker), Supplier::get);
    }

    /** An element of each of two iterators. */
    record Both<A, B>(A first, B second) {}

    /** Returns the elements of two iterators, which have as many. */
    static <A, B> Iterator<Both<A, B>> zip(Iterator<A> first, Iterator<B> second) {
        return map(first, each -> new Both<>(each, second.next()));
    }

    /** Leaves out elements that are null. */
    static <A> Iterator<A> present(Iterator<A> all) {
        return new Iterator<>() {
            private A next;

            @Override
            public boolean hasNext() {
                while (next == null && all.hasNext()) {
                    next = all.next();
                }
                return next != null;
            }

            @Override
            public A next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                A current = next;
                next = null;
                return current;
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
