package dev.gyre.cli.csv;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.xerial.snappy.Snappy;

/** The pages of a column in a row group of Parquet, compressed and with their headers. */
final class ParquetPages {

    private static final int PAYLOAD = 0x7f;
    private static final int MORE = 0x80;

    private final List<byte[]> parts = new ArrayList<>();
    private long compressed;
    private long uncompressed;
    private long dictionaryBytes;
    private ColumnMetaData metaData;

    /** The bytes, in their order. */
    List<byte[]> parts() {
        return parts;
    }

    long compressed() {
        return compressed;
    }

    long uncompressed() {
        return uncompressed;
    }

    void setMetaData(ColumnMetaData newMetaData) {
        metaData = newMetaData;
    }

    /** Returns the metadata of the pages at a place of a file. */
    ColumnMetaData metaData(long slot) {
        metaData.setData_page_offset(slot + dictionaryBytes);
        return dictionaryBytes == 0 ? metaData : metaData.setDictionary_page_offset(slot);
    }

    /** Adds the values that cells have the numbers of; comes first. */
    void addDictionary(byte[] values, int count) {
        add(
                values,
                new PageHeader()
                        .setType(PageType.DICTIONARY_PAGE)
                        .setDictionary_page_header(new DictionaryPageHeader(count, Encoding.PLAIN)));
        dictionaryBytes = compressed;
    }

    /** Adds a page of cells. */
    void add(ByteArrayOutputStream body, int cells, Encoding encoding) {
        add(
                body.toByteArray(),
                new PageHeader()
                        .setType(PageType.DATA_PAGE)
                        .setData_page_header(new DataPageHeader(cells, encoding, Encoding.RLE, Encoding.RLE)));
    }

    private void add(byte[] body, PageHeader header) {
        try {
            byte[] bytes = Snappy.compress(body);
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            Util.writePageHeader(
                    header.setUncompressed_page_size(body.length).setCompressed_page_size(bytes.length), head);
            parts.add(head.toByteArray());
            parts.add(bytes);
            compressed += head.size() + bytes.length;
            uncompressed += head.size() + body.length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes for each cell whether it is there, as runs of equal levels. */
    static void writeLevels(BitSet nulls, int from, int to, ByteArrayOutputStream body) {
        ByteArrayOutputStream runs = new ByteArrayOutputStream();
        for (int cell = from; cell < to; ) {
            boolean isNull = nulls.get(cell);
            int next = isNull ? nulls.nextClearBit(cell) : nulls.nextSetBit(cell);
            int end = next < 0 ? to : Math.min(next, to);
            writeRun(end - cell, isNull ? 0 : 1, 1, runs);
            cell = end;
        }
        writeLittleEndian(runs.size(), Integer.BYTES, body);
        body.writeBytes(runs.toByteArray());
    }

    /** Writes the numbers of the entries of a dictionary, as runs of equal ones. */
    static void writeEntries(int[] entries, int from, int to, int count, ByteArrayOutputStream body) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, count - 1));
        body.write(bits);
        int bytes = (bits + Byte.SIZE - 1) / Byte.SIZE;
        for (int value = from; value < to; ) {
            int end = value + 1;
            while (end < to && entries[end] == entries[value]) {
                end++;
            }
            writeRun(end - value, entries[value], bytes, body);
            value = end;
        }
    }

    private static void writeRun(int length, int value, int bytes, ByteArrayOutputStream runs) {
        long header = (long) length << 1;
        while (header > PAYLOAD) {
            runs.write((int) (header & PAYLOAD) | MORE);
            header >>>= Byte.SIZE - 1;
        }
        runs.write((int) header);
        writeLittleEndian(value, bytes, runs);
    }

    private static void writeLittleEndian(int value, int bytes, ByteArrayOutputStream out) {
        for (int at = 0; at < bytes; at++) {
            out.write(value >>> at * Byte.SIZE);
        }
    }
}
