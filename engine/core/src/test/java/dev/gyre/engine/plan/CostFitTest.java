package dev.gyre.engine.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CostFitTest {

    @Test
    void shouldFindTheConstantsThatMadeTheTimes() {
        DeviceCosts costs = TestCosts.of(term -> switch (term.key()) {
            case "two-stage-call" -> 1e-3;
            case "two-stage-coordinate" -> 1e-7;
            case "two-stage-pair" -> 3e-9;
            case "two-stage-pair-dimension" -> 1e-9;
            default -> 1e-8;
        });
        CostFit fit = new CostFit(Operation.TWO_STAGE);
        addAll(fit, work -> costs.estimate(Operation.TWO_STAGE, work));
        assertArrayEquals(new double[] {1e-3, 1e-7, 3e-9, 1e-9, 1e-8}, rounded(fit.solve()), 1e-12);
    }

    /** Rounds to two significant digits. */
    private static double[] rounded(double[] seconds) {
        double[] rounded = new double[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            rounded[i] = Double.parseDouble(String.format(java.util.Locale.ROOT, "%.1e", seconds[i]));
        }
        return rounded;
    }

    @Test
    void shouldGiveNoNegativeConstantToTimesThatShrink() {
        CostFit fit = new CostFit(Operation.BUILD);
        addAll(fit, work -> 1.0 / work.points());
        for (double seconds : fit.solve()) {
            assertEquals(true, seconds >= 0 && seconds < Double.POSITIVE_INFINITY, () -> "" + seconds);
        }
    }

    @Test
    void shouldGiveZeroToWhatWasNotMeasured() {
        assertArrayEquals(new double[2], new CostFit(Operation.PREPARE).solve());
    }

    @Test
    void shouldWeighRelativeErrorsOfBothSidesAlike() {
        CostFit fit = new CostFit(Operation.PREPARE);
        // The call takes 1 and 4 seconds for the same work: the constant is their geometric mean.
        Workload nothing = new Workload(0, 0, 1, 1);
        fit.add(nothing, 1);
        fit.add(nothing, 4);
        assertEquals(2, fit.solve()[0], 1e-6);
    }

    private static void addAll(CostFit fit, java.util.function.ToDoubleFunction<Workload> seconds) {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            Workload work = new Workload(
                    1 + random.nextInt(1 << (1 + random.nextInt(20))),
                    1 + random.nextInt(1 << (1 + random.nextInt(12))),
                    1 + random.nextInt(64),
                    1 + random.nextInt(100));
            fit.add(work, seconds.applyAsDouble(work));
        }
    }
}
