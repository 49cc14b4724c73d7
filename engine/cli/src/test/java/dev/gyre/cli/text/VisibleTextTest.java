package dev.gyre.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class VisibleTextTest {

    @Test
    void shouldKeepOrdinaryText() {
        String text = "Sant Julià de Lòria, 東京 \ud83d\ude00 ‘’";
        assertSame(text, VisibleText.of(text));
    }

    @Test
    void shouldShowControls() {
        assertEquals("a\u241b[31mb\u2407\u2421", VisibleText.of("a\u001b[31mb\u0007\u007f"));
        assertEquals("\u2400\u241f\u2409\u240a\u240d", VisibleText.of("\u0000\u001f\t\n\r"));
        assertEquals("\\u009Bx\\u2028", VisibleText.of("\u009bx\u2028"));
    }

    @Test
    void shouldShowMarksOfDirection() {
        assertEquals("a\\u202Eb\\u2066c\\u200F", VisibleText.of("a\u202eb\u2066c\u200f"));
    }

    @Test
    void shouldKeepWhatItIsToldToKeep() {
        assertEquals("a\tb\n\u240d", VisibleText.of("a\tb\n\r", "\n\t"));
    }
}
