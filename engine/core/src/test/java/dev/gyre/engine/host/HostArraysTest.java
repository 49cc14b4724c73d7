package dev.gyre.engine.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostArraysTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 1 << 18})
    void shouldAllocateInSpiteOfAnInterruptAndKeepIt(int length) {
        Supplier<int[]> room = HostArrays.room(int[].class, length);
        Thread.currentThread().interrupt();
        assertEquals(length, room.get().length);
        assertTrue(Thread.interrupted(), "the interrupt is lost");
    }

    /** A mistake must not come out as another one: this type has no elements. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1 << 18})
    void shouldThrowWhatTheAllocationThrows(int length) {
        assertThrows(
                NullPointerException.class,
                () -> HostArrays.room(String.class, length).get());
    }
}
