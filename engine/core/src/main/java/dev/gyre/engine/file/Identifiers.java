package dev.gyre.engine.file;

import dev.gyre.engine.file.TreeFileInput.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The identifiers of the rows of a tree. A file has the length of each row's text in bytes, as an int, and then the texts in UTF-8; nothing
 * if the rows have no identifiers. Immutable.
 *
 * @param texts a text for each row, or an empty list for none
 */
public record Identifiers(List<String> texts) {

    public static final Identifiers NONE = new Identifiers(List.of());

    /**
     * Checks and copies identifiers.
     *
     * @throws IllegalArgumentException if the number of identifiers is neither 0 nor that of the rows, or if one is not Unicode text, such
     *     as half of a surrogate pair
     */
    public static Identifiers of(List<String> texts, int rows) {
        List<String> copy = List.copyOf(texts);
        if (!copy.isEmpty() && copy.size() != rows) {
            throw new IllegalArgumentException(
                    "a tree needs an identifier for each row: identifiers=" + copy.size() + ", rows=" + rows);
        }
        CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
        for (int row = 0; row < copy.size(); row++) {
            if (!utf8.canEncode(copy.get(row))) {
                throw new IllegalArgumentException("an identifier must be a Unicode text: row=" + row);
            }
        }
        return new Identifiers(copy);
    }

    /** Returns the length in a file. */
    public long bytes() {
        return texts.stream()
                .mapToLong(text -> Integer.BYTES + utf8(text).length)
                .sum();
    }

    /** Returns whether the identifiers of a number of rows can have a length in a file. */
    public static boolean canHave(long bytes, int rows) {
        return bytes == 0 || (rows > 0 && bytes >= (long) Integer.BYTES * rows);
    }

    public void write(TreeFileOutput out) throws IOException {
        for (String text : texts) {
            out.put(utf8(text).length);
        }
        for (String text : texts) {
            out.put(utf8(text));
        }
    }

    /**
     * Reads the bytes of the texts. The caller {@linkplain #decoded decodes} them after it has checked the file's checksum.
     *
     * @param bytes length in the file, which {@link #canHave} accepts
     */
    public static byte[][] read(TreeFileInput in, int rows, long bytes) throws IOException, Problem {
        if (bytes == 0) {
            return new byte[0][];
        }
        int[] lengths = in.ints(rows);
        long rest = bytes - (long) Integer.BYTES * rows;
        for (int length : lengths) {
            rest = length < 0 ? -1 : rest - length;
            if (rest < 0) {
                break;
            }
        }
        if (rest != 0) {
            throw new Problem("damaged: the identifiers do not have the length that the header says: bytes=" + bytes);
        }
        byte[][] encoded = new byte[rows][];
        for (int row = 0; row < rows; row++) {
            encoded[row] = in.bytes(lengths[row]);
        }
        return encoded;
    }

    public static Identifiers decoded(byte[]... encoded) throws Problem {
        CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
        List<String> texts = new ArrayList<>(encoded.length);
        for (int row = 0; row < encoded.length; row++) {
            try {
                texts.add(utf8.decode(ByteBuffer.wrap(encoded[row])).toString());
            } catch (CharacterCodingException e) {
                throw new Problem("damaged: the identifier of row " + row + " is not UTF-8");
            }
        }
        return new Identifiers(List.copyOf(texts));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
