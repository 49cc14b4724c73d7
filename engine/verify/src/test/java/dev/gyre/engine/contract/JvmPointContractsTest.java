package dev.gyre.engine.contract;

import dev.gyre.engine.data.JoinMethod;
import org.junit.jupiter.api.Nested;

/** The contracts of joins and searches of points, on the JVM. */
class JvmPointContractsTest {

    @Nested
    @OnJvm(thinning = {3, 9})
    class KnnJoins extends KnnJoinContract {}

    @Nested
    @OnJvm(thinning = {3, 11})
    class KnnTwoStageJoins extends KnnJoinContract {

        @Override
        protected JoinMethod method() {
            return JoinMethod.TWO_STAGE;
        }
    }

    @Nested
    @OnJvm(thinning = {3, 11})
    class KnnTreeJoins extends KnnJoinContract {

        @Override
        protected JoinMethod method() {
            return JoinMethod.KD_TREE;
        }
    }

    @Nested
    @OnJvm(thinning = {1, 7})
    class KdTrees extends KdTreeContract {}

    @Nested
    @OnJvm(thinning = {5, 17})
    class SingleQueries extends SingleQueryContract {}

    @Nested
    @OnJvm(thinning = 1)
    class LargeK extends LargeKContract {}

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
    class NeighborAnswers extends NeighborAnswersContract {}

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
    @OnJvm(thinning = {3, 11})
    class FilteredJoins extends FilteredJoinContract {}

    @Nested
    @OnJvm(
            thinning = {7, 29},
            onCard = 13)
    class Dbscans extends DbscanContract {}
}
