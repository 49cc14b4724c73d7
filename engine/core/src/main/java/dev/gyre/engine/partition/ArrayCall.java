package dev.gyre.engine.partition;

import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Steps;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
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
     * @param n number of elements, for messages
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
    private record Slot(Class<?> type, int length, int capacity, boolean filled) {

        int length(boolean exact) {
            return exact ? length : capacity;
        }
    }

    /** The key of a kept program. */
    private record Key(String name, Object variant, List<Class<?>> types, List<Integer> lengths) {}

    /** A program's operation and the arrays for which it was made: the inputs, then the outputs. */
    record Made<T extends Steps>(T steps, Operands arrays) {}

    /** The arrays of a program, and room for the caller's copies of the results of known length. */
    record Operands(List<Object> all, Context context, Map<Object, Supplier<?>> rooms) {

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
        int length = Array.getLength(array);
        return in(array, context.capacity(length));
    }

    /** Adds an input with room for a given number of elements in a kept program. */
    ArrayCall in(Object array, int capacity) {
        inputs.add(array);
        return slot(array.getClass().getComponentType(), Array.getLength(array), capacity, false);
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
     * @param result makes the result from the arrays, with {@link Operands#result}
     * @throws IllegalArgumentException if the arrays do not fit the memory
     */
    <T extends Steps, R> R run(
            BiFunction<Operands, Device, T> maker, Consumer<T> size, BiFunction<T, Operands, R> result) {
        try (Lease<Made<T>> lease = lease(maker)) {
            T steps = lease.operation().steps();
            Operands arrays = withRooms(lease.operation().arrays());
            for (int i = 0; i < inputs.size(); i++) {
                Object input = inputs.get(i);
                if (arrays.all().get(i) != input) {
                    lease.write(input, 0, arrays.all().get(i), 0, Array.getLength(input), context.workers());
                }
            }
            size.accept(steps);
            lease.run(PHASE);
            return result.apply(steps, arrays);
        }
    }

    /** Begins to allocate the results while the device works. */
    private Operands withRooms(Operands arrays) {
        if (context.onJvm()) {
            return arrays;
        }
        Map<Object, Supplier<?>> rooms = new IdentityHashMap<>();
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get(i);
            if (slot.filled()) {
                rooms.put(arrays.all().get(i), HostArrays.room(slot.type().arrayType(), slot.length()));
            }
        }
        return new Operands(arrays.all(), context, rooms);
    }

    private <T extends Steps> Lease<Made<T>> lease(BiFunction<Operands, Device, T> maker) {
        if (context.onJvm()) {
            List<Object> arrays = new ArrayList<>(inputs);
            slots.subList(inputs.size(), slots.size()).forEach(slot -> arrays.add(allocate(slot, true)));
            Made<T> made = made(maker, arrays);
            return context.once(made, program(made));
        }
        boolean exact = bytes(false) > context.memoryLimit();
        Key key = new Key(
                name,
                variant,
                slots.stream().<Class<?>>map(Slot::type).toList(),
                slots.stream().map(slot -> slot.length(exact)).toList());
        if (bytes(exact) > context.memoryLimit()) {
            checkMemory(bytes(exact), largestBytes(exact));
        }
        return context.lease(
                key,
                () -> made(
                        maker, slots.stream().map(slot -> allocate(slot, exact)).toList()),
                this::program);
    }

    private <T extends Steps> Made<T> made(BiFunction<Operands, Device, T> maker, List<Object> arrays) {
        Operands all = new Operands(arrays, context, Map.of());
        return new Made<>(maker.apply(all, context.device()), all);
    }

    private <T extends Steps> Program program(Made<T> made) {
        Object[] in = made.arrays().all().subList(0, inputs.size()).toArray();
        Phase phase = made.steps().phase(PHASE, in);
        Program program = Program.of(name, phase)
                .withInputs(Arrays.stream(in)
                        .filter(array -> !Phase.contains(phase.downloads(), array))
                        .toArray());
        checkMemory(program.bytes(), program.largestArrayBytes());
        return program;
    }

    private void checkMemory(long needed, long largest) {
        context.checkMemory("the " + name, needed, largest, "n=" + n);
    }

    private static Object allocate(Slot slot, boolean exact) {
        return Array.newInstance(slot.type(), slot.length(exact));
    }

    private long bytes(boolean exact) {
        return slots.stream().mapToLong(slot -> bytes(slot, exact)).sum();
    }

    private long largestBytes(boolean exact) {
        return slots.stream().mapToLong(slot -> bytes(slot, exact)).max().orElse(0);
    }

    private static long bytes(Slot slot, boolean exact) {
        boolean wide = slot.type() == long.class || slot.type() == double.class;
        return slot.length(exact) * (wide ? 8L : 4L);
    }
}
