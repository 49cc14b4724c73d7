package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One device, several threads, each with its own executions. */
@OnTornadoVm
@Timeout(300)
class TornadoThreadsTest {

    private static final int THREADS = 4;
    private static final int EXECUTIONS = 12;
    private static final int RUNS = 5;

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldServeSeveralThreadsAtOnce(Device device) throws InterruptedException, ExecutionException {
        try (Backend backend = TornadoVm.open(device)) {
            List<FutureTask<Integer>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                FutureTask<Integer> task = new FutureTask<>(() -> work(backend, number));
                tasks.add(task);
                new Thread(task, "caller " + number).start();
            }
            for (FutureTask<Integer> task : tasks) {
                assertEquals(EXECUTIONS, task.get());
            }
        }
    }

    /** Executions of different sizes and contents, each run several times. */
    private static int work(Backend backend, int number) {
        int done = 0;
        for (int round = 0; round < EXECUTIONS; round++) {
            int items = 5000 + 1000 * number + 7 * round;
            int[] in = new int[items];
            int[] factor = new int[1];
            int[] out = new int[items];
            Arrays.setAll(in, i -> i * (number + 2));
            Program program = Program.of(
                    "caller " + number + ", round " + round,
                    Phase.named("load").upload(in).build(),
                    Phase.named("search")
                            .upload(factor)
                            .stage(DeviceKernels.SCALE.stage(items, in, factor, out))
                            .stage(DeviceKernels.GROUPED.stage(items, in, out))
                            .download(out)
                            .build());
            try (Execution execution = backend.prepare(program)) {
                execution.run("load", Progress.NONE);
                for (int run = 1; run <= RUNS; run++) {
                    factor[0] = run + number;
                    execution.run("search", Progress.NONE);
                    int[] expected = new int[items];
                    Arrays.setAll(expected, i -> i * (number + 2) * (factor[0] + 1));
                    assertArrayEquals(expected, out, program::name);
                }
            }
            done++;
        }
        return done;
    }
}
