package dev.gyre.cli.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8ReaderTest {

    private static final String[] PARTS = {
        "a", "\n", "\r\n", "ü", "東", "😀", "1,2\n", "\n\n\n\n\n\n\n\n\n", "\u0a0b\u8a0a"
    };

    @Test
    void shouldReadTextOfAnyLengthInAnyPieces() throws IOException {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            String text = text(random);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertEquals(text, read(new Utf8Reader(inPieces(bytes, random)), random), "seed=" + seed);
        }
    }

    @Test
    void shouldGiveAllTextBeforeWhatIsNotUtf8AndItsLine() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            String text = text(random);
            byte[] before = text.getBytes(StandardCharsets.UTF_8);
            byte[] bytes = Arrays.copyOf(before, before.length + 1 + random.nextInt(20));
            bytes[before.length] = (byte) 0xff;
            StringBuilder read = new StringBuilder();
            Reader reader = new Utf8Reader(inPieces(bytes, random));
            Utf8Reader.NotUtf8Exception e = assertThrows(
                    Utf8Reader.NotUtf8Exception.class, () -> readInto(read, reader, random), "seed=" + seed);
            assertEquals(text, read.toString(), "seed=" + seed);
            assertEquals(1 + text.chars().filter(c -> c == '\n').count(), e.line(), "seed=" + seed);
        }
    }

    @Test
    void shouldRefuseTextThatEndsWithinACharacter() {
        byte[] bytes = Arrays.copyOf("1\n2\n東".getBytes(StandardCharsets.UTF_8), 6);
        Reader reader = new Utf8Reader(new ByteArrayInputStream(bytes));
        assertEquals(
                3,
                assertThrows(Utf8Reader.NotUtf8Exception.class, () -> read(reader, new Random(1)))
                        .line());
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(4) == 0 ? 20_000 : random.nextInt(40);
        while (text.length() < length) {
            text.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return text.toString();
    }

    private static InputStream inPieces(byte[] bytes, Random random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 1 + random.nextInt(3000)));
            }
        };
    }

    private static String read(Reader reader, Random random) throws IOException {
        StringBuilder text = new StringBuilder();
        readInto(text, reader, random);
        return text.toString();
    }

    private static void readInto(StringBuilder text, Reader reader, Random random) throws IOException {
        char[] some = new char[5000];
        int count;
        while ((count = reader.read(some, 7, 1 + random.nextInt(4000))) >= 0) {
            text.append(some, 7, count);
        }
    }
}
