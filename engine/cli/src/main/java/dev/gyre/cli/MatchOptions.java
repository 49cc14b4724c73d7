package dev.gyre.cli;

/** Options of the part of all matches that an answer has. */
final class MatchOptions extends Options {

    private final Option<Boolean> countOnly = flag(
            "--count-only",
            "Counts the matches of each row and finds none; the output has the columns query and matches.");

    /** Null for matches without distances. */
    private final Option<Integer> max;

    /** Null where the rows of one file are not joined. */
    private final Option<Boolean> pairsOnce;

    private MatchOptions(boolean haveDistances, boolean joinsOneFile) {
        max = haveDistances
                ? integer("--max-matches=N", "Most matches of a row, the nearest ones (default: all).")
                : null;
        pairsOnce = joinsOneFile
                ? flag(
                        "--pairs-once",
                        "Each pair of rows of one file appears once, as a match of the first of the two.")
                : null;
    }

    static MatchOptions ofPoints() {
        return new MatchOptions(true, true);
    }

    static MatchOptions ofBoxes() {
        return new MatchOptions(false, true);
    }

    static MatchOptions ofTree() {
        return new MatchOptions(false, false);
    }

    void check(boolean isSelfJoin) {
        boolean few = areFew();
        if (few) {
            checkLeast("max-matches", 1, max.get());
        }
        if ((countOnly() ? 1 : 0) + (few ? 1 : 0) + (pairsOnce() ? 1 : 0) > 1) {
            throw error(
                    max == null
                            ? "--count-only and --pairs-once exclude one another"
                            : "--count-only, --max-matches and --pairs-once exclude one another");
        }
        if (pairsOnce() && !isSelfJoin) {
            throw error("--pairs-once is for the rows of one file: with --query pairs appear once anyway");
        }
    }

    /** Returns whether there is a largest number of matches. */
    boolean areFew() {
        return max != null && max.isGiven();
    }

    boolean countOnly() {
        return countOnly.isGiven();
    }

    boolean pairsOnce() {
        return pairsOnce != null && pairsOnce.isGiven();
    }

    MatchSource.Kept kept(boolean leftJoin) {
        int number = max == null ? Integer.MAX_VALUE : max.or(Integer.MAX_VALUE);
        return new MatchSource.Kept(countOnly(), number, pairsOnce(), leftJoin);
    }
}
