package dev.gyre.engine.plan;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The operations whose costs the planner knows. */
public enum Operation {

    /** Nearest neighbors by all distances, which are compared as they are calculated. */
    FUSED,
    /** Nearest neighbors by all distances, a matrix of them at a time. */
    TWO_STAGE,
    /** Building a kd-tree. */
    BUILD,
    /** Bringing a tree onto a device. */
    PREPARE,
    /** Nearest neighbors by a kd-tree that is there. */
    SEARCH,
    /** Points in regions by a kd-tree that is there. */
    RANGE,
    /** Building a grid. */
    GRID_BUILD,
    /** Points within a distance by a grid that is there. */
    GRID_RANGE,
    /** Building an R-tree. */
    R_TREE_BUILD,
    /** Boxes that match queries, by an R-tree that is there, query by query. */
    R_TREE_SEARCH,
    /** Boxes that match those of another R-tree, which is built, level by level. */
    FRONTIER,
    /** Sorting by merges. */
    MERGE_SORT,
    /** Sorting digit by digit. */
    RADIX_SORT,
    /** Sorting many segments, each for itself. */
    SEGMENTED_SORT,
    /** Selecting the k best of rows in one pass. */
    SINGLE_PASS,
    /** Selecting the k best of rows digit by digit. */
    RADIX_SELECT,
    /** Selecting the k best of rows by sorting them whole, on the host. */
    SORT_ROWS,
    /** Scans, reductions, partitions: what goes over all elements a few times. */
    PARTITION,
    /** The k best pairs near each other, by a bound on their scores. */
    TOP_K_THRESHOLD,
    /** The k best pairs near each other, by blocks of rows. */
    TOP_K_BLOCKS,
    /** The k best pairs near each other, by two trees. */
    TOP_K_TREES,
    /** The k best pairs near each other, of all that are near. */
    TOP_K_JOIN;

    /** Terms by operation; CostTerm cannot be asked before this class is ready. */
    private static final class Terms {

        private static final Map<Operation, List<CostTerm>> OF_EVERY_CALL = terms(false);
        private static final Map<Operation, List<CostTerm>> OF_THE_FIRST = terms(true);

        private static Map<Operation, List<CostTerm>> terms(boolean compilation) {
            Map<Operation, List<CostTerm>> terms = new EnumMap<>(Operation.class);
            for (Operation operation : values()) {
                terms.put(
                        operation,
                        Arrays.stream(CostTerm.values())
                                .filter(term -> term.operation() == operation && term.isCompilation() == compilation)
                                .toList());
            }
            return terms;
        }
    }

    /** Tells whether each of several devices that do a call together does it for itself: it brings or builds what is searched. */
    boolean isPreparation() {
        return this == BUILD || this == PREPARE || this == R_TREE_BUILD;
    }

    /** Tells whether devices may use this operation and another one for parts of the same call. */
    boolean goesWith(Operation other) {
        return switch (this) {
            case FUSED, TWO_STAGE -> other == FUSED || other == TWO_STAGE;
            case SINGLE_PASS, RADIX_SELECT -> other == SINGLE_PASS || other == RADIX_SELECT;
            case BUILD, PREPARE, SEARCH, RANGE, R_TREE_BUILD, R_TREE_SEARCH -> other == this;
            default -> false;
        };
    }

    /**
     * The terms of the operation's cost, of a call whose programs are compiled.
     *
     * @return the terms, in their order
     */
    public List<CostTerm> terms() {
        return Terms.OF_EVERY_CALL.get(this);
    }

    /**
     * Returns the terms that only its first call in a process pays.
     *
     * @return a term, or none where nothing is compiled
     */
    public List<CostTerm> firstTerms() {
        return Terms.OF_THE_FIRST.get(this);
    }
}
