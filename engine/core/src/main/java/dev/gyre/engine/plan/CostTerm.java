package dev.gyre.engine.plan;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The terms whose sum is the cost of an operation: the number of units of each that a workload has. The seconds of a unit are a
 * constant of the device, 0 or more. The terms of data include its copies to and from a device.
 *
 * <p>A new operation is a constant of {@link Operation}, a few terms here, the last of which is its compilation, lines in
 * {@link DefaultCosts}, and a series in the calibrator. Amounts, and so costs, never shrink as points, queries, dimensions or k
 * grow.
 */
public enum CostTerm {

    /** Setting up a fused brute-force join. */
    FUSED_CALL(Operation.FUSED, "call", work -> 1),
    /** Converting points and queries to the device's form and copying them there. */
    FUSED_COORDINATE(Operation.FUSED, "coordinate of points and queries", Workload::coordinates),
    /** The part of a distance that does not depend on the dimensions. */
    FUSED_PAIR(Operation.FUSED, "pair of query and point", Workload::pairs),
    /** The part of a distance that grows with the dimensions. */
    FUSED_PAIR_DIMENSION(Operation.FUSED, "pair and dimension", work -> work.pairs() * work.dims()),
    /** Serial time per point for one query, which dominates if queries are too few for all threads. */
    FUSED_LONGEST(Operation.FUSED, "coordinate of the points, once for all queries", Workload::pointCoordinates),
    /** Finding that a point belongs to the k best. */
    FUSED_IMPROVEMENT(
            Operation.FUSED,
            "change of a query's k best, k (1 + ln(n/k)) of them",
            work -> work.queries() * work.improvements()),
    /** Making room among the k best. */
    FUSED_INSERTION(
            Operation.FUSED, "change of a query's k best, times k", work -> work.allFound() * work.improvements()),

    /** Setting up a two-stage join. */
    TWO_STAGE_CALL(Operation.TWO_STAGE, "call", work -> 1),
    /** Converting points and queries to the device's form and copying them there. */
    TWO_STAGE_COORDINATE(Operation.TWO_STAGE, "coordinate of points and queries", Workload::coordinates),
    /** Writing a distance and reading it again. */
    TWO_STAGE_PAIR(Operation.TWO_STAGE, "pair of query and point", Workload::pairs),
    /** The part of a distance that grows with the dimensions. */
    TWO_STAGE_PAIR_DIMENSION(Operation.TWO_STAGE, "pair and dimension", work -> work.pairs() * work.dims()),
    /** Finding that a point belongs to the k best. */
    TWO_STAGE_IMPROVEMENT(
            Operation.TWO_STAGE,
            "change of a query's k best, k (1 + ln(n/k)) of them",
            work -> work.queries() * work.improvements()),

    /** Setting up the build of a tree. */
    BUILD_CALL(Operation.BUILD, "build", work -> 1),
    /** Converting points to the device's form and copying them there. */
    BUILD_COORDINATE(Operation.BUILD, "coordinate of the points", Workload::pointCoordinates),
    /** Splitting. */
    BUILD_LEVEL(Operation.BUILD, "point and level, log2 n of them", work -> work.points() * work.levels()),

    /** Setting up the first search in a tree that the device does not have yet. */
    PREPARE_CALL(Operation.PREPARE, "search in a tree that the device has not", work -> 1),
    /** Copying the tree to the device. */
    PREPARE_COORDINATE(Operation.PREPARE, "coordinate of the points", Workload::pointCoordinates),

    /** Starting a search in a tree. */
    SEARCH_CALL(Operation.SEARCH, "call", work -> 1),
    /** Descending the tree. */
    SEARCH_LEVEL(Operation.SEARCH, "query and level, log2 n of them", work -> work.queries() * work.levels()),
    /** The part of visiting points that does not depend on the dimensions. */
    SEARCH_VISIT(Operation.SEARCH, "query and point looked at", Workload::allVisits),
    /** The part of visiting points that grows with the dimensions. */
    SEARCH_VISIT_DIMENSION(
            Operation.SEARCH, "query, point looked at and dimension", work -> work.allVisits() * work.dims()),
    /** Serial time per visited point for one query. */
    SEARCH_LONGEST(
            Operation.SEARCH,
            "point looked at and dimension, once for all queries",
            work -> work.visits() * work.dims()),
    /** Finding that a point belongs to the k best, copying and ordering them. */
    SEARCH_IMPROVEMENT(
            Operation.SEARCH,
            "change of a query's k best, k (1 + ln(v/k)) of them among v points looked at",
            work -> work.queries() * work.visitImprovements()),
    /** Making room among the k best. */
    SEARCH_INSERTION(
            Operation.SEARCH,
            "change of a query's k best, times k",
            work -> work.allFound() * work.visitImprovements()),

    /** Starting a search of regions. */
    RANGE_CALL(Operation.RANGE, "call", work -> 1),
    /** Descending the tree. */
    RANGE_LEVEL(Operation.RANGE, "query and level, log2 n of them", work -> work.queries() * work.levels()),
    /** The part of visiting points that does not depend on the dimensions. */
    RANGE_VISIT(Operation.RANGE, "query and point looked at", Workload::allVisits),
    /** The part of visiting points that grows with the dimensions. */
    RANGE_VISIT_DIMENSION(
            Operation.RANGE, "query, point looked at and dimension", work -> work.allVisits() * work.dims()),
    /** Copying and ordering what is found, k for a query. */
    RANGE_MATCH(Operation.RANGE, "match", Workload::allFound),

    /** Setting up the build of a grid. */
    GRID_BUILD_CALL(Operation.GRID_BUILD, "build", work -> 1),
    /** Copying points to the device and sorting them. */
    GRID_BUILD_COORDINATE(Operation.GRID_BUILD, "coordinate of the points", Workload::pointCoordinates),

    /** Starting a search within a distance. */
    GRID_RANGE_CALL(Operation.GRID_RANGE, "call", work -> 1),
    /** Finding the cells around a query. */
    GRID_RANGE_ROW(
            Operation.GRID_RANGE, "query and row of cells, 3^(d-1) of them", work -> work.queries() * work.cells() / 3),
    /** Visiting the points of the cells. */
    GRID_RANGE_CANDIDATE(
            Operation.GRID_RANGE, "query, point of its cells and dimension", work -> work.cellPoints() * work.dims()),
    /** Copying and ordering what is found, k for a query. */
    GRID_RANGE_MATCH(Operation.GRID_RANGE, "match", Workload::allFound),

    /** Setting up the build of an R-tree. */
    R_TREE_BUILD_CALL(Operation.R_TREE_BUILD, "build", work -> 1),
    /** Copying boxes to the device and sorting them. */
    R_TREE_BUILD_COORDINATE(Operation.R_TREE_BUILD, "dimension of the boxes", Workload::pointCoordinates),

    /** Starting a search of an R-tree. */
    R_TREE_SEARCH_CALL(Operation.R_TREE_SEARCH, "call", work -> 1),
    /** Bringing boxes and queries to the device, and making the boxes of the nodes. */
    R_TREE_SEARCH_COORDINATE(Operation.R_TREE_SEARCH, "dimension of boxes and queries", Workload::coordinates),
    /** Descending the tree. */
    R_TREE_SEARCH_LEVEL(
            Operation.R_TREE_SEARCH, "query and level, log2 n of them", work -> work.queries() * work.levels()),
    /** Finding, copying and ordering the matches, k for a query. */
    R_TREE_SEARCH_MATCH(Operation.R_TREE_SEARCH, "match", Workload::allFound),

    /** Starting a descent of two trees. */
    FRONTIER_CALL(Operation.FRONTIER, "call", work -> 1),
    /** Starting a step of it. */
    FRONTIER_STEP(Operation.FRONTIER, "level, log2 n of them", Workload::levels),
    /** Bringing boxes and queries to the device, building the tree of the queries, and making the boxes of the nodes. */
    FRONTIER_COORDINATE(Operation.FRONTIER, "dimension of boxes and queries", Workload::coordinates),
    /** Pairs of the levels. */
    FRONTIER_LEVEL(Operation.FRONTIER, "query and level, log2 n of them", work -> work.queries() * work.levels()),
    /** Finding, copying and ordering the matches, k for a query. */
    FRONTIER_MATCH(Operation.FRONTIER, "match", Workload::allFound),

    /** Setting up a merge sort. */
    MERGE_SORT_CALL(Operation.MERGE_SORT, "call", work -> 1),
    /** Starting a pass over all keys. */
    MERGE_SORT_PASS(Operation.MERGE_SORT, "pass, log2 n of them", Workload::levels),
    /** Copying a key. */
    MERGE_SORT_KEY(Operation.MERGE_SORT, "key", Workload::points),
    /** Merging a key. */
    MERGE_SORT_LEVEL(Operation.MERGE_SORT, "key and pass", work -> work.points() * work.levels()),

    /** Setting up a radix sort. */
    RADIX_SORT_CALL(Operation.RADIX_SORT, "call", work -> 1),
    /** Copying a key and moving it through the passes. */
    RADIX_SORT_KEY(Operation.RADIX_SORT, "key of a column", Workload::pointCoordinates),

    /** Setting up a sort of segments. */
    SEGMENTED_SORT_CALL(Operation.SEGMENTED_SORT, "call", work -> 1),
    /** Copying a key and sorting it. */
    SEGMENTED_SORT_KEY(Operation.SEGMENTED_SORT, "key of a column", Workload::pointCoordinates),
    /** The fixed time of a segment. */
    SEGMENTED_SORT_SEGMENT(Operation.SEGMENTED_SORT, "segment", Workload::queries),

    /** Setting up a selection in one pass. */
    SINGLE_PASS_CALL(Operation.SINGLE_PASS, "call", work -> 1),
    /** Copying and reading a value. */
    SINGLE_PASS_VALUE(Operation.SINGLE_PASS, "value", Workload::pairs),
    /** The fixed time of a row. */
    SINGLE_PASS_ROW(Operation.SINGLE_PASS, "row", Workload::queries),
    /** Copying and ordering what is selected. */
    SINGLE_PASS_FOUND(Operation.SINGLE_PASS, "selected value, times 1 + log2 k", Workload::allOrdered),

    /** Setting up a selection digit by digit. */
    RADIX_SELECT_CALL(Operation.RADIX_SELECT, "call", work -> 1),
    /** Copying and reading a value. */
    RADIX_SELECT_VALUE(Operation.RADIX_SELECT, "value", Workload::pairs),
    /** The fixed time of a row. */
    RADIX_SELECT_ROW(Operation.RADIX_SELECT, "row", Workload::queries),
    /** Copying and ordering what is selected. */
    RADIX_SELECT_FOUND(Operation.RADIX_SELECT, "selected value", Workload::allFound),

    /** Setting up a sort of whole rows. */
    SORT_ROWS_CALL(Operation.SORT_ROWS, "call", work -> 1),
    /** Sorting a value. */
    SORT_ROWS_VALUE(Operation.SORT_ROWS, "value", Workload::pairs),

    /** Setting up a scan, a reduction or a partition. */
    PARTITION_CALL(Operation.PARTITION, "call", work -> 1),
    /** Copying an element there and back and moving it. */
    PARTITION_ELEMENT(Operation.PARTITION, "element of an array", Workload::pointCoordinates),

    /** Setting up a top-k join by a bound. */
    TOP_K_THRESHOLD_CALL(Operation.TOP_K_THRESHOLD, "call", work -> 1),
    /** Reading the scores, and what is done with each row. */
    TOP_K_THRESHOLD_ROW(
            Operation.TOP_K_THRESHOLD, "row of both sides", work -> (double) work.points() + work.queries()),
    /** The rows that pairs are found among, and ordering these. */
    TOP_K_THRESHOLD_FOUND(Operation.TOP_K_THRESHOLD, "pair of the result", work -> Math.min(work.k(), work.pairs())),

    /** Setting up a top-k join by blocks. */
    TOP_K_BLOCKS_CALL(Operation.TOP_K_BLOCKS, "call", work -> 1),
    /** Reading the scores, and what is done with each row. */
    TOP_K_BLOCKS_ROW(Operation.TOP_K_BLOCKS, "row of both sides", work -> (double) work.points() + work.queries()),
    /** The rows that pairs are found among, and ordering these. */
    TOP_K_BLOCKS_FOUND(Operation.TOP_K_BLOCKS, "pair of the result", work -> Math.min(work.k(), work.pairs())),

    /** Setting up a top-k join by trees. */
    TOP_K_TREES_CALL(Operation.TOP_K_TREES, "call", work -> 1),
    /** Reading the scores, and what is done with each row. */
    TOP_K_TREES_ROW(Operation.TOP_K_TREES, "row of both sides", work -> (double) work.points() + work.queries()),
    /** The rows that pairs are found among, and ordering these. */
    TOP_K_TREES_FOUND(Operation.TOP_K_TREES, "pair of the result", work -> Math.min(work.k(), work.pairs())),

    /** Setting up a top-k join of all near pairs. */
    TOP_K_JOIN_CALL(Operation.TOP_K_JOIN, "call", work -> 1),
    /** Reading the scores, and what is done with each row. */
    TOP_K_JOIN_ROW(Operation.TOP_K_JOIN, "row of both sides", work -> (double) work.points() + work.queries()),
    /** The rows that pairs are found among, and ordering these. */
    TOP_K_JOIN_FOUND(Operation.TOP_K_JOIN, "pair of the result", work -> Math.min(work.k(), work.pairs())),

    /** Compiling for the first join by all distances in a process. */
    FUSED_COMPILE(Operation.FUSED),
    /** Compiling for the first join by matrices. */
    TWO_STAGE_COMPILE(Operation.TWO_STAGE),
    /** Compiling for the first build. */
    BUILD_COMPILE(Operation.BUILD),
    /** Compiling for the first search in a tree. */
    SEARCH_COMPILE(Operation.SEARCH),
    /** Compiling for the first search of regions. */
    RANGE_COMPILE(Operation.RANGE),
    /** Compiling for the first build of a grid. */
    GRID_BUILD_COMPILE(Operation.GRID_BUILD),
    /** Compiling for the first search by a grid. */
    GRID_RANGE_COMPILE(Operation.GRID_RANGE),
    /** Compiling for the first build of an R-tree. */
    R_TREE_BUILD_COMPILE(Operation.R_TREE_BUILD),
    /** Compiling for the first search of an R-tree. */
    R_TREE_SEARCH_COMPILE(Operation.R_TREE_SEARCH),
    /** Compiling for the first descent of two trees. */
    FRONTIER_COMPILE(Operation.FRONTIER),
    /** Compiling for the first merge sort. */
    MERGE_SORT_COMPILE(Operation.MERGE_SORT),
    /** Compiling for the first radix sort. */
    RADIX_SORT_COMPILE(Operation.RADIX_SORT),
    /** Compiling for the first sort of segments. */
    SEGMENTED_SORT_COMPILE(Operation.SEGMENTED_SORT),
    /** Compiling for the first selection in one pass. */
    SINGLE_PASS_COMPILE(Operation.SINGLE_PASS),
    /** Compiling for the first selection digit by digit. */
    RADIX_SELECT_COMPILE(Operation.RADIX_SELECT),
    /** Compiling for the first scan, reduction or partition. */
    PARTITION_COMPILE(Operation.PARTITION),
    /** Compiling for the first top-k join by a bound. */
    TOP_K_THRESHOLD_COMPILE(Operation.TOP_K_THRESHOLD),
    /** Compiling for the first top-k join by blocks. */
    TOP_K_BLOCKS_COMPILE(Operation.TOP_K_BLOCKS),
    /** Compiling for the first top-k join by trees. */
    TOP_K_TREES_COMPILE(Operation.TOP_K_TREES),
    /** Compiling for the first top-k join of all near pairs. */
    TOP_K_JOIN_COMPILE(Operation.TOP_K_JOIN);

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

    /** A term that is paid once in a process. */
    CostTerm(Operation operation) {
        this.operation = operation;
        this.unit = "first call in a process";
        this.amount = work -> 1;
        this.compilation = true;
    }

    Operation operation() {
        return operation;
    }

    /** Its name in files. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Tells whether only the first call pays the term; {@link DeviceCosts#estimate} leaves it out. */
    boolean isCompilation() {
        return compilation;
    }

    /** Returns the name of the unit. */
    String unit() {
        return unit;
    }

    /** Returns the number of units of a workload. */
    double amount(Workload work) {
        return amount.applyAsDouble(work);
    }
}
