package dev.gyre.spark;

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

    /** Returns rows without matches, which only some joins have in their result. */
    static Found nothing(Rows lefts) {
        Lists none = new Lists();
        for (int row = 0; row < lefts.size(); row++) {
            none.begin();
        }
        return new Found(lefts, 0, none, null, null, 0);
    }
}
