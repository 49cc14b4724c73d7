package dev.gyre.cli.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalParserTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "+7",
                "007",
                "1.",
                ".5",
                "-.5",
                "42.57952",
                "1e3",
                "1E-3",
                "2.5e+10",
                "123456789012345",
                "1234567890123456",
                "9007199254740993",
                "0.1",
                "0.123456789012345",
                "0.1234567890123456789",
                "1e400",
                "4.9e-324",
                "1e-400",
                "0000000000000000000001.5"
            })
    void shouldReadAsJavaDoes(String text) {
        assertEquals(Double.parseDouble(text), parse(text));
    }

    @Test
    void shouldReadRandomDecimalsAsJavaDoes() {
        Random random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            String text = String.format(
                    Locale.ROOT, "%." + random.nextInt(18) + "f", (random.nextDouble() - 0.5) * Math.pow(10, i % 12));
            assertEquals(Double.parseDouble(text), parse(text), text);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+",
                ".",
                "-.",
                "e5",
                "1e",
                "1e+",
                "1.2.3",
                "1,5",
                "1 2",
                "--1",
                "1d",
                "1f",
                "1D",
                "0x1p3",
                "NaN",
                "Infinity",
                "-Infinity",
                "1_000",
                "1e5x",
                "１"
            })
    void shouldReadNothingElse(String text) {
        assertEquals(Double.NaN, parse(text));
    }

    private static double parse(String text) {
        char[] buffer = ("9" + text + "9").toCharArray();
        return DecimalParser.parse(buffer, 1, buffer.length - 1);
    }
}
