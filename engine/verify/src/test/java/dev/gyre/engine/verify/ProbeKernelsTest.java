package dev.gyre.engine.verify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import org.junit.jupiter.api.Test;

class ProbeKernelsTest {

    private static final Settings JVM = Settings.DEFAULT.withDevice(Settings.JVM);

    private final int[] values = {1, 2, Integer.MAX_VALUE, 7};
    private final Program program = Program.of(
            "probe",
            Phase.named("run")
                    .upload(values)
                    .stage(ProbeKernels.INCREMENT.stage(3, values))
                    .download(values)
                    .build());

    @Test
    void shouldRunAProgramOfTheCallersOwn() {
        try (Engine engine = Engine.open(JVM);
                Execution execution = engine.prepare(program)) {
            execution.run("run", Progress.NONE);
            execution.run("run", Progress.NONE);
        }
        assertArrayEquals(new int[] {3, 4, Integer.MIN_VALUE + 1, 7}, values);
    }

    @Test
    void shouldRefuseAProgramOnAClosedEngine() {
        Engine engine = Engine.open(JVM);
        engine.close();
        assertThrows(IllegalStateException.class, () -> engine.prepare(program));
    }

    @Test
    void shouldBeKnownToTheSelfCheck() {
        assertTrue(KernelCheck.kernels().stream().anyMatch(kernel -> kernel == ProbeKernels.INCREMENT));
    }
}
