package dev.gyre.cli.csv;

import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.file.Content;
import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.metadata.RowGroup;
import dev.hardwood.reader.ColumnReaders;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowGroupPredicate;
import dev.hardwood.schema.ColumnProjection;
import dev.hardwood.schema.ColumnSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The rows of a Parquet file that is open: columns that were asked for, batch by batch. All columns decode at once, on all cores. */
final class ParquetRows implements ColumnRows {

    private static final String MAGIC = "PAR1";
    private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    /** Kept, because loggers that nobody holds lose their level. */
    private static final Logger LOGGER = Logger.getLogger("dev.hardwood");

    private final String file;
    private final InputFile bytes;
    private final ParquetFileReader reader;

    /** What is closed at the end, the last first. */
    private final Deque<AutoCloseable> opened;

    private final CsvHeader header;
    private final GeoColumns geo;
    private final Map<Integer, ParquetColumn> asked = new LinkedHashMap<>();

    /** The pages of each column that was asked for, in each row group that is read. */
    private final Map<Integer, List<PageMap>> pages = new HashMap<>();

    private final RowGroups groups;
    private int groupsRead;

    private ParquetRows(String file, InputFile bytes, ParquetFileReader reader, Deque<AutoCloseable> opened) {
        this.file = file;
        this.bytes = bytes;
        this.reader = reader;
        this.opened = opened;
        List<String> names = reader.getFileSchema().getColumns().stream()
                .map(column -> String.join(".", column.fieldPath().elements()))
                .toList();
        header = new CsvHeader(file, CsvHeader.NO_LINE, names, ',');
        groups = new RowGroups(reader.getFileMetaData().rowGroups());
        geo = GeoColumns.of(file, reader.getFileMetaData().keyValueMetadata().get("geo"));
    }

    /** A step of the library that reads Parquet. */
    @FunctionalInterface
    private interface Step<T> {
        T run() throws IOException;
    }

    /** Opens a source and reads it. */
    static <T> T read(ParquetSource source, Function<ParquetRows, T> reading) {
        // It tells at every start which of its codecs and instructions it has chosen.
        LOGGER.setLevel(Level.WARNING);
        String file = source.name();
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        boolean isRead = false;
        try {
            InputFile bytes = open(source);
            opened.push(bytes);
            HardwoodContext context =
                    HardwoodContext.create(Runtime.getRuntime().availableProcessors());
            opened.push(context);
            ParquetFileReader reader = checked(file, () -> ParquetFileReader.open(bytes, context));
            opened.push(reader);
            T read = reading.apply(checked(file, () -> new ParquetRows(file, bytes, reader, opened)));
            isRead = true;
            return read;
        } catch (IOException e) {
            throw source.content().unreadable(e, "its end");
        } finally {
            if (isRead) {
                close(opened);
            } else {
                // It waits for its threads, some of which may never end in a damaged file.
                Thread.ofPlatform().daemon().name("gyre-close").start(() -> close(opened));
            }
        }
    }

    private static void close(Deque<AutoCloseable> opened) {
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                // All that was needed has been read, or the problem is known.
                LOGGER.log(Level.FINE, "not closed", e);
            }
        }
    }

    /** Runs a step; of damaged files the library throws exceptions of many types. */
    private static <T> T checked(String file, Step<T> step) {
        try {
            return step.run();
        } catch (InputException e) {
            throw e;
        } catch (UnsupportedOperationException e) {
            throw InputException.of(file, "Parquet of a kind that is not read: " + message(e), e);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            throw InputException.of(file, "damaged Parquet: " + message(e), e);
        }
    }

    private static String message(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return message.lines().findFirst().orElse("");
    }

    private static InputFile open(ParquetSource source) throws IOException {
        Path path = source.file();
        if (path != null) {
            try (FileChannel channel = FileChannel.open(path)) {
                ByteBuffer first = ByteBuffer.allocate(MAGIC.length());
                channel.read(first);
                if (isParquet(first.array())) {
                    checkEnd(source.name(), channel);
                    return InputFile.of(path);
                }
            } catch (IOException e) {
                throw source.content().unreadable(e, "its begin");
            }
        }
        Content content = source.content();
        try (InputStream in = content.open().in()) {
            byte[] all = in.readNBytes(MAX_BYTES);
            if (all.length == 0) {
                throw InputException.of(source.name(), "empty; not Parquet");
            }
            if (!isParquet(all)) {
                throw InputException.of(
                        source.name(), "not Parquet, which begins with " + MAGIC + "; --format reads other formats");
            }
            if (all.length == MAX_BYTES) {
                throw InputException.of(
                        source.name(), "more than 2 GB of Parquet from a pipe, or compressed with gzip");
            }
            if (!isParquet(ByteBuffer.wrap(all).slice(Math.max(0, all.length - MAGIC.length()), MAGIC.length()))) {
                throw cutOff(source.name());
            }
            return InputFile.of(ByteBuffer.wrap(all));
        } catch (IOException e) {
            throw content.unreadable(e, "its begin");
        }
    }

    private static void checkEnd(String file, FileChannel channel) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(MAGIC.length());
        channel.read(last, channel.size() - MAGIC.length());
        if (!isParquet(last.array())) {
            throw cutOff(file);
        }
    }

    private static InputException cutOff(String file) {
        return InputException.of(file, "damaged Parquet: it is cut off, or was never finished");
    }

    private static boolean isParquet(byte[] bytes) {
        return isParquet(ByteBuffer.wrap(bytes));
    }

    private static boolean isParquet(ByteBuffer bytes) {
        return bytes.remaining() >= MAGIC.length()
                && bytes.slice(0, MAGIC.length()).equals(ByteBuffer.wrap(MAGIC.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public CsvHeader header() {
        return header;
    }

    @Override
    public GeoColumns geo() {
        return geo;
    }

    @Override
    public ParquetColumn column(int field) {
        return asked.computeIfAbsent(field, this::checked);
    }

    private ParquetColumn checked(int field) {
        ColumnSchema schema = reader.getFileSchema().getColumn(field);
        ParquetColumn column = new ParquetColumn(schema);
        column.check(file);
        List<PageMap> maps = new ArrayList<>();
        for (int at = 0; at < groups.size(); at++) {
            if (!groups.isRead(at)) {
                continue;
            }
            RowGroup group = reader.getFileMetaData().rowGroups().get(at);
            ColumnMetaData described = group.columns().get(field).metaData();
            column.check(file, described.codec());
            maps.add(checked(file, () -> PageMap.of(bytes, described, group.numRows())));
        }
        pages.put(field, maps);
        return column;
    }

    /** See {@link ParquetBulk}. */
    @Override
    public double[] coordinatesOrNull(List<FileColumn> columns, List<Column> ranges) {
        if (!groups.areAllRead()) {
            return null;
        }
        List<ParquetColumn> read = columns.stream()
                .map(column -> column(header.field(column.name())))
                .toList();
        List<List<PageMap>> maps =
                read.stream().map(column -> pages.get(column.field())).toList();
        return ParquetBulk.read(bytes, read, maps, ranges);
    }

    @Override
    public long size() {
        return reader.getFileMetaData().numRows();
    }

    /**
     * Leaves row groups unread of which no row passes one of some conditions, as the statistics of their columns say. Comes before columns
     * are asked for.
     */
    @Override
    public void leaveOut(List<RowFilter> conditions) {
        List<ParquetColumn> columns = conditions.stream()
                .map(condition -> new ParquetColumn(reader.getFileSchema().getColumn(header.field(condition.column()))))
                .toList();
        checked(file, () -> {
            groups.leaveOut(conditions, columns);
            return null;
        });
    }

    /** Returns the number of row groups that were read row by row. */
    int groupsRead() {
        return groupsRead;
    }

    @Override
    public void forEach(Batch batch, Batch unread) {
        if (groups.areAllRead()) {
            groupsRead = groups.size();
            readAll(batch, null);
            return;
        }
        for (int first = 0, end; first < groups.size(); first = end) {
            end = groups.endOfRun(first);
            if (groups.isRead(first)) {
                groupsRead += end - first;
                if (readAll(batch, groups.select(first, end)) != groups.rows(first, end)) {
                    throw InputException.of(file, "damaged Parquet: row groups are not where it says");
                }
                continue;
            }
            for (int group = first; group < end; group++) {
                long rows = groups.rows(group, group + 1);
                checked(file, () -> {
                    unread.of(Math.toIntExact(rows));
                    return null;
                });
            }
        }
    }

    /** Returns the number of rows. */
    private long readAll(Batch batch, RowGroupPredicate groupsOrNull) {
        String[] names = asked.values().stream().map(ParquetColumn::name).toArray(String[]::new);
        ColumnProjection projection = ColumnProjection.columns(names);
        ColumnReaders readers = checked(
                file,
                () -> groupsOrNull == null
                        ? reader.columnReaders(projection)
                        : reader.buildColumnReaders(projection)
                                .filter(groupsOrNull)
                                .build());
        opened.push(readers);
        long rows = 0;
        while (checked(file, () -> next(readers))) {
            batch.of(readers.getRecordCount());
            rows += readers.getRecordCount();
        }
        return rows;
    }

    /** Takes the values of the next batch; returns whether there is one. */
    private boolean next(ColumnReaders readers) {
        if (!readers.nextBatch()) {
            return false;
        }
        asked.values().forEach(column -> column.take(readers.getColumnReader(column.name())));
        return true;
    }
}
