package dev.gyre.engine.file;

import java.nio.ByteBuffer;

/** Types of the numbers in files of vectors. A number is read as the {@code double} of the same value, or refused. */
public enum ElementType {
    BOOLEAN(1, ElementType::booleanValue),
    INT8(1, ByteBuffer::get),
    UINT8(1, bytes -> bytes.get() & 0xff),
    INT16(2, ByteBuffer::getShort),
    UINT16(2, bytes -> bytes.getShort() & 0xffff),
    INT32(4, ByteBuffer::getInt),
    UINT32(4, bytes -> bytes.getInt() & 0xffffffffL),
    INT64(8, bytes -> exact(bytes.getLong())),
    UINT64(8, bytes -> exactUnsigned(bytes.getLong())),
    FLOAT16(2, bytes -> Float.float16ToFloat(bytes.getShort())),
    FLOAT32(4, ByteBuffer::getFloat),
    FLOAT64(8, ByteBuffer::getDouble);

    /** Up to this magnitude, every whole number is exact as a double. */
    private static final long MAX_EXACT = 1L << 53;

    private final int bytes;
    private final Decoder decoder;

    ElementType(int bytes, Decoder decoder) {
        this.bytes = bytes;
        this.decoder = decoder;
    }

    /** Reads a number in the byte order of the buffer. */
    @FunctionalInterface
    private interface Decoder {
        double decode(ByteBuffer from);
    }

    /** Bytes of a number. */
    int bytes() {
        return bytes;
    }

    /** Returns the next number of a buffer; NaN if no double has its value, or if it is not a value of the type. */
    double decode(ByteBuffer from) {
        return decoder.decode(from);
    }

    /** Describes the problem of a number that was decoded as NaN, at an index of a buffer. */
    String describeNan(ByteBuffer from, int at) {
        return switch (this) {
            case BOOLEAN -> "a boolean must be 0 or 1: " + (from.get(at) & 0xff);
            case INT64 -> inexact(Long.toString(from.getLong(at)));
            case UINT64 -> inexact(Long.toUnsignedString(from.getLong(at)));
            default -> "not a finite number: NaN";
        };
    }

    private static String inexact(String number) {
        return "a whole number must be of magnitude 2^53 at most, to be exact as a double: " + number;
    }

    private static double booleanValue(ByteBuffer from) {
        byte value = from.get();
        return value == 0 || value == 1 ? value : Double.NaN;
    }

    private static double exact(long value) {
        return value >= -MAX_EXACT && value <= MAX_EXACT ? value : Double.NaN;
    }

    /** Numbers with the highest bit set arrive as negative ones. */
    private static double exactUnsigned(long value) {
        return value < 0 ? Double.NaN : exact(value);
    }
}
