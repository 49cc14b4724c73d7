package dev.gyre.cli.csv;

import dev.hardwood.InputFile;
import dev.hardwood.metadata.ColumnMetaData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/**
 * The pages of a column in a row group of Parquet. Their headers are followed before anything is read, because the library that reads
 * Parquet can wait forever where they are damaged.
 *
 * @param column what the file says of the column
 * @param pages the pages, in order
 */
record PageMap(ColumnMetaData column, List<Page> pages) {

    private static final int MAX_HEADER = 1 << 16;

    /**
     * A page.
     *
     * @param at where its bytes begin
     * @param row the row of its first value, counted in the row group; that of the next page of values if it has none
     */
    record Page(PageHeader header, long at, long row) {

        /** The number of values; 0 if the page has none of rows. */
        int values() {
            return header.getType() == PageType.DATA_PAGE
                    ? header.getData_page_header().getNum_values()
                    : header.getType() == PageType.DATA_PAGE_V2
                            ? header.getData_page_header_v2().getNum_values()
                            : 0;
        }
    }

    /** Finds the pages; refuses those that do not fill the bytes of the column, or do not have a value for each row. */
    static PageMap of(InputFile file, ColumnMetaData column, long rows) throws IOException {
        List<Page> pages = new ArrayList<>();
        if (rows == 0) {
            return new PageMap(column, pages);
        }
        long at = begin(column);
        long end = at + column.totalCompressedSize();
        require(at >= Integer.BYTES && end >= at && end <= file.length() && column.numValues() == rows);
        long values = 0;
        while (at < end) {
            ByteBuffer bytes = file.readRange(at, (int) Math.min(MAX_HEADER, end - at));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            ByteArrayInputStream in = new ByteArrayInputStream(copy);
            PageHeader header = Util.readPageHeader(in);
            int size = header.getCompressed_page_size();
            require(size >= 0 && header.getUncompressed_page_size() >= 0);
            at += copy.length - in.available();
            Page page = new Page(header, at, values);
            pages.add(page);
            require(page.values() >= 0);
            values += page.values();
            at += size;
        }
        require(at == end && values == rows);
        return new PageMap(column, pages);
    }

    /** Returns where the first page of a column begins. */
    static long begin(ColumnMetaData column) {
        Long dictionary = column.dictionaryPageOffset();
        long first = column.dataPageOffset();
        return dictionary != null && dictionary > 0 ? Math.min(dictionary, first) : first;
    }

    private static void require(boolean holds) throws IOException {
        if (!holds) {
            throw new IOException("the pages of a column are not where the file says");
        }
    }
}
