package dev.gyre.engine.contract;

import org.junit.jupiter.api.Nested;

/** The contracts of joins and searches of boxes and of the best pairs, on the JVM. */
class JvmBoxContractsTest {

    @Nested
    @OnJvm(thinning = {1, 4})
    class RTreeSearches extends RTreeSearchContract {}

    @Nested
    @OnJvm(thinning = {1, 7})
    class RTreeNearest extends RTreeNearestContract {}

    @Nested
    @OnJvm(
            thinning = {1, 5},
            alone = true)
    class BoxJoins extends BoxJoinContract {}

    @Nested
    @OnJvm(thinning = {1, 3})
    class TopKJoins extends TopKJoinContract {}

    @Nested
    @OnJvm(thinning = {1, 7})
    class TopKHardCases extends TopKHardCasesContract {}
}
