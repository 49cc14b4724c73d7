package dev.gyre.engine.contract;

import org.junit.jupiter.api.Nested;

/** The contracts of points on the JVM, except those of the nearest. */
class JvmPointContractsTest {

    @Nested
    @OnJvm(
            thinning = {1, 7},
            alone = true)
    class KdTrees extends KdTreeContract {}

    @Nested
    @OnJvm(thinning = {1, 4})
    class KdRanges extends KdRangeContract {}

    @Nested
    @OnJvm
    class SphereWindows extends SphereWindowsContract {}

    @Nested
    @OnJvm(thinning = {1, 4})
    class Grids extends GridContract {}

    @Nested
    @OnJvm(thinning = {1, 3})
    class AllPointAnswers extends PointAnswersContract {}

    @Nested
    @OnJvm(thinning = {3, 11})
    class SpanningTrees extends SpanningTreeContract {}

    @Nested
    @OnJvm(thinning = {1, 3})
    class Hierarchies extends HdbscanContract {}

    @Nested
    @OnJvm(thinning = {2, 7})
    class Folds extends FoldContract {}

    @Nested
    @OnJvm(thinning = 1)
    class DistanceJoins extends DistanceJoinContract {}

    @Nested
    @OnJvm(
            thinning = {7, 29},
            onCard = 13)
    class Dbscans extends DbscanContract {}
}
