package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/**
 * The columns of the result.
 *
 * @param spec the join
 * @param columns where each column comes from
 */
record Output(JoinSpec spec, List<Column> columns) implements Serializable {

    private static final long serialVersionUID = 1;

    /** Most columns of right rows that are gathered before they are written: half of what a processor reads from memory at once. */
    private static final int GATHERED = 4;

    /** Matches whose columns are gathered together, so that the processor waits for several of them at a time. */
    private static final int NEAR = 1 << 8;

    /** Where a column comes from. */
    enum From {
        LEFT,
        RIGHT,
        MADE
    }

    /**
     * A column.
     *
     * @param from the row that has it
     * @param ordinal which column of that row it is
     * @param isFixed whether it is in the part of a row that has a word for each column; otherwise the word says where its bytes are
     */
    record Column(From from, int ordinal, boolean isFixed) implements Serializable {

        private static final long serialVersionUID = 1;
    }

    /** Returns the rows of the result. An object shows one row after the other, as in Spark's own joins. */
    Iterator<InternalRow> rows(Iterator<Found> found) {
        return new Joined(this, found);
    }

    /** Columns of the result that come from one row. */
    private static final class Part {

        private final int[] to;
        private final int[] ordinals;
        private final boolean[] isFixed;

        Part(List<Column> columns, From from) {
            to = IntStream.range(0, columns.size())
                    .filter(i -> columns.get(i).from == from)
                    .toArray();
            ordinals = Arrays.stream(to).map(i -> columns.get(i).ordinal).toArray();
            isFixed = new boolean[to.length];
            for (int i = 0; i < to.length; i++) {
                isFixed[i] = columns.get(to[i]).isFixed;
            }
        }

        boolean isShort() {
            for (boolean each : isFixed) {
                if (!each) {
                    return false;
                }
            }
            return to.length <= GATHERED;
        }
    }

    /** Writes rows, by copying the bytes of their columns. */
    private static final class Joined implements Iterator<InternalRow> {

        private final Iterator<Found> all;
        private final boolean isOuter;
        private final JoinSpec.Kind kind;
        private final Metric metric;
        private final List<Double> radii;
        private final Part left;
        private final Part right;
        private final Part made;
        private final UnsafeRow row;

        /** Bytes of the words of a row. */
        private final int fixed;

        private byte[] bytes;
        private int length;

        /** The length with the columns of the left row alone. */
        private int leftLength;

        private Found found;
        private int list;
        private int start;
        private int entry;
        private int end;
        private UnsafeRow leftRow;
        private UnsafeRow rightRow;

        /** The right rows, how many matches there were among them, and their columns if they are gathered and have no nulls. */
        private Rows rights;

        private long matches;
        private boolean isGathered;
        private long[] words;

        /** Those of the matches from one to before another. */
        private final long[] near = new long[NEAR * GATHERED];

        private int nearFrom;
        private int nearEnd;

        Joined(Output output, Iterator<Found> all) {
            this.all = all;
            isOuter = output.spec.outer();
            kind = output.spec.kind();
            metric = output.spec.metricObject();
            radii = output.spec.radii();
            left = new Part(output.columns, From.LEFT);
            right = new Part(output.columns, From.RIGHT);
            made = new Part(output.columns, From.MADE);
            row = new UnsafeRow(output.columns.size());
            fixed = UnsafeRow.calculateBitSetWidthInBytes(output.columns.size()) + Long.BYTES * output.columns.size();
            bytes = new byte[2 * fixed];
            row.pointTo(bytes, fixed);
        }

        @Override
        public boolean hasNext() {
            while (entry == end) {
                if (found == null || list + 1 == found.lists().size()) {
                    if (!all.hasNext()) {
                        return false;
                    }
                    begin(all.next());
                } else {
                    list++;
                    beginList();
                }
            }
            return true;
        }

        private void begin(Found next) {
            ExecutorEngine.endIfKilled();
            found = next;
            list = -1;
            nearEnd = 0;
            leftRow = found.lefts().newRow();
            if (found.rights() != null) {
                rightRow = found.rights().newRow();
                if (rights != found.rights()) {
                    rights = found.rights();
                    matches = 0;
                    isGathered = false;
                    words = null;
                }
                matches += found.lists().start(found.lists().size());
                // There will be several matches of many right rows, at random places.
                boolean isWorth = Math.max(matches, found.lefts().size()) >= rights.size() / 4;
                if (!isGathered && isWorth && right.isShort()) {
                    isGathered = true;
                    words = rights.words(right.ordinals);
                }
            }
        }

        private void beginList() {
            start = found.lists().start(list);
            entry = start;
            end = found.lists().end(list);
            if (entry == end && isOuter) {
                end++;
            }
            if (entry < end) {
                length = fixed;
                put(left, found.lefts().get(found.first() + list, leftRow));
                leftLength = length;
            }
        }

        @Override
        public InternalRow next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            length = leftLength;
            if (entry == found.lists().end(list)) {
                putNulls(right);
                putNulls(made);
            } else {
                putRight();
                double key = found.lists().key(entry);
                for (int i = 0; i < made.to.length; i++) {
                    row.setLong(made.to[i], made(made.ordinals[i], key));
                }
            }
            entry++;
            row.pointTo(bytes, length);
            return row;
        }

        private void putRight() {
            int match = found.lists().row(entry);
            if (match < 0) {
                put(right, found.others().get(~match, rightRow));
            } else if (words != null) {
                if (entry >= nearEnd) {
                    gather();
                }
                int from = (entry - nearFrom) * right.to.length;
                for (int i = 0; i < right.to.length; i++) {
                    row.setLong(right.to[i], near[from + i]);
                }
            } else {
                put(right, found.rights().get(match, rightRow));
            }
        }

        private void gather() {
            Lists lists = found.lists();
            int columns = right.to.length;
            nearFrom = entry;
            nearEnd = Math.min(lists.start(lists.size()) - entry, NEAR) + entry;
            for (int each = nearFrom; each < nearEnd; each++) {
                int match = Math.max(0, lists.row(each));
                for (int i = 0; i < columns; i++) {
                    near[(each - nearFrom) * columns + i] = words[match * columns + i];
                }
            }
        }

        /** Returns the word of a column that the join makes: rank and distance, distance, or score and distance. */
        private long made(int ordinal, double key) {
            return switch (kind) {
                case KNN -> ordinal == 0 ? entry - start + 1 : Double.doubleToRawLongBits(metric.distance(key));
                // The engine has the distance itself, not its key.
                case TOP_K -> Double.doubleToRawLongBits(ordinal == 0 ? found.score() : key);
                case RADIUS, BOX -> Double.doubleToRawLongBits(metric.distance(key));
                case DBSCAN -> ordinal == 0 ? ClusterPart.label(key) : ClusterPart.isCore(key) ? 1 : 0;
                case PAIR_COUNTS -> Double.doubleToRawLongBits(ordinal == 0 ? radii.get(entry - start) : key);
            };
        }

        private void putNulls(Part part) {
            for (int to : part.to) {
                row.setNullAt(to);
            }
        }

        private void put(Part part, UnsafeRow from) {
            for (int i = 0; i < part.to.length; i++) {
                int ordinal = part.ordinals[i];
                if (from.isNullAt(ordinal)) {
                    row.setNullAt(part.to[i]);
                } else if (part.isFixed[i]) {
                    row.setLong(part.to[i], from.getLong(ordinal));
                } else {
                    append(part.to[i], from, from.getLong(ordinal));
                }
            }
        }

        /** Appends the bytes that a word points to, which end with zeros up to a whole word. */
        private void append(int to, UnsafeRow from, long word) {
            int padded = (int) word + Long.BYTES - 1 & -Long.BYTES;
            if (Math.addExact(length, padded) > bytes.length) {
                bytes = Arrays.copyOf(
                        bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(length + padded, 2L * length)));
                row.pointTo(bytes, length);
            }
            Platform.copyMemory(
                    from.getBaseObject(),
                    from.getBaseOffset() + (word >>> 32),
                    bytes,
                    Platform.BYTE_ARRAY_OFFSET + length,
                    padded);
            row.setLong(to, (long) length << 32 | (int) word);
            length += padded;
        }
    }
}
