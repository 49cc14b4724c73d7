package dev.gyre.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.io.VectorBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

/** Gzip of several members: damage anywhere is an error, or does not change the text. */
class ContentTest {

    private static final String[] PARTS = {"x,y\n0,0\n1,1\n", "5,5\n6,6\n", "7,7\n8,8\n"};
    private static final String ALL = String.join("", PARTS);

    private final byte[][] members = {member(PARTS[0]), withAllFields(member(PARTS[1])), member(PARTS[2])};
    private final byte[] gzip = joined(members);

    @Test
    void shouldReadAllMembers() throws IOException {
        assertEquals(ALL, read(gzip));
    }

    @Test
    void shouldRefuseEveryFlippedBitOrReadTheSame() throws IOException {
        int refused = 0;
        for (int at = 0; at < gzip.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = gzip.clone();
                damaged[at] ^= (byte) (1 << bit);
                refused += isRefusedOrTheSame("at=" + at + ", bit=" + bit, damaged, at < 2) ? 1 : 0;
            }
        }
        // Everything except times, systems, names and comments is checked.
        assertTrue(refused > 0.6 * 8 * gzip.length, "refused=" + refused + ", bytes=" + gzip.length);
    }

    @Test
    void shouldRefuseEveryTruncationButBetweenTwoMembers() throws IOException {
        Set<Integer> ends = new HashSet<>(Set.of(members[0].length, members[0].length + members[1].length));
        for (int length = 2; length < gzip.length; length++) {
            byte[] cut = Arrays.copyOf(gzip, length);
            if (ends.remove(length)) {
                assertTrue(ALL.startsWith(read(cut)));
            } else {
                assertDamaged("length=" + length, cut);
            }
        }
        assertEquals(Set.of(), ends);
    }

    @Test
    void shouldRefuseWhateverFollowsTheLastMember() {
        for (int value = 0; value < 256; value++) {
            for (int count : new int[] {1, 2, 3, 512, 100_000}) {
                byte[] longer = Arrays.copyOf(gzip, gzip.length + count);
                Arrays.fill(longer, gzip.length, longer.length, (byte) value);
                assertDamaged("value=" + value + ", count=" + count, longer);
            }
        }
    }

    @Test
    void shouldRefuseEveryTruncationOfBlocksWithMark() throws IOException {
        byte[][] blocks = {block(PARTS[0]), block(PARTS[1]), block("")};
        byte[] whole = joined(blocks);
        assertEquals(28, blocks[2].length);
        assertEquals(PARTS[0] + PARTS[1], read(whole));
        assertEquals(PARTS[0] + PARTS[1] + PARTS[2], read(joined(whole, members[2])));
        for (int length = 2; length < whole.length; length++) {
            assertDamaged("length=" + length, Arrays.copyOf(whole, length));
        }
    }

    /**
     * Returns whether the bytes are refused; fails if they are read as another text. Bytes that do not start as gzip are read unchanged.
     */
    private static boolean isRefusedOrTheSame(String place, byte[] bytes, boolean isMagic) throws IOException {
        String text;
        try {
            text = read(bytes);
        } catch (ZipException e) {
            return true;
        }
        if (isMagic && !ALL.equals(text)) {
            assertEquals(new String(bytes, StandardCharsets.ISO_8859_1), text, place);
        } else {
            assertEquals(ALL, text, place);
        }
        return false;
    }

    private static void assertDamaged(String place, byte[] bytes) {
        assertThrows(ZipException.class, () -> read(bytes), place);
    }

    private static String read(byte[] bytes) throws IOException {
        try (InputStream in =
                Content.stream("a", new ByteArrayInputStream(bytes)).open().in()) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static byte[] member(String text) {
        return VectorBytes.gzip(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A member with an extra field, a name, a comment and a checksum of the header. */
    private static byte[] withAllFields(byte[] plain) {
        byte[] header = {
            0x1f, (byte) 0x8b, 8, 0x1e, 1, 2, 3, 4, 0, 3, 6, 0, 'a', 'b', 2, 0, 7, 7, 'n', 'a', 'm', 'e', 0, 'c', 0
        };
        CRC32 checksum = new CRC32();
        checksum.update(header);
        byte[] sum = {(byte) checksum.getValue(), (byte) (checksum.getValue() >> 8)};
        return joined(header, sum, Arrays.copyOfRange(plain, 10, plain.length));
    }

    /** A block as bgzip writes it, with its size in the extra field. */
    private static byte[] block(String text) {
        byte[] plain = member(text);
        byte[] header = {0x1f, (byte) 0x8b, 8, 4, 0, 0, 0, 0, 0, (byte) 0xff, 6, 0, 'B', 'C', 2, 0, 0, 0};
        byte[] block = joined(header, Arrays.copyOfRange(plain, 10, plain.length));
        block[16] = (byte) (block.length - 1);
        return block;
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
