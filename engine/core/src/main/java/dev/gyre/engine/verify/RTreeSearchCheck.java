package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RTreeOptions;
import dev.gyre.engine.plan.Context;
import java.util.Optional;
import java.util.Random;

/** Compares searches of an R-tree with the tests of all pairs. */
public final class RTreeSearchCheck {

    private static final int MOST_QUERIES = 40;
    private static final int MANY_QUERIES = 1500;
    private static final int RARELY = 16;

    private RTreeSearchCheck() {}

    /**
     * Builds a tree of a sample's shape and searches it by all predicates.
     *
     * @return the first difference, or empty
     */
    public static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int size = random.nextInt(RARELY) == 0 ? random.nextInt(sample.size() + 1) : sample.size();
        Boxes boxes = BoxCases.draw(sample, size, random);
        boolean many = random.nextInt(RARELY) == 0 && size < 100;
        Boxes queries = BoxCases.draw(sample, many ? MANY_QUERIES : random.nextInt(MOST_QUERIES), random);
        Packing packing = Packing.values()[random.nextInt(Packing.values().length)];
        int nodeSize = RTreeOptions.MIN_NODE_SIZE
                + random.nextInt(RTreeOptions.MAX_NODE_SIZE - RTreeOptions.MIN_NODE_SIZE + 1);
        RTreeOptions options = new RTreeOptions(packing, nodeSize, Monitor.NONE);
        try (RTree tree = RTree.build(context, boxes, options)) {
            for (BoxPredicate predicate : BoxOracle.predicates(queries, boxes, random)) {
                Optional<String> difference = BoxOracle.difference(tree, queries, predicate);
                if (difference.isPresent()) {
                    return difference.map(text -> packing + ", n=" + boxes.size() + ", dims=" + boxes.dims()
                            + ", nodeSize=" + nodeSize + ", queries=" + queries.size() + ", " + text);
                }
            }
        }
        return Optional.empty();
    }
}
