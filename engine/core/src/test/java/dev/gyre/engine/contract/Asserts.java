package dev.gyre.engine.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Neighbors;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.function.Executable;

/** Assertions about answers and refusals. */
public final class Asserts {

    private Asserts() {}

    /** Asserts that an oracle found no difference. */
    public static void assertNone(Optional<String> difference, Supplier<String> what) {
        assertEquals(Optional.empty(), difference, what);
    }

    /** Asserts that an oracle found no difference. */
    public static void assertNone(Optional<String> difference, String what) {
        assertEquals(Optional.empty(), difference, what);
    }

    /** Asserts that an oracle found no difference. */
    public static void assertNone(Optional<String> difference) {
        assertEquals(Optional.empty(), difference);
    }

    /** Asserts that bad input is refused with a message. */
    public static void assertRefused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    /** Asserts that bad input is refused with a message that contains a part. */
    public static void assertRefusedWith(String part, Executable call) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(message.contains(part), message);
    }

    /** Asserts that a closed object refuses all calls, with the same message. */
    public static void assertClosed(String message, Executable... calls) {
        for (Executable call : calls) {
            assertEquals(
                    message, assertThrows(IllegalStateException.class, call).getMessage());
        }
    }

    /** Asserts that the reports to a monitor never shrink, and end with the total. */
    public static void assertEverMore(long total, List<Long> reports) {
        assertEquals(reports.stream().sorted().toList(), reports);
        assertEquals(total, reports.get(reports.size() - 1));
    }

    /** Asserts that neighbors and their keys are equal. */
    public static void assertSame(Neighbors expected, Neighbors actual, String name) {
        assertArrayEquals(expected.toIdArray(), actual.toIdArray(), name);
        assertArrayEquals(expected.toKeyArray(), actual.toKeyArray(), name);
    }

    /** Asserts that matches, and their keys if there are any, are equal. */
    public static void assertSame(Matches expected, Matches actual, String name) {
        assertArrayEquals(expected.toOffsetArray(), actual.toOffsetArray(), name);
        assertArrayEquals(expected.toIdArray(), actual.toIdArray(), name);
        assertEquals(expected.hasDistances(), actual.hasDistances(), name);
        if (expected.hasDistances()) {
            assertArrayEquals(expected.toKeyArray(), actual.toKeyArray(), name);
        }
    }
}
