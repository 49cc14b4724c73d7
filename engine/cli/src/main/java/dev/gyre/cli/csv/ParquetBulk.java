package dev.gyre.cli.csv;

import com.github.luben.zstd.Zstd;
import dev.gyre.engine.data.ColumnRanges.Column;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.CompressionCodec;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.xerial.snappy.Snappy;

/**
 * Numbers, or points in well-known binary, of whole pages: decoded by all cores, straight into an array of coordinates. This takes a
 * fraction of the time that batches of a reader and their rows take. It reads what most files have: values in plain encoding or of a
 * dictionary, in Snappy, Zstandard or not compressed, none of them missing, all in their range. Of anything else it says only that it
 * is there.
 */
final class ParquetBulk {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle FLOATS =
            MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle DOUBLES =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

    private static final CompressionCodec[] CODECS = {
        CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.ZSTD
    };

    /** Whole numbers up to this one are doubles. */
    private static final long MAX_WHOLE = 1L << 53;

    private final InputFile file;
    private final double[] coordinates;
    private final int dims;
    private final ThreadLocal<Page> pages = ThreadLocal.withInitial(Page::new);

    /** The coordinates of the dictionary of a column in a row group; null until a page needs it. */
    private static final class Dictionary {
        private double[] values;
    }

    /** A page of values to read to a coordinate of a row and those that follow. */
    private record Task(
            ParquetColumn column,
            int dim,
            double[] ranges,
            PageMap map,
            Dictionary dictionary,
            PageMap.Page page,
            long row) {

        /** The number of coordinates of a value. */
        int width() {
            return ranges.length / 2;
        }
    }

    /**
     * Bytes of a page, as they are stored and as they are meant, for one page after another: without new arrays there is nothing to collect
     * while the coordinates, which a collector would copy, lie among the new.
     */
    private static final class Page {

        private byte[] stored = {};
        private byte[] bytes = {};
        private int size;

        private static byte[] room(byte[] array, int size) {
            return array.length >= size ? array : new byte[size];
        }

        /** Checks that so many bytes from a place on are of the page. */
        private void checkHas(int from, long length) {
            require(from >= 0 && from + length <= size);
        }
    }

    private ParquetBulk(InputFile file, double[] coordinates, int dims) {
        this.file = file;
        this.coordinates = coordinates;
        this.dims = dims;
    }

    /** Pages or values that only a reader of all kinds can take, or refuse. */
    private static final class OtherKindException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private OtherKindException() {
            super(null, null, false, false);
        }
    }

    /**
     * Reads columns side by side.
     *
     * @param columns columns of numbers, each a coordinate; one of bytes is of points, two coordinates
     * @param maps for each column the pages in each row group that is read
     * @param ranges the numbers that each coordinate accepts
     * @return the coordinates, row by row; null if there is a page or a value of another kind
     */
    static double[] read(InputFile file, List<ParquetColumn> columns, List<List<PageMap>> maps, List<Column> ranges) {
        int dims = ranges.size();
        long rows =
                maps.get(0).stream().mapToLong(map -> map.column().numValues()).sum();
        List<Task> tasks = new ArrayList<>();
        int dim = 0;
        for (int column = 0; column < columns.size(); column++) {
            ParquetColumn each = columns.get(column);
            int width = each.areBytes() ? 2 : 1;
            double[] bounds = ranges.subList(dim, dim + width).stream()
                    .flatMapToDouble(range -> Arrays.stream(new double[] {range.min(), range.max()}))
                    .toArray();
            long first = 0;
            for (PageMap map : maps.get(column)) {
                if (!isRead(each, map)) {
                    return null;
                }
                Dictionary dictionary = new Dictionary();
                for (PageMap.Page page : map.pages()) {
                    if (page.values() > 0) {
                        tasks.add(new Task(each, dim, bounds, map, dictionary, page, first + page.row()));
                    }
                }
                first += map.column().numValues();
            }
            dim += width;
        }
        ParquetBulk bulk = new ParquetBulk(file, new double[Math.toIntExact(rows * dims)], dims);
        try {
            tasks.parallelStream().forEach(bulk::run);
            return bulk.coordinates;
        } catch (OtherKindException e) {
            return null;
        }
    }

    private static boolean isRead(ParquetColumn column, PageMap map) {
        return (column.areBytes() || column.areSimpleNumbers())
                && Arrays.asList(CODECS).contains(map.column().codec());
    }

    private void run(Task task) {
        try {
            PageHeader header = task.page.header();
            double[] dictionary = dictionary(task);
            Page page = page(task.map, task.page);
            boolean isSecond = header.getType() == PageType.DATA_PAGE_V2;
            int from = isSecond
                    ? levels(header.getData_page_header_v2())
                    : levels(task.column, header.getData_page_header(), page);
            int to = Math.toIntExact(task.row * dims) + task.dim;
            if (dictionary == null) {
                plain(task, page, from, task.page.values(), coordinates, to, dims);
            } else {
                entries(task, page, from, dictionary, to);
            }
        } catch (IOException | IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException e) {
            // It is damaged; the other reader says how.
            throw new OtherKindException();
        }
    }

    /** Reads a page; the levels of the second kind of pages, which are never compressed, are left out. */
    private Page page(PageMap map, PageMap.Page described) throws IOException {
        PageHeader header = described.header();
        boolean isSecond = header.getType() == PageType.DATA_PAGE_V2;
        int levels = isSecond
                ? header.getData_page_header_v2().getDefinition_levels_byte_length()
                        + header.getData_page_header_v2().getRepetition_levels_byte_length()
                : 0;
        boolean isCompressed = map.column().codec() != CompressionCodec.UNCOMPRESSED
                && (!isSecond || header.getData_page_header_v2().isIs_compressed());
        int length = header.getCompressed_page_size() - levels;
        ByteBuffer range = file.readRange(described.at() + levels, length);
        require(range.remaining() == length);
        Page page = pages.get();
        page.size = header.getUncompressed_page_size() - levels;
        page.bytes = Page.room(page.bytes, page.size);
        if (!isCompressed) {
            require(length == page.size);
            range.get(page.bytes, 0, length);
            return page;
        }
        page.stored = Page.room(page.stored, length);
        range.get(page.stored, 0, length);
        if (map.column().codec() == CompressionCodec.SNAPPY) {
            require(Snappy.uncompressedLength(page.stored, 0, length) == page.size);
            Snappy.uncompress(page.stored, 0, length, page.bytes, 0);
        } else {
            require(Zstd.decompressByteArray(page.bytes, 0, page.size, page.stored, 0, length) == page.size);
        }
        return page;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new OtherKindException();
        }
    }

    private static int levels(DataPageHeaderV2 header) {
        require(header.getNum_nulls() == 0);
        return 0;
    }

    /** Returns where the values begin, after levels that say that each is there. */
    private static int levels(ParquetColumn column, DataPageHeader header, Page page) {
        int full = column.maxLevel();
        if (full == 0) {
            return 0;
        }
        require(header.getDefinition_level_encoding() == Encoding.RLE);
        page.checkHas(0, Integer.BYTES);
        int size = (int) INTS.get(page.bytes, 0);
        page.checkHas(Integer.BYTES, size);
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(full);
        int end = Integer.BYTES + size;
        require(RunLengths.areAll(full, page.bytes, Integer.BYTES, end, bits, header.getNum_values()));
        return end;
    }

    /** Returns the dictionary of a page, or null if its values are in plain encoding. */
    private double[] dictionary(Task task) throws IOException {
        PageHeader header = task.page.header();
        Encoding encoding = header.getType() == PageType.DATA_PAGE_V2
                ? header.getData_page_header_v2().getEncoding()
                : header.getData_page_header().getEncoding();
        if (encoding == Encoding.PLAIN) {
            return null;
        }
        require(encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY);
        synchronized (task.dictionary) {
            if (task.dictionary.values == null) {
                PageMap.Page first = task.map.pages().get(0);
                require(first.header().getType() == PageType.DICTIONARY_PAGE);
                int entries = first.header().getDictionary_page_header().getNum_values();
                Page page = page(task.map, first);
                // Before there is room for as many as a damaged file says.
                page.checkHas(0, (long) entries * bytesOf(task.column));
                double[] values = new double[Math.multiplyExact(entries, task.width())];
                plain(task, page, 0, entries, values, 0, task.width());
                task.dictionary.values = values;
            }
            return task.dictionary.values;
        }
    }

    private void entries(Task task, Page page, int from, double[] dictionary, int to) {
        page.checkHas(from, 1);
        int width = task.width();
        int bits = page.bytes[from];
        require(bits >= 0 && bits <= Integer.SIZE);
        int at = to;
        for (int entry : RunLengths.read(page.bytes, from + 1, page.size, bits, task.page.values())) {
            for (int part = 0; part < width; part++) {
                coordinates[at + part] = dictionary[entry * width + part];
            }
            at += dims;
        }
    }

    /** Returns the bytes of a value in plain encoding, points with the length before each. */
    private static int bytesOf(ParquetColumn column) {
        return switch (column.physicalType()) {
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            default -> Integer.BYTES + Wkb.POINT_BYTES;
        };
    }

    /** Writes values to an array at each so many elements. */
    private void plain(Task task, Page page, int from, int values, double[] array, int to, int stride) {
        byte[] bytes = page.bytes;
        page.checkHas(from, (long) values * bytesOf(task.column));
        if (task.column.areBytes()) {
            points(task.ranges, bytes, from, values, array, to, stride);
            return;
        }
        switch (task.column.physicalType()) {
            case DOUBLE -> {
                for (int value = 0; value < values; value++) {
                    array[to + value * stride] = (double) DOUBLES.get(bytes, from + value * Double.BYTES);
                }
            }
            case FLOAT -> {
                for (int value = 0; value < values; value++) {
                    array[to + value * stride] = (float) FLOATS.get(bytes, from + value * Float.BYTES);
                }
            }
            case INT32 -> {
                double divisor = task.column.divisor();
                for (int value = 0; value < values; value++) {
                    array[to + value * stride] = (int) INTS.get(bytes, from + value * Integer.BYTES) / divisor;
                }
            }
            default -> {
                double divisor = task.column.divisor();
                for (int value = 0; value < values; value++) {
                    long number = (long) LONGS.get(bytes, from + value * Long.BYTES);
                    require(divisor == 1 || Math.abs(number) <= MAX_WHOLE);
                    array[to + value * stride] = number / divisor;
                }
            }
        }
        check(task.ranges, array, to, values, stride);
    }

    private static void check(double[] ranges, double[] array, int from, int values, int stride) {
        double min = ranges[0];
        double max = ranges[1];
        boolean areIn = true;
        for (int value = 0; value < values; value++) {
            double number = array[from + value * stride];
            areIn &= number >= min & number <= max;
        }
        require(areIn);
    }

    private static void points(
            double[] ranges, byte[] bytes, int from, int values, double[] array, int to, int stride) {
        int at = from;
        boolean arePoints = true;
        for (int value = 0; value < values; value++) {
            arePoints &= (int) INTS.get(bytes, at) == Wkb.POINT_BYTES && Wkb.isPoint(bytes, at + Integer.BYTES);
            array[to + value * stride] = (double) DOUBLES.get(bytes, at + Integer.BYTES + Wkb.X);
            array[to + value * stride + 1] = (double) DOUBLES.get(bytes, at + Integer.BYTES + Wkb.Y);
            at += Integer.BYTES + Wkb.POINT_BYTES;
        }
        require(arePoints);
        check(ranges, array, to, values, stride);
        check(new double[] {ranges[2], ranges[3]}, array, to + 1, values, stride);
    }
}
