package dev.gyre.engine.program;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.device.PhaseOwners;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhaseOwnersTest {

    private final int[] input = new int[3];
    private final int[] result = new int[3];

    @Test
    void shouldRefuseAPhaseBeforeTheOneThatNamesItsArraysFirst() {
        Phase load = Phase.named("load").upload(input).build();
        Phase work = Phase.named("work")
                .stage(TestKernels.TWICE.stage(3, input, result))
                .build();
        Phase fetch = Phase.named("fetch").download(result).build();
        PhaseOwners owners = new PhaseOwners(Program.of("test", load, work, fetch));
        assertDoesNotThrow(() -> owners.checkRan(load, List.of()));
        assertMessage("phase work of test needs arrays of phase load, which has not run", owners, work);
        assertMessage("phase fetch of test needs arrays of phase work, which has not run", owners, fetch, load);
        assertDoesNotThrow(() -> owners.checkRan(fetch, List.of(load, work)));
    }

    private static void assertMessage(String message, PhaseOwners owners, Phase phase, Phase... done) {
        IllegalStateException e =
                assertThrows(IllegalStateException.class, () -> owners.checkRan(phase, List.of(done)));
        assertEquals(message, e.getMessage());
    }

    @Test
    void shouldLeaveArraysToTheStagesThatRun() {
        Phase none =
                Phase.named("none").stage(TestKernels.INDEX.stage(0, input)).build();
        Phase some =
                Phase.named("some").stage(TestKernels.INDEX.stage(3, input)).build();
        PhaseOwners owners = new PhaseOwners(Program.of("test", none, some));
        assertDoesNotThrow(() -> owners.checkRan(some, List.of()));
    }

    @Test
    void shouldRefuseAnUploadThatTheOwnerDoesNotMake() {
        Phase first =
                Phase.named("first").stage(TestKernels.INDEX.stage(3, input)).build();
        Phase second = Phase.named("second").upload(input).build();
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new PhaseOwners(Program.of("late", first, second)));
        assertEquals(
                "an array that phase second of late uploads must be uploaded by phase first too, which is the first to"
                        + " use it",
                e.getMessage());
    }
}
