package dev.gyre.engine.partition;

import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.engine.program.Program;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A call of an operation with arrays of the host, in and out. On a device it borrows a kept program, whose own arrays have the length of
 * the capacity, and copies between those and the caller's arrays by all threads. On the JVM the operation works on the caller's arrays, and
 * nothing is kept. Not safe for use by several threads.
 */
final class ArrayCall {

    private static final String PHASE = "run";

    private final Context context;
    private final String name;
    private final Object variant;
    private final int n;
    private final List<Object> inputs = new ArrayList<>();
    private final List<Slot> slots = new ArrayList<>();

    /**
     * Makes a call without arrays.
     *
     * @param context the context in which it runs
     * @param variant values that are compiled in, in addition to the types and capacities of the arrays; compared by {@code equals}
     * @param n number of elements
     */
    ArrayCall(Context context, String name, Object variant, int n) {
        this.context = context;
        this.name = name;
        this.variant = variant;
        this.n = n;
    }

    /**
     * An array of a program: its type, the length that this call needs, the length in a kept program, and whether it is a result that the
     * operation fills to exactly the needed length.
     */
    private record Slot(Class<?> type, int length, int capacity, boolean filled) {}

    /**
     * The program of a call.
     *
     * @param capacity most elements
     * @param maker makes the operation for the arrays; the same for all programs of a name and variant
     */
    private record Sizes<T extends Steps>(
            String name,
            Object variant,
            int capacity,
            int inputs,
            List<Class<?>> types,
            List<Integer> lengths,
            BiFunction<Operands, Layout, T> maker)
            implements Blueprint<Prepared<T>> {

        @Override
        public Prepared<T> make(Layout layout) {
            List<Object> arrays = new ArrayList<>();
            for (int i = 0; i < types.size(); i++) {
                Class<?> type = types.get(i);
                int length = lengths.get(i);
                arrays.add(i < inputs ? layout.input(type, length) : layout.array(type, length));
            }
            return new Prepared<>(name, maker.apply(new Operands(arrays, capacity), layout), arrays, inputs);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Sizes<?> that
                    && name.equals(that.name)
                    && variant.equals(that.variant)
                    && capacity == that.capacity
                    && types.equals(that.types)
                    && lengths.equals(that.lengths);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, variant, capacity, types, lengths);
        }
    }

    /** A program's operation and the arrays for which it was made: the inputs, then the outputs. */
    private record Prepared<T extends Steps>(String name, T steps, List<Object> arrays, int inputs)
            implements Blueprint.Made {

        @Override
        public Program program() {
            return Program.of(name, steps.phase(PHASE, arrays.subList(0, inputs).toArray()));
        }
    }

    /** The arrays of a program: the inputs, then the outputs; and its capacity. */
    record Operands(List<Object> all, int capacity) {

        int[] ints(int index) {
            return (int[]) all.get(index);
        }
    }

    /** The arrays of a program that has run, and room for the caller's copies of the results of known length. */
    record Results(List<Object> all, Context context, Map<Object, Supplier<?>> rooms) {

        int[] ints(int index) {
            return (int[]) all.get(index);
        }

        /** Returns the first elements of an array, for the caller to keep: on the JVM the array itself, if it has that length. */
        @SuppressWarnings("unchecked")
        <A> A result(A array, int length) {
            if (context.onJvm() && Array.getLength(array) == length) {
                return array;
            }
            Supplier<A> room = (Supplier<A>) rooms.get(array);
            return room == null
                    ? HostArrays.copyOf(array, length, context.workers())
                    : HostArrays.copyInto(array, room, context.workers());
        }
    }

    /** Adds an input of elements. */
    ArrayCall in(Object array) {
        return in(array, context.capacity(Array.getLength(array)));
    }

    /** Adds an input with room for a given number of elements in a kept program. */
    ArrayCall in(Object array, int capacity) {
        inputs.add(array);
        return slot(array.getClass(), Array.getLength(array), capacity, false);
    }

    /** Adds the offsets of segments: one more than the number of segments. */
    ArrayCall offsets(int[] offsets) {
        return in(offsets, context.capacity(offsets.length - 1) + 1);
    }

    /** Adds an output. */
    ArrayCall out(Class<?> type, int length) {
        return slot(type, length, context.capacity(length), true);
    }

    /** Adds an output whose filled length is known after the run. */
    ArrayCall outUpTo(Class<?> type, int length) {
        return slot(type, length, context.capacity(length), false);
    }

    /** Adds an output of a length that is compiled in. */
    ArrayCall outExactly(Class<?> type, int length) {
        return slot(type, length, length, true);
    }

    private ArrayCall slot(Class<?> type, int length, int capacity, boolean filled) {
        slots.add(new Slot(type, length, capacity, filled));
        return this;
    }

    /**
     * Runs the operation.
     *
     * @param maker makes the operation for the arrays
     * @param size sets the sizes of this run
     * @param result makes the result from the arrays, with {@link Results#result}
     * @throws IllegalArgumentException if the arrays do not fit the memory
     */
    <T extends Steps, R> R run(
            BiFunction<Operands, Layout, T> maker, Consumer<T> size, BiFunction<T, Results, R> result) {
        Sizes<T> exact = sizes(n, slots.stream().map(Slot::length).toList(), maker);
        Sizes<T> rounded =
                sizes(context.capacity(n), slots.stream().map(Slot::capacity).toList(), maker);
        Sizes<T> sizes = context.fitting("the " + name, exact, rounded, "n=" + n);
        try (Lease<Prepared<T>> lease = context.leaseOrOnce(sizes, null, inputs.toArray())) {
            T steps = lease.operation().steps();
            List<Object> arrays = lease.operation().arrays();
            Results results = new Results(arrays, context, rooms(arrays));
            for (int i = 0; i < inputs.size(); i++) {
                Object input = inputs.get(i);
                lease.writeAll(input, 0, arrays.get(i), 0, Array.getLength(input));
            }
            size.accept(steps);
            lease.run(PHASE);
            return result.apply(steps, results);
        }
    }

    private <T extends Steps> Sizes<T> sizes(
            int capacity, List<Integer> lengths, BiFunction<Operands, Layout, T> maker) {
        List<Class<?>> types = slots.stream().<Class<?>>map(Slot::type).toList();
        return new Sizes<>(name, variant, capacity, inputs.size(), types, lengths, maker);
    }

    /** Begins to allocate the results while the device works. */
    private Map<Object, Supplier<?>> rooms(List<Object> arrays) {
        Map<Object, Supplier<?>> rooms = new IdentityHashMap<>();
        for (int i = 0; i < slots.size() && !context.onJvm(); i++) {
            Slot slot = slots.get(i);
            if (slot.filled()) {
                rooms.put(arrays.get(i), HostArrays.room(slot.type(), slot.length()));
            }
        }
        return rooms;
    }
}
