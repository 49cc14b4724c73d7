package dev.gyre.engine.plan;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The parts of which the cost of an operation is the sum: how many units of each a workload takes. What a unit takes, in
 * seconds, is a constant of the device, 0 or more. Copies to and from a device are in the terms of what is copied.
 *
 * <p>A new operation is a constant of {@link Operation}, a few terms here, the last of which is its compilation, lines in
 * {@link DefaultCosts}, and a series in the calibrator. No amount shrinks as points, queries, dimensions or k grow, and so does no cost.
 */
public enum CostTerm {

    /** Setting up a search by brute force. */
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

    /** Setting up the build of a tree. */
    BUILD_CALL(Operation.BUILD, "build", work -> 1),
    /** Bringing points into the device's form and onto it. */
    BUILD_COORDINATE(Operation.BUILD, "coordinate of the points", work -> (double) work.points() * work.dims()),
    /** Splitting. */
    BUILD_LEVEL(Operation.BUILD, "point and level, log2 n of them", work -> work.points() * work.levels()),

    /** Setting up the first search in a tree that the device has not yet. */
    PREPARE_CALL(Operation.PREPARE, "search in a tree that the device has not", work -> 1),
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
            work -> work.queries() * work.visitImprovements()),

    /** Starting a search of regions. */
    RANGE_CALL(Operation.RANGE, "call", work -> 1),
    /** The way down. */
    RANGE_LEVEL(Operation.RANGE, "query and level, log2 n of them", work -> work.queries() * work.levels()),
    /** Looking at, copying and ordering what is found, k for a query. */
    RANGE_MATCH(Operation.RANGE, "match", Workload::allFound),

    /** Setting up a sort. */
    SORT_CALL(Operation.SORT, "call", work -> 1),
    /** Copying a key and moving it through the passes. */
    SORT_KEY(Operation.SORT, "key of a column", work -> (double) work.points() * work.dims()),
    /** What a segment takes besides its keys. */
    SORT_SEGMENT(Operation.SORT, "segment", Workload::queries),

    /** Setting up a selection. */
    SELECT_CALL(Operation.SELECT, "call", work -> 1),
    /** Copying a value and looking at it. */
    SELECT_VALUE(Operation.SELECT, "value", Workload::pairs),
    /** What a row takes besides its values. */
    SELECT_ROW(Operation.SELECT, "row", Workload::queries),
    /** Copying and ordering what is selected. */
    SELECT_FOUND(Operation.SELECT, "selected value", Workload::allFound),

    /** Setting up a scan, a reduction or a partition. */
    PARTITION_CALL(Operation.PARTITION, "call", work -> 1),
    /** Copying an element there and back and moving it. */
    PARTITION_ELEMENT(Operation.PARTITION, "element of an array", work -> (double) work.points() * work.dims()),

    /** Compiling for the first search by brute force in a process. */
    BRUTE_FORCE_COMPILE(Operation.BRUTE_FORCE),
    /** Compiling for the first build. */
    BUILD_COMPILE(Operation.BUILD),
    /** Compiling for the first search in a tree. */
    SEARCH_COMPILE(Operation.SEARCH),
    /** Compiling for the first search of regions. */
    RANGE_COMPILE(Operation.RANGE),
    /** Compiling for the first sort. */
    SORT_COMPILE(Operation.SORT),
    /** Compiling for the first selection. */
    SELECT_COMPILE(Operation.SELECT),
    /** Compiling for the first scan, reduction or partition. */
    PARTITION_COMPILE(Operation.PARTITION);

    private final Operation operation;
    private final String unit;
    private final ToDoubleFunction<Workload> amount;
    private final boolean compilation;

    CostTerm(Operation operation, String unit, ToDoubleFunction<Workload> amount) {
        this.operation = operation;
        this.unit = unit;
        this.amount = amount;
        this.compilation = false;
    }

    /** What is to be paid once in a process. */
    CostTerm(Operation operation) {
        this.operation = operation;
        this.unit = "first call in a process";
        this.amount = work -> 1;
        this.compilation = true;
    }

    Operation operation() {
        return operation;
    }

    /**
     * Its name in files.
     *
     * @return the name
     */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it is paid by the first call only, and no part of {@link DeviceCosts#estimate}. */
    boolean isCompilation() {
        return compilation;
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
