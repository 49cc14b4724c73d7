package dev.gyre.engine.contract;

import dev.gyre.engine.data.JoinMethod;
import org.junit.jupiter.api.Nested;

/**
 * The contracts of joins and searches of the nearest points, on the JVM. A class of their own, since a process of the tests runs a class as a whole,
 * and these take as long as the other contracts of points.
 */
class JvmNearestContractsTest {

    @Nested
    @OnJvm(
            thinning = {3, 9},
            alone = true)
    class KnnJoins extends KnnJoinContract {}

    @Nested
    @OnJvm(
            thinning = {5, 11},
            onCard = 47)
    class KnnTwoStageJoins extends KnnJoinContract {

        @Override
        protected JoinMethod method() {
            return JoinMethod.TWO_STAGE;
        }
    }

    @Nested
    @OnJvm(thinning = {5, 11})
    class KnnTreeJoins extends KnnJoinContract {

        @Override
        protected JoinMethod method() {
            return JoinMethod.KD_TREE;
        }
    }

    @Nested
    @OnJvm(thinning = {5, 17})
    class SingleQueries extends SingleQueryContract {}

    @Nested
    @OnJvm(thinning = 1)
    class LargeK extends LargeKContract {}

    @Nested
    @OnJvm(thinning = {1, 3})
    class NeighborAnswers extends NeighborAnswersContract {}

    @Nested
    @OnJvm(thinning = {5, 11})
    class FilteredJoins extends FilteredJoinContract {}
}
