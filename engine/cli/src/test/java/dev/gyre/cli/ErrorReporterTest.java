package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.DeviceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class ErrorReporterTest {

    private final StringWriter err = new StringWriter();
    private final ErrorReporter errors = new ErrorReporter(new GyreCommand(), new PrintWriter(err));

    @Test
    void shouldExitWith1WhenDeviceFails() {
        assertEquals(1, errors.report(new DeviceException("stage failed: kernel=x")));
        assertEquals("gyre: stage failed: kernel=x", err.toString().strip());
    }

    @Test
    void shouldExitWith1WhenWritingFails() {
        assertEquals(1, errors.report(new IOException("cannot write x: No space left on device")));
        assertEquals(
                "gyre: cannot write x: No space left on device", err.toString().strip());
    }

    @Test
    void shouldExitWith130WhenCancelled() {
        assertEquals(130, errors.report(new CancellationException("cancelled: done=1, items=2")));
    }

    @Test
    void shouldExitWith1WhenMemoryRunsOut() {
        assertEquals(1, errors.report(new OutOfMemoryError("Java heap space")));
        assertTrue(err.toString().startsWith("gyre: out of memory: heap="), err.toString());
    }

    @Test
    void shouldExitWith1AndNameTheErrorThatIsOurs() {
        assertEquals(1, errors.report(new IllegalStateException("surprise")));
        assertTrue(err.toString().contains("internal error: java.lang.IllegalStateException: surprise"));
    }

    @Test
    void shouldReportOnOneLine() {
        errors.report(new IOException("first\n  second\r\nthird"));
        assertEquals("gyre: first second third", err.toString().strip());
    }

    @Test
    void shouldReportWithoutMessage() {
        errors.report(new IOException());
        assertEquals("gyre: java.io.IOException", err.toString().strip());
    }
}
