package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.op.Keys;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpeningTest {

    private static final Settings JVM = Settings.DEFAULT.withDevice("jvm").withThreads(1);

    private static Engine await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return Engine.open(JVM);
    }

    @Test
    void shouldOpenAheadInAnotherThreadAndClose() {
        AtomicReference<Thread> where = new AtomicReference<>();
        Engine engine;
        try (Opening opening = Opening.of(
                () -> {
                    where.set(Thread.currentThread());
                    return Engine.open(JVM);
                },
                true)) {
            engine = opening.engine();
            assertSame(engine, opening.engine());
            assertFalse(where.get() == Thread.currentThread());
        }
        assertThrows(IllegalStateException.class, () -> engine.sorting().argsort(Keys.of(new int[] {2, 1})));
    }

    /** Reading failed before the engine is there. */
    @Test
    void shouldCloseAnEngineThatOpensAfterIt() throws InterruptedException {
        CountDownLatch mayOpen = new CountDownLatch(1);
        AtomicReference<Engine> opened = new AtomicReference<>();
        Opening opening = Opening.of(
                () -> {
                    opened.set(await(mayOpen));
                    return opened.get();
                },
                true);
        opening.close();
        mayOpen.countDown();
        for (int i = 0; i < 3000 && !isClosed(opened.get()); i++) {
            Thread.sleep(10);
        }
        assertTrue(isClosed(opened.get()));
    }

    private static boolean isClosed(Engine engine) {
        if (engine == null) {
            return false;
        }
        try {
            engine.sorting().argsort(Keys.of(new int[] {2, 1}));
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @Test
    void shouldOpenWhenAskedAndNotBefore() {
        AtomicBoolean asked = new AtomicBoolean();
        try (Opening opening = Opening.of(
                () -> {
                    assertTrue(asked.get());
                    return Engine.open(JVM);
                },
                false)) {
            asked.set(true);
            assertEquals("jvm", opening.engine().device().id());
        }
        Opening.of(
                        () -> {
                            throw new AssertionError("nobody asked");
                        },
                        false)
                .close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldThrowWhatOpeningThrew(boolean ahead) {
        try (Opening opening = Opening.of(() -> Engine.open(Settings.DEFAULT.withDevice("abacus:0")), ahead)) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, opening::engine);
            assertTrue(e.getMessage().startsWith("unknown device \"abacus:0\""), e::getMessage);
        }
        try (Opening opening = Opening.of(
                () -> {
                    throw new OutOfMemoryError("as asked");
                },
                ahead)) {
            assertEquals(
                    "as asked",
                    assertThrows(OutOfMemoryError.class, opening::engine).getMessage());
        }
    }
}
