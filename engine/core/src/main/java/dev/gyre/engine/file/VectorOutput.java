package dev.gyre.engine.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes a table of numbers of one type row by row, little-endian: as {@code .npy}, or as vectors with their lengths. */
public final class VectorOutput {

    /** The numbers of a {@code .npy} file start at a multiple of this offset. */
    private static final int ALIGNMENT = 64;

    /** Bytes of magic, version and length in a header of version 1.0. */
    private static final int FIRST_BYTES = 10;

    private VectorOutput() {}

    /** Puts the numbers of a row at the position of the buffer. */
    @FunctionalInterface
    public interface Row {
        void put(int row, ByteBuffer to) throws IOException;
    }

    /** Writes {@code .npy}, with a type in NumPy's notation. */
    public static void writeNpy(OutputStream out, String descr, int rows, int columns, int bytes, Row each)
            throws IOException {
        writeNpyHeader(out, descr, "(" + rows + ", " + columns + ")");
        writeRows(out, rows, ByteBuffer.allocate(Math.multiplyExact(columns, bytes)), each);
    }

    public static void writeVecs(OutputStream out, int rows, int columns, int bytes, Row each) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.addExact(Integer.BYTES, Math.multiplyExact(columns, bytes)));
        writeRows(out, rows, buffer, (row, to) -> each.put(row, to.putInt(columns)));
    }

    private static void writeRows(OutputStream out, int rows, ByteBuffer buffer, Row each) throws IOException {
        buffer.order(ByteOrder.LITTLE_ENDIAN);
        for (int row = 0; row < rows; row++) {
            each.put(row, buffer.clear());
            out.write(buffer.array(), 0, buffer.position());
        }
        out.flush();
    }

    /** Writes the header, with a shape in Python's notation. */
    public static void writeNpyHeader(OutputStream out, String descr, String shape) throws IOException {
        String text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
        int used = FIRST_BYTES + text.length() + 1;
        int length = (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        String padded = text + " ".repeat(length - used) + "\n";
        ByteBuffer header = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        header.put(NpyHeader.MAGIC).put((byte) 1).put((byte) 0).putShort((short) (length - FIRST_BYTES));
        header.put(padded.getBytes(StandardCharsets.US_ASCII));
        out.write(header.array());
    }
}
