package dev.gyre.engine.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.op.KdTree;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CostTermTest {

    private static final int CASES = 20_000;

    /** Allows for rounding errors. */
    private static final double ROUNDING = 1 - 1e-12;

    @ParameterizedTest
    @MethodSource("dev.gyre.engine.plan.Operation#allTerms")
    void shouldNeverCostLessForMore(CostTerm term) {
        Random random = new Random(71 + Operation.allTerms().indexOf(term));
        for (int i = 0; i < CASES; i++) {
            Workload less = draw(random);
            Workload more = more(less, random);
            double before = term.amount(less);
            double after = term.amount(more);
            assertTrue(before >= 0 && after < Double.POSITIVE_INFINITY, () -> term + ", " + less + ", " + more);
            assertTrue(
                    after >= before * ROUNDING,
                    () -> term + ": " + less + " takes " + before + ", " + more + " takes " + after);
        }
    }

    private static Workload draw(Random random) {
        return new Workload(size(random), size(random), 1 + random.nextInt(KdTree.MAX_DIMENSIONS), 1 + size(random));
    }

    /** Draws a size from 0 to 2^26, each magnitude equally often. */
    private static int size(Random random) {
        return random.nextInt(1 << random.nextInt(27));
    }

    /** Returns the workload with a little or much more of one kind. */
    private static Workload more(Workload work, Random random) {
        int by = random.nextBoolean() ? 1 : size(random);
        return switch (random.nextInt(4)) {
            case 0 -> new Workload(work.points() + by, work.queries(), work.dims(), work.k());
            case 1 -> new Workload(work.points(), work.queries() + by, work.dims(), work.k());
            case 2 -> new Workload(work.points(), work.queries(), work.dims() + 1, work.k());
            default -> new Workload(work.points(), work.queries(), work.dims(), work.k() + by);
        };
    }

    /** All points if there is one leaf or the ball covers the cube; the ball's share if there are many leaves. */
    @ParameterizedTest
    @CsvSource({
        "10, 3, 5, 10",
        "16, 2, 1, 16",
        "1000, 2, 1000, 1000",
        "100000, 16, 100000, 100000",
        // An endless plane: 16 (1 + 2 sqrt(10 / 16 pi))^2 = 57.2 points.
        "100000000, 2, 10, 57.2",
        "100000000, 1, 10, 26"
    })
    void shouldCountVisitsAsWorkedOutByHand(long n, int dims, int k, double expected) {
        assertEquals(expected, new Workload(n, 1, dims, k).visits(), expected * 0.01);
    }

    @Test
    void shouldCountImprovementsAsWorkedOutByHand() {
        assertEquals(0, new Workload(0, 1, 2, 5).improvements());
        assertEquals(7, new Workload(7, 1, 2, 5000).improvements(), 1e-9);
        assertEquals(10 * (1 + Math.log(100)), new Workload(1000, 1, 2, 10).improvements(), 1e-9);
    }

    @Test
    void shouldAddUpTheTermsOfAnOperationOnly() {
        Workload work = new Workload(8, 2, 3, 1);
        DeviceCosts costs = TestCosts.of(Map.of("build-coordinate", 2.0, "prepare-call", 5.0));
        assertEquals(48, costs.estimate(Operation.BUILD, work));
        assertEquals(5, costs.estimate(Operation.PREPARE, work));
        assertEquals(0, costs.estimate(Operation.SEARCH, work));
        DeviceCosts compiling = TestCosts.of(term -> term.isCompilation() ? 3 : 0);
        for (Operation operation : Operation.values()) {
            assertEquals(0, compiling.estimate(operation, work));
            boolean compiles = operation != Operation.PREPARE && operation != Operation.SORT_ROWS;
            assertEquals(compiles ? 3 : 0, compiling.compilation(operation), operation::name);
        }
    }
}
