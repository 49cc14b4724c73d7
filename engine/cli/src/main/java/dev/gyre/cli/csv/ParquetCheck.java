package dev.gyre.cli.csv;

import dev.hardwood.InputFile;
import dev.hardwood.metadata.ColumnMetaData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/** Follows the headers of the pages of a column, because the library that reads them can wait forever where they are damaged. */
final class ParquetCheck {

    private static final int MAX_HEADER = 1 << 16;

    private ParquetCheck() {}

    /** Refuses a column in a row group whose pages do not fill its bytes, or do not have a value for each row. */
    static void check(InputFile file, ColumnMetaData column, long rows) throws IOException {
        if (rows == 0) {
            return;
        }
        Long dictionary = column.dictionaryPageOffset();
        long first = column.dataPageOffset();
        long at = dictionary != null && dictionary > 0 ? Math.min(dictionary, first) : first;
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
            if (header.getType() == PageType.DATA_PAGE) {
                values += header.getData_page_header().getNum_values();
            } else if (header.getType() == PageType.DATA_PAGE_V2) {
                values += header.getData_page_header_v2().getNum_values();
            }
            at += copy.length - in.available() + (long) size;
        }
        require(at == end && values == rows);
    }

    private static void require(boolean holds) throws IOException {
        if (!holds) {
            throw new IOException("the pages of a column are not where the file says");
        }
    }
}
