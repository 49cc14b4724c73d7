package dev.gyre.engine.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.jvm.Workers;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubsetTest {

    private static final Workers WORKERS = new Workers(4);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4_095, 4_096, 4_097, 100_000})
    void shouldHaveTheNumbersThatPassAllTests(int capacity) {
        Subset subset = new Subset(capacity, WORKERS);
        assertEquals(0, subset.size());
        AtomicIntegerArray tested = new AtomicIntegerArray(capacity);
        subset.take(number -> tested.incrementAndGet(number) > 0 && number % 3 != 0);
        assertAll(tested, capacity, number -> 1);
        subset.keep(number -> tested.incrementAndGet(number) > 0 && number % 5 != 0);
        assertAll(tested, capacity, number -> number % 3 == 0 ? 1 : 2);
        subset.forEach(number -> tested.addAndGet(number, 10));
        assertAll(tested, capacity, number -> number % 3 == 0 ? 1 : number % 5 == 0 ? 2 : 12);
        int[] expected = IntStream.range(0, capacity)
                .filter(number -> number % 3 != 0 && number % 5 != 0)
                .toArray();
        assertArrayEquals(expected, subset.toArray());
        assertEquals(expected.length, subset.size());
        subset.take(number -> number == capacity - 1);
        assertEquals(Math.min(capacity, 1), subset.size());
    }

    private static void assertAll(AtomicIntegerArray tested, int capacity, IntUnaryOperator expected) {
        for (int number = 0; number < capacity; number++) {
            assertEquals(expected.applyAsInt(number), tested.get(number), "number " + number);
        }
    }
}
