package dev.gyre.engine.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

    private static final Workload WORK = new Workload(1000, 1000, 2, 1);

    /** Makes a candidate of a join by trees, or by other operations. */
    private static Plan.Candidate candidate(
            String device, double seconds, double preparation, double once, Operation... operations) {
        Operation[] all = operations.length > 0 ? operations : new Operation[] {Operation.BUILD, Operation.SEARCH};
        return new Plan.Candidate(
                device, Strategy.of("s", WORK, all), seconds, preparation, once, Experience.Past.NONE);
    }

    private static List<String> together(Plan.Candidate best, Plan.Candidate... others) {
        return Plan.together(best, List.of(others)).stream()
                .map(Plan.Candidate::device)
                .toList();
    }

    @Test
    void shouldEndWhenTheRatesOfAllAddUpToTheWhole() {
        assertEquals(1, Plan.seconds(List.of(candidate("a", 1, 0, 0))), 1e-12);
        assertEquals(0.5, Plan.seconds(List.of(candidate("a", 1, 0, 0), candidate("b", 1, 0, 0))), 1e-12);
        // Both answer from 1 s on: by then the first has answered half, and of the rest it answers half.
        assertEquals(1.5, Plan.seconds(List.of(candidate("a", 2, 0, 0), candidate("b", 2.5, 0.5, 0.5))), 1e-12);
    }

    @Test
    void shouldShareWhereThatIsSooner() {
        Plan.Candidate card = candidate("card:0", 1, 0.1, 0);
        assertEquals(List.of("card:0", "jvm"), together(card, candidate("jvm", 1.5, 0.1, 0), card));
        assertEquals(List.of("card:0"), together(card, candidate("jvm", 3, 0.1, 0), card));
        assertEquals(List.of("card:0", "card:1"), together(card, candidate("card:1", 3, 0.1, 0), card));
        assertEquals(List.of("card:0"), together(card, candidate("jvm", 2, 1.5, 0), card));
        assertEquals(
                List.of("card:0", "card:1"),
                together(card, candidate("jvm", 2, 0.1, 0), candidate("card:1", 1, 0.1, 0), card));
    }

    @Test
    void shouldNotShareWhatIsShort() {
        assertEquals(List.of("card:0"), together(candidate("card:0", 0.1, 0, 0), candidate("card:1", 0.1, 0, 0)));
        assertEquals(List.of("jvm"), together(candidate("jvm", 0.004, 0, 0), candidate("card:1", 0.001, 0, 0.1)));
    }

    @Test
    void shouldBeginOnTheJvmWhileADeviceIsOpened() {
        assertEquals(List.of("device", "jvm"), together(candidate("device", 0.2, 0.1, 1), candidate("jvm", 2, 0.1, 0)));
    }

    /** In these operations a device waits for the JVM's threads; another device has its own bus. */
    @Test
    void shouldNotTakeThreadsFromADeviceThatNeedsThem() {
        for (Operation operation : List.of(Operation.RANGE, Operation.R_TREE_SEARCH, Operation.RADIX_SELECT)) {
            Plan.Candidate card = candidate("card:0", 1, 0, 0, operation);
            Plan.Candidate second = candidate("card:1", 1, 0, 0, operation);
            Plan.Candidate jvm = candidate("jvm", 1, 0, 0, operation);
            assertEquals(List.of("card:0", "card:1"), together(card, jvm, second), operation::name);
            assertEquals(
                    List.of("card:0", "jvm"),
                    together(candidate("card:0", 1, 0, 0.5, operation), jvm),
                    operation::name);
        }
    }

    @Test
    void shouldShareOnlyByStrategiesThatGoTogether() {
        Plan.Candidate card = candidate("card:0", 1, 0, 0, Operation.FUSED);
        assertEquals(List.of("card:0"), together(card, candidate("jvm", 1, 0, 0)));
        assertEquals(List.of("card:0", "jvm"), together(card, candidate("jvm", 1, 0, 0, Operation.TWO_STAGE)));
        Plan.Candidate levels = candidate("card:0", 1, 0, 0, Operation.FRONTIER);
        assertEquals(List.of("card:0"), together(levels, candidate("jvm", 1, 0, 0, Operation.FRONTIER)));
    }
}
