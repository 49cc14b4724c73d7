package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Monitor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressDisplayTest {

    @ParameterizedTest
    @CsvSource({"20,'write 74%           '", "9,'write 74%'", "8,'74%     '", "3,74%", "2,''", "1,''"})
    void shouldTellThePercentageWhereABarHasNoRoom(int columns, String expected) {
        assertEquals(expected, ProgressDisplay.percent("write", 0.749, columns));
    }

    @ParameterizedTest
    @CsvSource({"11", "75"})
    void shouldFitTheTerminal(int columns) throws Exception {
        PrintStream err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setProperty(Terminal.ERRORS, "true");
        System.setProperty(Terminal.COLUMNS, Integer.toString(columns));
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            ProgressDisplay.watch("write", false, monitor -> {
                monitor.progress(0, 1_000_000);
                Thread.sleep(1010);
                return monitor.progress(740_000, 1_000_000);
            });
        } finally {
            System.setErr(err);
            System.clearProperty(Terminal.ERRORS);
            System.clearProperty(Terminal.COLUMNS);
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        text.lines().forEach(line -> assertTrue(line.length() < columns, "\"" + line + "\""));
        boolean hasBar = text.contains("740000/1000000");
        assertEquals(columns >= 75, hasBar, text);
        assertTrue(columns < 5 || text.contains("74%"), text);
    }

    @Test
    void shouldWatchNothingWhereNobodySeesIt() {
        assertSame(Monitor.NONE, ProgressDisplay.watch("write", false, monitor -> monitor));
        assertSame(Monitor.NONE, ProgressDisplay.watch("write", true, monitor -> monitor));
    }
}
