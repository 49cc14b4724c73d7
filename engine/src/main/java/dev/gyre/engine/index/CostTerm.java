package dev.gyre.engine.index;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The parts of which the cost of an operation is the sum: how many units of each a workload takes. What a unit takes, in
 * seconds, is a constant of the device, 0 or more.
 *
 * <p>No amount shrinks as points, queries, dimensions or k grow, and so does no cost.
 */
enum CostTerm {

    /** Setting up a search by brute force, compiling included. */
    BRUTE_FORCE_CALL(Operation.BRUTE_FORCE, "call", work -> 1),
    /** Bringing points and queries into the device's form and onto it, and one query's way past all points. */
    BRUTE_FORCE_COORDINATE(Operation.BRUTE_FORCE, "coordinate of points and queries", Workload::coordinates),
    /** A distance, whatever the dimensions. */
    BRUTE_FORCE_PAIR(Operation.BRUTE_FORCE, "pair of query and point", Workload::pairs),
    /** A distance's share that grows with the dimensions. */
    BRUTE_FORCE_PAIR_DIMENSION(Operation.BRUTE_FORCE, "pair and dimension", work -> work.pairs() * work.dims()),
    /** Keeping the k best. */
    BRUTE_FORCE_IMPROVEMENT(
            Operation.BRUTE_FORCE,
            "change of a query's k best, k (1 + ln(n/k)) of them",
            work -> work.queries() * work.improvements()),

    /** Setting up the build of a tree, compiling included. */
    BUILD_CALL(Operation.BUILD, "build", work -> 1),
    /** Bringing points into the device's form and onto it. */
    BUILD_COORDINATE(Operation.BUILD, "coordinate of the points", work -> (double) work.points() * work.dims()),
    /** Splitting. */
    BUILD_LEVEL(Operation.BUILD, "point and level, log2 n of them", work -> work.points() * work.levels()),

    /** Setting up a search in a tree of a kind that was not the last one, compiling included. */
    PREPARE_CALL(Operation.PREPARE, "search of another kind than the last one", work -> 1),
    /** Bringing the tree onto the device. */
    PREPARE_COORDINATE(Operation.PREPARE, "coordinate of the points", work -> (double) work.points() * work.dims()),

    /** Starting a search in a tree. */
    SEARCH_CALL(Operation.SEARCH, "call", work -> 1),
    /** The way down. */
    SEARCH_LEVEL(Operation.SEARCH, "query and level, log2 n of them", work -> work.queries() * work.levels()),
    /** Looking at points, whatever the dimensions. */
    SEARCH_VISIT(Operation.SEARCH, "query and point looked at", work -> work.queries() * work.visits()),
    /** The share of looking at points that grows with the dimensions. */
    SEARCH_VISIT_DIMENSION(
            Operation.SEARCH,
            "query, point looked at and dimension",
            work -> work.queries() * work.visits() * work.dims()),
    /** One query's way past the points that it looks at. */
    SEARCH_LONGEST(
            Operation.SEARCH,
            "point looked at and dimension, once for all queries",
            work -> work.visits() * work.dims()),
    /** Keeping, copying and ordering the k best. */
    SEARCH_IMPROVEMENT(
            Operation.SEARCH,
            "change of a query's k best, k (1 + ln(v/k)) of them among v points looked at",
            work -> work.queries() * work.visitImprovements());

    /** What is done. */
    enum Operation {
        BRUTE_FORCE,
        BUILD,
        PREPARE,
        SEARCH;

        /** The terms of the operation's cost. */
        List<CostTerm> terms() {
            return Arrays.stream(CostTerm.values())
                    .filter(term -> term.operation == this)
                    .toList();
        }
    }

    private final Operation operation;
    private final String unit;
    private final ToDoubleFunction<Workload> amount;

    CostTerm(Operation operation, String unit, ToDoubleFunction<Workload> amount) {
        this.operation = operation;
        this.unit = unit;
        this.amount = amount;
    }

    /** Its name in files. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it is counted in. */
    String unit() {
        return unit;
    }

    /** How many units a workload takes. */
    double amount(Workload work) {
        return amount.applyAsDouble(work);
    }
}
