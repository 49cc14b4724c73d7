package dev.gyre.engine.file;

import dev.gyre.engine.data.Points;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * The header of a {@code .npy} file of version 1.0, 2.0 or 3.0: eight bytes of magic and version, the length of a text (two bytes in
 * version 1, four afterwards), and the text, a dictionary in Python's notation.
 *
 * @param type type of the numbers
 * @param order order of the bytes of a number
 * @param columnMajor true if columns are stored one after the other, false if rows are
 * @param rows number of rows
 * @param dims number of columns
 * @param shape the shape as the file has it, for messages
 */
record NpyHeader(ElementType type, ByteOrder order, boolean columnMajor, int rows, int dims, String shape) {

    /** The first six bytes. */
    static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    private static final int VERSION_BYTES = 2;

    /** Texts of plain arrays have about a hundred characters; those of structured ones, which are refused, may have more. */
    private static final int MAX_TEXT = 0xffff;

    private static final Map<String, ElementType> TYPES = Map.ofEntries(
            Map.entry("b1", ElementType.BOOLEAN),
            Map.entry("i1", ElementType.INT8),
            Map.entry("u1", ElementType.UINT8),
            Map.entry("i2", ElementType.INT16),
            Map.entry("u2", ElementType.UINT16),
            Map.entry("i4", ElementType.INT32),
            Map.entry("u4", ElementType.UINT32),
            Map.entry("i8", ElementType.INT64),
            Map.entry("u8", ElementType.UINT64),
            Map.entry("f2", ElementType.FLOAT16),
            Map.entry("f4", ElementType.FLOAT32),
            Map.entry("f8", ElementType.FLOAT64));

    /** Bytes of all numbers. */
    long bytes() {
        return (long) rows * dims * type.bytes();
    }

    /** Reads the header and leaves the input at the first number. */
    static NpyHeader read(BinaryInput in) {
        if (!in.has(MAGIC.length) || !Arrays.equals(bytes(in, MAGIC.length), MAGIC)) {
            throw in.problem("", 0, "not a .npy file: it must start with the byte 0x93 and NUMPY");
        }
        int lengthBytes = lengthBytes(in);
        require(in, lengthBytes, "the length of its text");
        long length = lengthBytes == Short.BYTES
                ? in.bytes().getShort() & 0xffff
                : in.bytes().getInt() & 0xffffffffL;
        if (length > MAX_TEXT) {
            throw in.problem(
                    "",
                    in.offset() - lengthBytes,
                    "a header of " + MAX_TEXT + " bytes at most is read: bytes=" + length);
        }
        require(in, (int) length, "its text");
        long at = in.offset();
        // Latin-1 for all versions: the parts that are kept are ASCII, and an index is an offset in bytes for messages.
        String text = new String(bytes(in, (int) length), StandardCharsets.ISO_8859_1);
        return of(new NpyHeaderText(text, (place, problem) -> in.problem("header", at + place, problem)));
    }

    /** Reads the version; returns how many bytes the length of the text has. */
    private static int lengthBytes(BinaryInput in) {
        require(in, VERSION_BYTES, "its version");
        int major = in.bytes().get() & 0xff;
        int minor = in.bytes().get() & 0xff;
        if (major < 1 || major > 3 || minor != 0) {
            throw in.problem("", MAGIC.length, "the version must be 1.0, 2.0 or 3.0: version=" + major + "." + minor);
        }
        return major == 1 ? Short.BYTES : Integer.BYTES;
    }

    private static void require(BinaryInput in, int count, String what) {
        if (!in.has(count)) {
            throw in.problem(
                    "header",
                    in.offset(),
                    "truncated: " + what + " takes " + count + " bytes, and there are " + in.remaining());
        }
    }

    private static byte[] bytes(BinaryInput in, int count) {
        byte[] bytes = new byte[count];
        in.bytes().get(bytes);
        return bytes;
    }

    private static NpyHeader of(NpyHeaderText text) {
        String descr = text.descr();
        char order = descr.isEmpty() ? ' ' : descr.charAt(0);
        ElementType type = descr.isEmpty() ? null : TYPES.get(descr.substring(1));
        if (type == null || (order != '<' && order != '>' && (order != '|' || type.bytes() > 1))) {
            throw text.problem("numbers must be real or boolean, of a known order of bytes: descr='" + descr + "'");
        }
        long[] shape = text.shape();
        if (shape.length < 1 || shape.length > 2) {
            throw text.problem("points are rows x columns, or one column: shape=" + text.shapeText());
        }
        long dims = shape.length == 1 ? 1 : shape[1];
        if (!VectorBuilder.allows(dims)) {
            throw text.problem("columns must be in 1.." + Points.MAX_DIMENSIONS + ": shape=" + text.shapeText());
        }
        if (shape[0] > CoordinateBuffer.MAX_SIZE / dims) {
            throw text.problem("more than " + CoordinateBuffer.MAX_SIZE
                    + " coordinates, which is the most that points have: shape=" + text.shapeText());
        }
        ByteOrder bytes = order == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return new NpyHeader(type, bytes, text.fortranOrder(), (int) shape[0], (int) dims, text.shapeText());
    }
}
