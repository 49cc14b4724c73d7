package dev.gyre.engine.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Makes the bytes of files of vectors. */
public final class VectorBytes {

    private VectorBytes() {}

    /** Puts a number at the position of a buffer. */
    @FunctionalInterface
    public interface Element {
        void put(ByteBuffer to, double value);
    }

    /** Returns vectors, each after its number of dimensions. */
    public static byte[] vecs(double[] rows, int dims, int bytes, Element element) {
        ByteBuffer buffer =
                ByteBuffer.allocate(rows.length / dims * (4 + dims * bytes)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < rows.length; i++) {
            if (i % dims == 0) {
                buffer.putInt(dims);
            }
            element.put(buffer, rows[i]);
        }
        return buffer.array();
    }

    public static byte[] fvecs(double[] rows, int dims) {
        return vecs(rows, dims, 4, (to, value) -> to.putFloat((float) value));
    }

    public static byte[] bvecs(double[] rows, int dims) {
        return vecs(rows, dims, 1, (to, value) -> to.put((byte) (int) value));
    }

    public static byte[] ivecs(double[] rows, int dims) {
        return vecs(rows, dims, 4, (to, value) -> to.putInt((int) value));
    }

    /** Returns a file of version 1.0: a header of this text, then these bytes. */
    public static byte[] npy(String text, byte[] numbers) {
        return npy(1, text, numbers);
    }

    public static byte[] npy(int version, String text, byte[] numbers) {
        byte[] header = text.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer buffer =
                ByteBuffer.allocate(12 + header.length + numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put("\u0093NUMPY".getBytes(StandardCharsets.ISO_8859_1));
        buffer.put((byte) version).put((byte) 0);
        if (version == 1) {
            buffer.putShort((short) header.length);
        } else {
            buffer.putInt(header.length);
        }
        buffer.put(header).put(numbers);
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Returns the text of a header as NumPy writes it, without the padding. */
    public static String header(String descr, boolean fortranOrder, String shape) {
        return "{'descr': '" + descr + "', 'fortran_order': " + (fortranOrder ? "True" : "False") + ", 'shape': "
                + shape + ", }\n";
    }

    /** Returns a file of float64, little-endian, by rows. */
    public static byte[] npy(double[] rows, int dims) {
        return npy(
                header("<f8", false, "(" + rows.length / dims + ", " + dims + ")"),
                numbers(rows, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble));
    }

    public static byte[] numbers(double[] values, int bytes, ByteOrder order, Element element) {
        ByteBuffer buffer = ByteBuffer.allocate(values.length * bytes).order(order);
        for (double value : values) {
            element.put(buffer, value);
        }
        return buffer.array();
    }

    public static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }
}
