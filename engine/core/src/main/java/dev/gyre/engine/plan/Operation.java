package dev.gyre.engine.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The operations whose costs the planner knows, each with the terms whose sum is its cost. The terms of data include its copies to and from
 * a device. Amounts never shrink as points, queries, dimensions or k grow, and so costs do not either.
 *
 * <p>The numbers are the seconds of a unit if nothing was measured on this machine: on one thread, on sixteen threads, and on an NVIDIA
 * H200, measured 2026-11-22 with Temurin 25.
 *
 * <ul>
 *   <li>One thread of a machine of 2 cores (AMD EPYC) that also had other work: from the times of {@code gyre calibrate}. The constants
 *       reproduce these within a factor of 1.1 to 1.6 (one standard deviation). Two-stage is also from joins of 64 to 512 queries, since
 *       its constants were the least certain. Merge and radix sort are from sorts of 256 to 65,536 keys.
 *   <li>Sixteen threads of the H200's host (16 virtual cores of an Intel Xeon): calls, builds, radix sorts, selections in one pass and
 *       scans are fitted to second and later calls in {@code benchmarks/results/2026-11-22-calls*}. Searches and ranges are 1/14 and 1/10
 *       of the times of one thread, which agrees with the calls in 2, 3 and 6 dimensions. Brute force is as calibrated there, with a serial
 *       time per point from one thread's pairs. Two-stage is 1/10, radix select and sorts of rows are 1/6 of the times of one thread; these
 *       were not measured with sixteen threads.
 *   <li>H200 (CUDA, TornadoVM 5.2): fused and two-stage from data on the device ({@code 2026-11-20-knn-nvidia-h200-cuda.csv}: 4,096 queries
 *       need 7.2 ns for a coordinate of the points, regardless of the number of points; a matrix needs 5.6 ps a pair). Their calls and
 *       coordinates, builds, searches, ranges, sorts, selections and scans are from the same calls as for sixteen threads. A two-stage call
 *       has one launch more, 0.05 ms. The passes of merge sort are set so that radix sort overtakes it at 65,536 keys. Radix select and
 *       segments are as calibrated.
 *   <li>Grids on one thread: solved from the processor time of self-joins of 100,000 uniform points of 2, 3 and 4 dimensions with 1, 4 and
 *       30 matches each, in steps of 10 ms; calls were not measured. On sixteen threads a tenth of that, and on an accelerator about the
 *       same as kd-trees; neither was measured. The automatic choice uses grids only on the JVM.
 *   <li>R-trees on one thread: fitted to the processor time of joins in the plane, of 100,000 to 1 M boxes with 4 to 20 matches each, and of
 *       472,660 coastlines with themselves. The constants reproduce these times within a factor of 1.2, and level by level of 1.7; calls
 *       were not measured. On sixteen threads a tenth of that, not measured. On an accelerator from the builds and ranges of kd-trees, with
 *       twice the numbers per box, and 0.1 ms per level; not measured.
 *   <li>Top-k joins by a bound and of all near pairs: from second calls with 1,048,576 points on each side, k of 100 and 10,000, on one and
 *       sixteen threads of the H200's host and on the H200. For joins of all near pairs, the cost of a pair of the result was not measured:
 *       it is that of joins by a bound. Blocks and trees on one thread from 1,048,576, 32,768 and 1,024 points on the machine of 2 cores,
 *       within a factor of 2; blocks on sixteen threads from 1,048,576 points and k of 100, else a tenth of one thread. Both run on the
 *       host's threads.
 *   <li>Compilation: the time of first calls with the kernel cache filled, as in all processes but the first on a machine.
 * </ul>
 */
public enum Operation {

    /** Nearest neighbors by all distances, which are compared as they are calculated. */
    FUSED(
            call(3e-05, 0.00023, 0.0019),
            // Converting points and queries to the device's form and copying them there.
            term("coordinate", 6.4e-09, 1.5e-09, 2.2e-09)
                    .each("coordinate of points and queries", Workload::coordinates),
            // The part of a distance that does not depend on the dimensions.
            term("pair", 5.8e-10, 3.1e-11, 2.8e-13).each("pair of query and point", Workload::pairs),
            // The part of a distance that grows with the dimensions.
            term("pair-dimension", 6.9e-11, 9.5e-12, 1.9e-14)
                    .each("pair and dimension", work -> work.pairs() * work.dims()),
            // Serial time per point for one query, which dominates if queries are too few for all threads.
            term("longest", 0, 2.6e-10, 7.2e-09)
                    .each("coordinate of the points, once for all queries", Workload::pointCoordinates),
            // Finding that a point belongs to the k best.
            term("improvement", 4.6e-08, 1.4e-08, 1.5e-09)
                    .each(
                            "change of a query's k best, k (1 + ln(n/k)) of them",
                            work -> work.queries() * work.improvements()),
            // Making room among the k best.
            term("insertion", 1.6e-10, 2e-11, 0)
                    .each("change of a query's k best, times k", work -> work.allFound() * work.improvements()),
            compile(0.01)),
    /** Nearest neighbors by all distances, a matrix of them at a time. */
    TWO_STAGE(
            call(0.0001, 0.0004, 0.00195),
            // Converting points and queries to the device's form and copying them there.
            term("coordinate", 7e-09, 1.5e-09, 2.2e-09).each("coordinate of points and queries", Workload::coordinates),
            // Writing a distance and reading it again.
            term("pair", 4e-09, 4e-10, 5.6e-12).each("pair of query and point", Workload::pairs),
            // The part of a distance that grows with the dimensions.
            term("pair-dimension", 4e-10, 4e-11, 5.3e-14)
                    .each("pair and dimension", work -> work.pairs() * work.dims()),
            // Finding that a point belongs to the k best.
            term("improvement", 9e-08, 1.4e-08, 1.5e-09)
                    .each(
                            "change of a query's k best, k (1 + ln(n/k)) of them",
                            work -> work.queries() * work.improvements()),
            compile(0.01)),
    /** Building a kd-tree. */
    BUILD(
            call("build", 0.00019, 0.0032, 0.0042),
            // Converting points to the device's form and copying them there.
            term("coordinate", 8.7e-08, 2.1e-08, 4.25e-09).each("coordinate of the points", Workload::pointCoordinates),
            // Splitting.
            term("level", 3.3e-09, 0, 0).each("point and level, log2 n of them", work -> work.points() * work.levels()),
            compile(0.043)),
    /** Copying a tree to a device. */
    PREPARE(
            call("search in a tree that is not on the device", 0, 0, 0.00059),
            // Copying the tree to the device.
            term("coordinate", 0, 0, 1.8e-09).each("coordinate of the points", Workload::pointCoordinates)),
    /** Nearest neighbors by an existing kd-tree. */
    SEARCH(
            call(4.6e-05, 0.00024, 0.0004),
            // Descending the tree.
            term("level", 5.2e-08, 3.7e-09, 0)
                    .each("query and level, log2 n of them", work -> work.queries() * work.levels()),
            // The part of visiting points that does not depend on the dimensions.
            term("visit", 0, 0, 0).each("query and point looked at", Workload::allVisits),
            // The part of visiting points that grows with the dimensions.
            term("visit-dimension", 1.7e-09, 1.2e-10, 2.6e-12)
                    .each("query, point looked at and dimension", work -> work.allVisits() * work.dims()),
            // Serial time per visited point for one query.
            term("longest", 1.4e-09, 1.4e-09, 9.3e-08)
                    .each("point looked at and dimension, once for all queries", work -> work.visits() * work.dims()),
            // Finding that a point belongs to the k best, copying and ordering them.
            term("improvement", 8.2e-09, 5.9e-10, 8.1e-10)
                    .each(
                            "change of a query's k best, k (1 + ln(v/k)) of them among v points looked at",
                            work -> work.queries() * work.visitImprovements()),
            // Making room among the k best.
            term("insertion", 6.6e-10, 4.7e-11, 0)
                    .each("change of a query's k best, times k", work -> work.allFound() * work.visitImprovements()),
            compile(0.03)),
    /** Points in regions by an existing kd-tree. */
    RANGE(
            call(3.2e-05, 0.0004, 0.0009),
            // Descending the tree.
            term("level", 4.6e-08, 4.6e-09, 1.6e-09)
                    .each("query and level, log2 n of them", work -> work.queries() * work.levels()),
            // The part of visiting points that does not depend on the dimensions.
            term("visit", 2.5e-08, 2.5e-09, 0).each("query and point looked at", Workload::allVisits),
            // The part of visiting points that grows with the dimensions.
            term("visit-dimension", 8.8e-10, 8.8e-11, 1e-11)
                    .each("query, point looked at and dimension", work -> work.allVisits() * work.dims()),
            // Copying and ordering what is found, k for a query.
            term("match", 0, 0, 2e-09).each("match", Workload::allFound),
            compile(0.007)),
    /** Building a grid. */
    GRID_BUILD(
            call("build", 0.0001, 0.001, 0.001),
            // Copying points to the device and sorting them.
            term("coordinate", 4e-08, 4e-09, 2e-09).each("coordinate of the points", Workload::pointCoordinates),
            compile(0.03)),
    /** Points within a distance by an existing grid. */
    GRID_RANGE(
            call(3.2e-05, 0.0004, 0.0009),
            // Finding the cells around a query.
            term("row", 7e-08, 7e-09, 1e-10)
                    .each("query and row of cells, 3^(d-1) of them", work -> work.queries() * work.cells() / 3),
            // Visiting the points of the cells.
            term("candidate", 2e-09, 2e-10, 1e-11)
                    .each("query, point of its cells and dimension", work -> work.cellPoints() * work.dims()),
            // Copying and ordering what is found, k for a query.
            term("match", 5e-08, 5e-09, 2e-09).each("match", Workload::allFound),
            compile(0.007)),
    /** Building an R-tree. */
    R_TREE_BUILD(
            call("build", 0.0001, 0.001, 0.001),
            // Copying boxes to the device and sorting them.
            term("coordinate", 6e-08, 6e-09, 4.25e-09).each("dimension of the boxes", Workload::pointCoordinates),
            compile(0.043)),
    /** Boxes that match queries, by an existing R-tree, query by query. */
    R_TREE_SEARCH(
            call(3.2e-05, 0.0003, 0.0009),
            // Bringing boxes and queries to the device, and making the boxes of the nodes.
            term("coordinate", 1e-08, 1e-09, 3.6e-09).each("dimension of boxes and queries", Workload::coordinates),
            // Descending the tree.
            term("level", 2e-08, 2e-09, 1.6e-09)
                    .each("query and level, log2 n of them", work -> work.queries() * work.levels()),
            // Finding, copying and ordering the matches, k for a query.
            term("match", 2e-08, 2e-09, 2e-09).each("match", Workload::allFound),
            compile(0.007)),
    /** Boxes that match those of another R-tree, level by level; the call builds that tree. */
    FRONTIER(
            call(0.0001, 0.0005, 0.0009),
            // Starting a step.
            term("step", 1e-05, 5e-05, 0.0001).each("level, log2 n of them", Workload::levels),
            // Bringing boxes and queries to the device, building the tree of the queries, and making the boxes of the
            // nodes.
            term("coordinate", 4e-08, 4e-09, 7.8e-09).each("dimension of boxes and queries", Workload::coordinates),
            // Pairs of the levels.
            term("level", 2.5e-08, 2.5e-09, 2e-09)
                    .each("query and level, log2 n of them", work -> work.queries() * work.levels()),
            // Finding, copying and ordering the matches, k for a query.
            term("match", 1.5e-07, 1.5e-08, 4e-09).each("match", Workload::allFound),
            compile(0.02)),
    /** Sorting by merges. */
    MERGE_SORT(
            call(1.3e-05, 5e-05, 6e-05),
            // Starting a pass over all keys.
            term("pass", 0, 0, 2.5e-05).each("pass, log2 n of them", Workload::levels),
            // Copying a key.
            term("key", 0, 0, 9e-10).each("key", Workload::points),
            // Merging a key.
            term("level", 7.7e-09, 1.6e-08, 2.4e-11).each("key and pass", work -> work.points() * work.levels()),
            compile(0.02)),
    /** Sorting digit by digit. */
    RADIX_SORT(
            call(6.4e-05, 0.0007, 0.0005),
            // Copying a key and moving it through the passes.
            term("key", 3e-08, 5e-09, 1.05e-09).each("key of a column", Workload::pointCoordinates),
            compile(0.02)),
    /** Sorting many segments, each by itself. */
    SEGMENTED_SORT(
            call(1.5e-05, 0.0002, 0.0003),
            // Copying a key and sorting it.
            term("key", 4e-08, 1e-08, 1.6e-09).each("key of a column", Workload::pointCoordinates),
            // The fixed time of a segment.
            term("segment", 0, 0, 1.8e-08).each("segment", Workload::queries),
            compile(0.02)),
    /** Selecting the k best of rows in one pass. */
    SINGLE_PASS(
            call(1.2e-05, 0.0001, 0.00025),
            // Copying and reading a value.
            term("value", 8.3e-10, 1.27e-10, 6.2e-10).each("value", Workload::pairs),
            // The fixed time of a row.
            term("row", 0, 0, 1e-08).each("row", Workload::queries),
            // Copying and ordering what is selected.
            term("found", 1.4e-08, 2.9e-09, 8e-10).each("selected value, times 1 + log2 k", Workload::allOrdered),
            compile(0.016)),
    /** Selecting the k best of rows digit by digit. */
    RADIX_SELECT(
            call(6.4e-05, 0.0002, 0.0006),
            // Copying and reading a value.
            term("value", 1e-08, 1.7e-09, 6.45e-10).each("value", Workload::pairs),
            // The fixed time of a row.
            term("row", 3.7e-06, 6e-07, 1e-07).each("row", Workload::queries),
            // Copying and ordering what is selected.
            term("found", 3.2e-08, 6e-09, 5e-09).each("selected value", Workload::allFound),
            compile(0.016)),
    /** Selecting the k best of rows by sorting whole rows, on the host. */
    SORT_ROWS(
            call(1.2e-05, 0.0001, 0),
            // Sorting a value.
            term("value", 2.1e-08, 3.5e-09, 0).each("value", Workload::pairs)),
    /** Scans, reductions and partitions, which pass over all elements a few times. */
    PARTITION(
            call(2.7e-05, 8e-05, 0.00015),
            // Copying an element there and back and moving it.
            term("element", 7e-10, 3.3e-10, 6.7e-10).each("element of an array", Workload::pointCoordinates),
            compile(0.02)),
    /** The k best pairs near each other, by a bound on their scores. */
    TOP_K_THRESHOLD(call(1e-4, 5e-4, 2e-3), rows(8e-9, 5.5e-9, 9.5e-9), bestPairs(5.3e-6, 1.4e-6, 3e-6), compile(0.01)),
    /** The k best pairs near each other, by blocks of rows. */
    TOP_K_BLOCKS(call(1e-3, 1e-3, 3e-3), rows(1.5e-8, 1.8e-8, 1.8e-8), bestPairs(5e-5, 5e-6, 5e-6), compile(0)),
    /** The k best pairs near each other, by two trees. */
    TOP_K_TREES(call(1e-3, 2e-3, 3e-3), rows(4e-7, 4e-8, 4e-8), bestPairs(2e-5, 2e-6, 2e-6), compile(0)),
    /** The k best pairs near each other, from all near pairs. */
    TOP_K_JOIN(
            call(0.0002, 0.0006, 0.0025), rows(2.3e-7, 3.8e-8, 1.4e-7), bestPairs(5.3e-6, 1.4e-6, 3e-6), compile(0.01));

    private final List<CostTerm> terms;
    private final List<CostTerm> firstTerms;

    Operation(CostTerm... parts) {
        String prefix = name().toLowerCase(Locale.ROOT).replace('_', '-') + "-";
        List<CostTerm> all =
                Arrays.stream(parts).map(part -> part.withPrefix(prefix)).toList();
        terms = all.stream().filter(term -> !term.isCompilation()).toList();
        firstTerms = all.stream().filter(CostTerm::isCompilation).toList();
    }

    /** The key of a term and the seconds of its unit. */
    private record Seconds(String key, double one, double sixteen, double accelerator) {

        CostTerm each(String unit, ToDoubleFunction<Workload> amount) {
            return new CostTerm(key, unit, amount, false, one, sixteen, accelerator);
        }
    }

    private static Seconds term(String key, double one, double sixteen, double accelerator) {
        return new Seconds(key, one, sixteen, accelerator);
    }

    /** The cost of setting up a call. */
    private static CostTerm call(double one, double sixteen, double accelerator) {
        return call("call", one, sixteen, accelerator);
    }

    private static CostTerm call(String unit, double one, double sixteen, double accelerator) {
        return term("call", one, sixteen, accelerator).each(unit, work -> 1);
    }

    /** The cost that compiling adds to the first call on an accelerator in a process. */
    private static CostTerm compile(double accelerator) {
        return new CostTerm("compile", "first call in a process", work -> 1, true, 0, 0, accelerator);
    }

    /** For a top-k join: reading the scores, and the work on each row. */
    private static CostTerm rows(double one, double sixteen, double accelerator) {
        return term("row", one, sixteen, accelerator)
                .each("row of both sides", work -> (double) work.points() + work.queries());
    }

    /** For a top-k join: the rows among which pairs are found, and ordering the pairs. */
    private static CostTerm bestPairs(double one, double sixteen, double accelerator) {
        return term("found", one, sixteen, accelerator)
                .each("pair of the result", work -> Math.min(work.k(), work.pairs()));
    }

    /** Returns the terms of all operations: those of every call, then those that only first calls pay. */
    public static List<CostTerm> allTerms() {
        return Stream.concat(
                        Arrays.stream(values()).flatMap(operation -> operation.terms.stream()),
                        Arrays.stream(values()).flatMap(operation -> operation.firstTerms.stream()))
                .toList();
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

    /** Returns the terms of the cost of a call whose programs are compiled, in their order. */
    public List<CostTerm> terms() {
        return terms;
    }

    /** Returns the terms that only the first call in a process pays: one, or none if nothing is compiled. */
    public List<CostTerm> firstTerms() {
        return firstTerms;
    }
}
