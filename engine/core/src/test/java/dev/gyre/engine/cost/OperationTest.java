package dev.gyre.engine.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.plan.TestCosts;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OperationTest {

    private static final int CASES = 20_000;

    /** Allows for rounding errors. */
    private static final double ROUNDING = 1 - 1e-12;

    @ParameterizedTest
    @EnumSource
    void shouldNeverCostLessForMore(Operation operation) {
        Random random = new Random(71 + operation.ordinal());
        for (int i = 0; i < CASES; i++) {
            boolean accelerator = random.nextBoolean();
            Workload less = draw(random);
            Workload more = more(less, random);
            double before = operation.units(less, accelerator);
            double after = operation.units(more, accelerator);
            assertTrue(before >= 0 && after < Double.POSITIVE_INFINITY, () -> operation + ", " + less + ", " + more);
            assertTrue(
                    after >= before * ROUNDING,
                    () -> operation + ": " + less + " has " + before + ", " + more + " has " + after);
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
    void shouldTakeAFixedTimeAndATimeForEachUnit() {
        Workload work = new Workload(8, 2, 3, 1);
        Rates rates = TestCosts.of(
                Map.of(Operation.BUILD, new Rates.Rate(0.5, 2, 9), Operation.PREPARE, new Rates.Rate(5, 0, 0)));
        assertEquals(0.5 + 2 * 24, rates.estimate(Operation.BUILD, work));
        assertEquals(5, rates.estimate(Operation.PREPARE, work));
        assertEquals(0, rates.estimate(Operation.SEARCH, work));
        assertEquals(9, rates.of(Operation.BUILD).compilation());
        assertEquals(90, rates.withCompilation(10).of(Operation.BUILD).compilation());
    }

    /** What a tree reads of its points, a device reads once; its queries run side by side. */
    @Test
    void shouldHaveOtherUnitsOnAnAccelerator() {
        Workload one = new Workload(1_000_000, 1, 3, 8);
        Workload many = new Workload(1_000_000, 1000, 3, 8);
        double onThreads = Operation.FUSED.units(many, false) / Operation.FUSED.units(one, false);
        double onAccelerator = Operation.FUSED.units(many, true) / Operation.FUSED.units(one, true);
        assertTrue(onThreads > 10 && onAccelerator < 2, () -> onThreads + ", " + onAccelerator);
    }
}
