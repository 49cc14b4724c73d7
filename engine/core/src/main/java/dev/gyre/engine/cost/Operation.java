package dev.gyre.engine.cost;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The operations whose costs the planner knows, each with its unit of work. A call takes a fixed time and a time for each unit: see {@link
 * Rates}. Units never shrink as points, queries, dimensions or k grow.
 *
 * <p>A unit weighs the parts of the work against each other: on threads, where arithmetic and memory count, and on an accelerator, where
 * copies and the serial part of a query often count more. The weights are ratios of times that were measured on two cores, on the 16 threads
 * of an H200's host and on the H200 ({@code benchmarks/results/2026/2026-11-22-calls*}); the rates of a device say how long its unit takes.
 */
public enum Operation {

    /**
     * Nearest neighbors by all distances, which are compared as they are calculated. An accelerator answers 2^17 queries and more in hardly
     * more than the time of one, in which it reads the points once.
     */
    FUSED(
            "pair and dimension",
            work -> work.pairs() * (5 + work.dims())
                    + 180 * work.coordinates()
                    + 1000 * work.allImprovements()
                    + 2 * work.found() * work.allImprovements(),
            "coordinate of the points",
            work -> 1.3 * work.pointCoordinates()
                    + 0.3 * work.queryCoordinates()
                    + 0.2 * work.allImprovements()
                    + work.pairs() * (15 + work.dims()) / 400_000),
    /** Nearest neighbors by all distances, a matrix of them at a time. */
    TWO_STAGE(
            "pair and dimension",
            work -> work.pairs() * (10 + work.dims()) + 30 * work.coordinates() + 250 * work.allImprovements(),
            "coordinate of points and queries",
            work -> work.coordinates() + 0.7 * work.allImprovements() + work.pairs() * (100 + work.dims()) / 40_000),
    /** Building a kd-tree. */
    BUILD("coordinate of the points", Workload::pointCoordinates),
    /** Copying a tree to a device. */
    PREPARE("coordinate of the points", Workload::pointCoordinates),
    /** Nearest neighbors by an existing kd-tree. An accelerator waits for the longest of many searches side by side. */
    SEARCH(
            "query, point looked at and dimension",
            work -> work.allVisits() * work.dims()
                    + 30 * work.queryLevels()
                    + (5 + 0.4 * work.found()) * work.allVisitImprovements(),
            "change of a query's k best",
            work -> work.allVisitImprovements()
                    + work.allVisits() * work.dims() / 300
                    + 100 * work.visits() * work.dims()),
    /** Points in regions by an existing kd-tree. */
    RANGE(
            "query and point looked at",
            work -> work.allVisits() * (28 + work.dims()) / 30 + 2 * work.queryLevels() + work.allFound(),
            "match",
            work -> work.allFound() + work.queryLevels() + work.allVisits() * work.dims() / 200),
    /** Clusters of dense points by an existing kd-tree: counts near each point, components, and the points on their borders. */
    DBSCAN("point and level", work -> work.queryLevels() * (2 + work.dims()) / 4 + work.allFound()),
    /** The minimum spanning tree of the points of a kd-tree: core distances, and the nearest points of other components in some rounds. */
    SPANNING_TREE(
            "point, level and dimension",
            work -> work.queryLevels() * (10 + work.dims()) + work.allFound() * (10 + work.dims())),
    /** Pairs within radii by an existing kd-tree, at most those within the largest radius one by one. */
    PAIR_COUNTS("query and point looked at", work -> work.allVisits() * (28 + work.dims()) / 30 + work.queryLevels()),
    /** Values folded over points within a radius by an existing kd-tree. */
    STATISTICS(
            "query and point looked at", work -> work.allVisits() * (28 + work.dims()) / 30 + 2 * work.queryLevels()),
    /** Building a grid. */
    GRID_BUILD("coordinate of the points", Workload::pointCoordinates),
    /** Points within a distance by an existing grid. */
    GRID_RANGE(
            "query and row of cells",
            work -> work.cellRows() + work.cellPoints() * work.dims() / 35 + 0.7 * work.allFound(),
            "match",
            work -> work.allFound() + work.cellRows() / 20 + work.cellPoints() * work.dims() / 200),
    /** Building an R-tree. */
    R_TREE_BUILD("dimension of the boxes", Workload::pointCoordinates),
    /** Boxes that match queries, by an existing R-tree, query by query. */
    R_TREE_SEARCH(
            "query and level, or match",
            work -> work.queryLevels() + work.allFound() + work.coordinates() / 2,
            "query and level",
            work -> work.queryLevels() + 6 * work.allFound() + work.coordinates() / 2),
    /** Boxes that match those of another R-tree, level by level; the call builds that tree. */
    FRONTIER("query and level", work -> work.queryLevels() + 6 * work.allFound() + 2 * work.coordinates()),
    /** Sorting by merges. An accelerator launches each pass. */
    MERGE_SORT(
            "key and pass",
            work -> work.points() * work.levels(),
            "key and pass",
            work -> work.points() * (35 + work.levels()) + 1e6 * work.levels()),
    /** Sorting digit by digit. */
    RADIX_SORT("key of a column", Workload::pointCoordinates),
    /** Sorting many segments, each by itself. */
    SEGMENTED_SORT("key of a column", work -> work.pointCoordinates() + 5 * work.queries()),
    /** Selecting the k best of rows in one pass. */
    SINGLE_PASS(
            "value",
            work -> work.pairs() + 18 * work.allOrdered(),
            "value",
            work -> work.pairs() + 15 * work.queries() + 1.3 * work.allOrdered()),
    /** Selecting the k best of rows digit by digit. */
    RADIX_SELECT("value", work -> work.pairs() + 300 * work.queries() + 3 * work.allFound()),
    /** Selecting the k best of rows by sorting whole rows, on the host. */
    SORT_ROWS("value", Workload::pairs),
    /** Scans, reductions and partitions, which pass over all elements a few times. */
    PARTITION("element of an array", Workload::pointCoordinates),
    /** The k best pairs near each other, by a bound on their scores. */
    TOP_K_THRESHOLD("row", work -> work.rows() + 500 * work.bestPairs()),
    /** The k best pairs near each other, by blocks of rows. */
    TOP_K_BLOCKS("row", work -> work.rows() + 500 * work.bestPairs()),
    /** The k best pairs near each other, by two trees. */
    TOP_K_TREES("row", work -> work.rows() + 50 * work.bestPairs()),
    /** The k best pairs near each other, from all near pairs. */
    TOP_K_JOIN("row", work -> work.rows() + 30 * work.bestPairs());

    private final String unit;
    private final ToDoubleFunction<Workload> units;
    private final String unitOfAccelerator;
    private final ToDoubleFunction<Workload> unitsOfAccelerator;

    Operation(String unit, ToDoubleFunction<Workload> units) {
        this(unit, units, unit, units);
    }

    Operation(
            String unit,
            ToDoubleFunction<Workload> units,
            String unitOfAccelerator,
            ToDoubleFunction<Workload> unitsOfAccelerator) {
        this.unit = unit;
        this.units = units;
        this.unitOfAccelerator = unitOfAccelerator;
        this.unitsOfAccelerator = unitsOfAccelerator;
    }

    /** Returns the name in files. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the name of a unit: of the part of the work that has the weight 1 or that most depends on. */
    String unit(boolean accelerator) {
        return accelerator ? unitOfAccelerator : unit;
    }

    /**
     * Returns the units of a call.
     *
     * @param accelerator whether the call runs on an accelerator rather than on threads
     */
    public double units(Workload work, boolean accelerator) {
        return (accelerator ? unitsOfAccelerator : units).applyAsDouble(work);
    }

    /** Tells whether each of several devices that do a call together does this for itself: it copies or builds a tree. */
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
}
