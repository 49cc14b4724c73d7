package dev.gyre.cli;

import dev.gyre.cli.Times.Stopwatch;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.RTree;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Finds the matches of queries, as often as asked. Valid as long as the engine is open.
 *
 * @param queries the number of queries
 * @param counts gives the number of matches of each query
 * @param matches gives the matches of a query, as a result of one row
 * @param handOut hands out the kept matches of all queries
 * @param method gives the method, after some work was done; null if there is only one
 * @param times gives the times of the work so far; its argument is the total in nanoseconds
 */
record MatchSource(
        int queries,
        Supplier<int[]> counts,
        IntFunction<Matches> matches,
        HandOut handOut,
        Supplier<JoinMethod> method,
        LongFunction<Times> times) {

    /** Finds the matches of all queries, part by part. */
    @FunctionalInterface
    interface HandOut {
        void to(Monitor monitor, Matches.Consumer consumer);
    }

    /** The part of all matches that is kept, and whether queries without a match are written. */
    record Kept(boolean countsOnly, int max, boolean pairsOnce, boolean leftJoin) {

        /** All matches, or their numbers. */
        static Kept all(boolean countsOnly, boolean leftJoin) {
            return new Kept(countsOnly, Integer.MAX_VALUE, false, leftJoin);
        }
    }

    static MatchSource of(DistanceJoin join, Kept kept) {
        HandOut handOut = kept.pairsOnce()
                ? join::forEachPair
                : kept.max() == Integer.MAX_VALUE
                        ? join::forEachMatch
                        : (monitor, consumer) -> join.forEachNearest(kept.max(), monitor, consumer);
        return new MatchSource(
                join.queries(),
                join::counts,
                query -> join.matches(query, query + 1),
                handOut,
                () -> join.report().method(),
                nanos -> Times.of(join.report()));
    }

    static MatchSource of(BoxJoin join, Kept kept) {
        return new MatchSource(
                join.queries(),
                join::counts,
                query -> join.matches(query, query + 1),
                kept.pairsOnce() ? join::forEachPair : join::forEachMatch,
                () -> join.report().method(),
                nanos -> Times.of(join.report()));
    }

    /** Hands out pairs that were found before; all time counts as the join. */
    static MatchSource of(Matches pairs) {
        return found(pairs, null, nanos -> Times.of("join", nanos));
    }

    /** Hands out matches that were found before, such as the edges of a graph. */
    static MatchSource ofMatches(Matches matches) {
        return found(matches, matches.report().method(), nanos -> Times.of(matches.report()));
    }

    private static MatchSource found(Matches pairs, JoinMethod method, LongFunction<Times> times) {
        IntFunction<Matches> ofRow = row -> {
            double[] keys = !pairs.hasDistances()
                    ? null
                    : IntStream.range(0, pairs.count(row))
                            .mapToDouble(rank -> pairs.key(row, rank))
                            .toArray();
            return new Matches(new int[] {0, pairs.count(row)}, pairs.ids(row), keys, pairs.metric(), pairs.report());
        };
        return new MatchSource(
                pairs.queries(),
                () -> IntStream.range(0, pairs.queries()).map(pairs::count).toArray(),
                ofRow,
                (monitor, consumer) -> {
                    for (int row = 0; row < pairs.queries(); row++) {
                        CsvRecords.step(row, pairs.queries(), monitor);
                        consumer.accept(row, ofRow.apply(row));
                    }
                },
                () -> method,
                times);
    }

    /** Searches a loaded tree; the times of loading come first. Shows a progress bar while it counts, unless quiet. */
    static MatchSource of(RTree tree, Boxes queries, BoxPredicate predicate, Times load, boolean quiet) {
        int width = 2 * queries.dims();
        return new TreeSearch(
                        () -> ProgressDisplay.watch(
                                "rtree query", quiet, monitor -> tree.count(queries, predicate, monitor)),
                        query -> tree.search(
                                Boxes.wrap(
                                        Arrays.copyOfRange(queries.array(), query * width, (query + 1) * width),
                                        queries.dims()),
                                predicate),
                        (monitor, consumer) -> tree.search(queries, predicate, monitor, consumer))
                .source(queries.size(), JoinMethod.R_TREE, load);
    }

    /** Searches a loaded tree for windows of a file, whose name is for messages. */
    static MatchSource of(KdTree tree, Points lower, Points upper, String file, Times load, boolean quiet) {
        return new TreeSearch(
                        () -> PointFile.inFile(
                                file,
                                () -> ProgressDisplay.watch(
                                        "kd windows", quiet, monitor -> tree.countInBox(lower, upper))),
                        query -> PointFile.inFile(file, () -> inWindow(tree, lower, upper, query)),
                        (monitor, consumer) -> PointFile.inFile(file, () -> {
                            tree.inBox(lower, upper, monitor, consumer);
                            return null;
                        }))
                .source(lower.size(), JoinMethod.KD_TREE, load);
    }

    private static Matches inWindow(KdTree tree, Points lower, Points upper, int query) {
        try {
            return tree.inBox(row(lower, query), row(upper, query));
        } catch (IllegalArgumentException e) {
            // The message says row 0, that of a window alone; all windows together name the row of the file.
            tree.countInBox(lower, upper);
            throw e;
        }
    }

    private static Points row(Points points, int row) {
        return Points.wrap(points.point(row), points.dims());
    }

    /** Searches a tree, and measures how long that takes. */
    private static final class TreeSearch {

        private final Supplier<int[]> counts;
        private final IntFunction<Matches> matches;
        private final HandOut handOut;
        private long nanos;

        TreeSearch(Supplier<int[]> counts, IntFunction<Matches> matches, HandOut handOut) {
            this.counts = counts;
            this.matches = matches;
            this.handOut = handOut;
        }

        MatchSource source(int queries, JoinMethod method, Times load) {
            return new MatchSource(
                    queries,
                    () -> timed(counts),
                    query -> timed(() -> matches.apply(query)),
                    this::handOut,
                    () -> method,
                    total -> load.and("compute", nanos));
        }

        private void handOut(Monitor monitor, Matches.Consumer consumer) {
            timed(() -> {
                handOut.to(monitor, (first, part) -> {
                    Stopwatch writing = new Stopwatch();
                    consumer.accept(first, part);
                    nanos -= writing.lap();
                });
                return null;
            });
        }

        private <T> T timed(Supplier<T> work) {
            Stopwatch watch = new Stopwatch();
            T found = work.get();
            nanos += watch.lap();
            return found;
        }
    }
}
