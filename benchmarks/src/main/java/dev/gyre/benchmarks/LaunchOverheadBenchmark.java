package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.verify.ProbeKernels;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One run of a phase whose stages have next to nothing to do, over data that is on the device already. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LaunchOverheadBenchmark {

    private static final String LOAD = "load";
    private static final String LAUNCH = "launch";
    private static final String FETCH = "fetch";
    private static final int ITEMS = 1024;

    /** Stages in the phase. */
    @Param({"1", "50"})
    public int stages;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private final int[] values = new int[ITEMS];
    private Engine engine;
    private Execution execution;

    /** For JMH. */
    public LaunchOverheadBenchmark() {}

    /** Opens the engine and compiles the phase by a first run. */
    @Setup
    public void open() {
        engine = Backends.open(backend);
        execution = engine.prepare(Program.of("launch overhead", load(), launch(), fetch()));
        execution.run(LOAD, Progress.NONE);
        execution.run(LAUNCH, Progress.NONE);
    }

    private Phase load() {
        return Phase.named(LOAD).upload(values).build();
    }

    private Phase launch() {
        Phase.Builder phase = Phase.named(LAUNCH);
        for (int stage = 0; stage < stages; stage++) {
            phase.stage(ProbeKernels.INCREMENT.stage(ITEMS, values));
        }
        return phase.build();
    }

    private Phase fetch() {
        return Phase.named(FETCH)
                .stage(ProbeKernels.INCREMENT.stage(ITEMS, values))
                .download(values)
                .build();
    }

    /** Closes execution and engine. */
    @TearDown
    public void close() {
        execution.close();
        engine.close();
    }

    /** Runs the phase. */
    @Benchmark
    public void launchPhase() {
        execution.run(LAUNCH, Progress.NONE);
    }

    /** The values as they are on the device, each one more than before. */
    int[] fetched() {
        execution.run(FETCH, Progress.NONE);
        return values;
    }
}
