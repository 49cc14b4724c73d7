package dev.gyre.cli;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.MatchConsumer;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.RTree;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * What finds the matches of queries, as often as asked for. Valid as long as the engine is open.
 *
 * @param queries the number of queries
 * @param counts gives the number of matches of each query
 * @param matches gives the matches of some consecutive queries
 * @param handOut hands out what is kept of the matches of all queries
 * @param method gives the method, once there was work
 * @param times gives the times of the work so far
 */
record MatchSource(
        int queries,
        Supplier<int[]> counts,
        Slice matches,
        HandOut handOut,
        Supplier<JoinMethod> method,
        Supplier<Times> times) {

    /** Finds the matches of the queries from one to before another. */
    @FunctionalInterface
    interface Slice {
        Matches of(int first, int end);
    }

    /** Finds the matches of all queries, part by part. */
    @FunctionalInterface
    interface HandOut {
        void to(Monitor monitor, MatchConsumer consumer);
    }

    /** What is kept of all matches. */
    record Kept(boolean countsOnly, int most, boolean pairsOnce) {}

    static MatchSource of(DistanceJoin join, Kept kept) {
        HandOut handOut = kept.pairsOnce()
                ? join::forEachPair
                : kept.most() == Integer.MAX_VALUE
                        ? join::forEachMatch
                        : (monitor, consumer) -> join.forEachNearest(kept.most(), monitor, consumer);
        return new MatchSource(
                join.queries(),
                join::counts,
                join::matches,
                handOut,
                () -> join.report().method(),
                () -> Times.of(join.report()));
    }

    /** Searches a tree that took some time to load. */
    static MatchSource of(RTree tree, Boxes queries, BoxPredicate predicate, Times load) {
        int width = 2 * queries.dims();
        Slice slice = (first, end) -> tree.search(
                Boxes.wrap(Arrays.copyOfRange(queries.array(), first * width, end * width), queries.dims()), predicate);
        return new MatchSource(
                queries.size(),
                () -> tree.count(queries, predicate),
                slice,
                (monitor, consumer) -> tree.search(queries, predicate, monitor, consumer),
                () -> JoinMethod.R_TREE,
                () -> load);
    }
}
