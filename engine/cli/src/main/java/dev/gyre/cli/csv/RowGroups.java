package dev.gyre.cli.csv;

import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.metadata.RowGroup;
import dev.hardwood.metadata.Statistics;
import dev.hardwood.reader.RowGroupPredicate;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;

/** The row groups of a file of Parquet: which of them have no row that passes conditions, by the statistics of columns of numbers. */
final class RowGroups {

    /** Whole numbers up to this one are doubles. */
    private static final long MAX_WHOLE = 1L << 53;

    private final List<RowGroup> groups;
    private final BitSet unread = new BitSet();

    RowGroups(List<RowGroup> groups) {
        this.groups = groups;
    }

    /** Leaves groups unread in which no row passes one of the conditions, each on a column. */
    void leaveOut(List<RowFilter> conditions, List<ParquetColumn> columns) {
        if (!areInOrder()) {
            return;
        }
        for (int group = 0; group < groups.size(); group++) {
            for (int at = 0; at < conditions.size(); at++) {
                ParquetColumn column = columns.get(at);
                ColumnMetaData described =
                        groups.get(group).columns().get(column.field()).metaData();
                if (described.statistics() != null && excludes(conditions.get(at), column, described.statistics())) {
                    unread.set(group);
                }
            }
        }
    }

    /** Returns whether groups lie in the file one after the other, so that the bytes of some tell them from others. */
    private boolean areInOrder() {
        for (int group = 1; group < groups.size(); group++) {
            if (begin(group) < end(group - 1)) {
                return false;
            }
        }
        return true;
    }

    private static boolean excludes(RowFilter condition, ParquetColumn column, Statistics statistics) {
        byte[] min = statistics.minValue();
        byte[] largest = statistics.maxValue();
        if (min == null || largest == null || statistics.isMinMaxDeprecated()) {
            return false;
        }
        if (!column.areSimpleNumbers()) {
            return false;
        }
        double from = number(column, min);
        double to = number(column, largest);
        // Statistics leave out NaN, which is a text that is no number.
        boolean areAll = statistics.nullCount() != null
                && statistics.nullCount() == 0
                && column.type() != CellType.DOUBLE
                && column.type() != CellType.FLOAT;
        return from <= to && condition.excludes(from, to, areAll);
    }

    /** Returns the number that the text of a value says; NaN for bytes that are no value. */
    private static double number(ParquetColumn column, byte[] bytes) {
        ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (column.physicalType()) {
            case INT32 -> bytes.length == Integer.BYTES ? value.getInt() / column.divisor() : Double.NaN;
            case INT64 -> bytes.length == Long.BYTES ? whole(value.getLong(), column.divisor()) : Double.NaN;
            case FLOAT ->
                bytes.length == Float.BYTES ? Double.parseDouble(Float.toString(value.getFloat())) : Double.NaN;
            case DOUBLE -> bytes.length == Double.BYTES ? value.getDouble() : Double.NaN;
            default -> Double.NaN;
        };
    }

    private static double whole(long value, double divisor) {
        // The quotient of a number that is no double would be rounded twice.
        return divisor == 1 || Math.abs(value) <= MAX_WHOLE ? value / divisor : Double.NaN;
    }

    boolean areAllRead() {
        return unread.isEmpty();
    }

    boolean isRead(int group) {
        return !unread.get(group);
    }

    int size() {
        return groups.size();
    }

    /** Returns the end of a run of groups that are all read, or all unread. */
    int endOfRun(int first) {
        int next = isRead(first) ? unread.nextSetBit(first) : unread.nextClearBit(first);
        return next < 0 ? size() : Math.min(next, size());
    }

    /** Returns the number of rows of consecutive groups. */
    long rows(int first, int end) {
        return groups.subList(first, end).stream().mapToLong(RowGroup::numRows).sum();
    }

    /** Returns what selects groups by the places of their bytes. */
    RowGroupPredicate select(int first, int end) {
        return RowGroupPredicate.byteRange(begin(first), end(end - 1));
    }

    private long begin(int group) {
        return groups.get(group).columns().stream()
                .mapToLong(chunk -> PageMap.begin(chunk.metaData()))
                .min()
                .orElse(0);
    }

    private long end(int group) {
        return groups.get(group).columns().stream()
                .mapToLong(chunk ->
                        PageMap.begin(chunk.metaData()) + chunk.metaData().totalCompressedSize())
                .max()
                .orElse(0);
    }
}
