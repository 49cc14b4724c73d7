package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKMethod;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.TopKJoinOptions;
import java.util.List;

/** Ways to find the k pairs of the largest sums of scores within a distance of 1: Gyre's methods and others. Each gives the scores, the best one first. */
enum TopKPeer {
    AUTOMATIC(TopKMethod.AUTOMATIC),
    THRESHOLD(TopKMethod.THRESHOLD),
    BLOCKS(TopKMethod.BLOCKS),
    RANKED_TREES(TopKMethod.RANKED_TREES),
    JOIN_THEN_SELECT(TopKMethod.JOIN_THEN_SELECT),

    /** JTS's HPRtree of the right points, a query for each left one, and a heap of k for each thread. */
    HPR_TREE_HEAP(null) {
        @Override
        Found find(Engine engine, TopKData.Rows left, TopKData.Rows right, int k) {
            return new Found(JtsTopK.join(left, right, k, engine.settings().threads()), 0, 0);
        }
    },

    /** The thesis's pseudo-code of the Block-based Algorithm, one thread. */
    PSEUDO_CODE(null) {
        @Override
        Found find(Engine engine, TopKData.Rows left, TopKData.Rows right, int k) {
            PlainBlockJoin join = new PlainBlockJoin(k, 1);
            return new Found(join.join(left, right), join.tested(), 0);
        }
    },

    /** DuckDB in this process, by the SQL that a person would write; all threads. */
    DUCKDB(null) {
        @Override
        Found find(Engine engine, TopKData.Rows left, TopKData.Rows right, int k) {
            return new Found(DuckDbTopK.join(left, right, k), 0, 0);
        }
    };

    /**
     * An answer.
     *
     * @param scores scores of the pairs, the best one first
     * @param tested pairs tested; 0 where that is not counted
     * @param rounds bounds or pairs of blocks tried
     */
    record Found(double[] scores, long tested, long rounds) {}

    /** The method of Gyre, or null. */
    private final TopKMethod method;

    TopKPeer(TopKMethod method) {
        this.method = method;
    }

    /** Gyre's methods, and what is measured beside them unless others are named. */
    static List<TopKPeer> usual() {
        return List.of(THRESHOLD, BLOCKS, RANKED_TREES, JOIN_THEN_SELECT, HPR_TREE_HEAP, PSEUDO_CODE);
    }

    boolean runsOn(String device) {
        boolean byOneThread = this == PSEUDO_CODE;
        boolean anywhere = method == TopKMethod.AUTOMATIC
                || method == TopKMethod.THRESHOLD
                || method == TopKMethod.JOIN_THEN_SELECT;
        return anywhere || (byOneThread ? device.equals("jvm-1") : Backends.isJvm(device));
    }

    Found find(Engine engine, TopKData.Rows left, TopKData.Rows right, int k) {
        TopPairs pairs = engine.topKJoin(
                Points.wrap(left.places(), 2),
                Scores.wrap(left.scores()),
                Points.wrap(right.places(), 2),
                Scores.wrap(right.scores()),
                TopKJoinOptions.of(k, 1).withMethod(method));
        return new Found(
                pairs.toScoreArray(), pairs.work().pairsTested(), pairs.work().rounds());
    }
}
