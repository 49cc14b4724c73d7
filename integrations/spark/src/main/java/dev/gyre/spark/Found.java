package dev.gyre.spark;

import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * Matches of consecutive left rows.
 *
 * @param lefts the left rows
 * @param first the left row of the first list
 * @param lists for each left row its matches: rows of {@code rights}, or ~row of {@code others}
 * @param rights the right rows
 * @param others right rows from other tasks, or null
 * @param score the score of the matches, in a top-k join
 */
record Found(Rows lefts, int first, Lists lists, Rows rights, Rows others, double score) {

    static Found of(Cell lefts, int first, Lists lists, Cell rights) {
        return new Found(lefts.rows(), first, lists, rights.rows(), null, 0);
    }

    /** Returns counts as the bits of keys, in one list of a row without columns. */
    static Found counts(long[] counts) {
        Rows none = new Rows(0);
        UnsafeRow row = new UnsafeRow(0);
        row.pointTo(new byte[0], 0);
        none.add(row);
        Lists lists = new Lists();
        lists.begin();
        for (long count : counts) {
            lists.add(0, Double.longBitsToDouble(count));
        }
        return new Found(none, 0, lists, none, null, 0);
    }

    /** {@return the counts} */
    long[] counts() {
        return IntStream.range(0, lists.size() == 0 ? 0 : lists.end(0))
                .mapToLong(entry -> Double.doubleToRawLongBits(lists.key(entry)))
                .toArray();
    }

    /** Returns rows without matches, which only some joins have in their result. */
    static Found nothing(Rows lefts) {
        Lists none = new Lists();
        for (int row = 0; row < lefts.size(); row++) {
            none.begin();
        }
        return new Found(lefts, 0, none, null, null, 0);
    }
}
