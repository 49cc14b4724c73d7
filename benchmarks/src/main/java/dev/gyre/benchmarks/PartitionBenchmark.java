package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Scan, reduction, compaction, partition and histogram over data on the device, and the same with all copies. What is
 * counted are the bytes of input and output, each once: what the operation would move if it had to look at nothing twice.
 * {@link CopyBenchmark} is what to compare with.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class PartitionBenchmark {

    private static final String LOAD = "load";
    private static final String RUN = "run";
    private static final String COPY_AND_RUN = "copy-and-run";

    /** Number of elements. */
    @Param("1000000")
    public int n;

    /** Which: see {@link PartitionOperation}. */
    @Param("SCAN")
    public String operation;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private Engine engine;
    private Execution execution;
    private PartitionOperation.Work work;

    /** For JMH. */
    public PartitionBenchmark() {}

    /** What JMH is to report beside the number of runs. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Moved {

        /** Bytes of input and output. */
        public long bytes;

        /** For JMH. */
        public Moved() {}
    }

    /** Brings the data onto the device and compiles the stages by a first run. */
    @Setup
    public void open() {
        engine = Backends.open(backend);
        work = PartitionOperation.valueOf(operation).work(n, engine.device());
        Phase load = Phase.named(LOAD).upload(work.inputs().toArray()).build();
        Phase run = work.stages(Phase.named(RUN)).build();
        Phase copyAndRun = work.stages(Phase.named(COPY_AND_RUN)
                        .upload(work.inputs().toArray())
                        .download(work.outputs().toArray()))
                .build();
        execution = engine.prepare(Program.of("partition", load, run, copyAndRun));
        execution.run(LOAD, Progress.NONE);
        execution.run(RUN, Progress.NONE);
    }

    /** Closes execution and engine. */
    @TearDown
    public void close() {
        execution.close();
        engine.close();
    }

    /**
     * Over data on the device; the result stays there.
     *
     * @param moved counts
     */
    @Benchmark
    public void resident(Moved moved) {
        execution.run(RUN, Progress.NONE);
        moved.bytes += work.bytes();
    }

    /**
     * With input copied to the device and output copied back.
     *
     * @param moved counts
     */
    @Benchmark
    public void withTransfers(Moved moved) {
        execution.run(COPY_AND_RUN, Progress.NONE);
        moved.bytes += work.bytes();
    }

    /** The arrays on the host. */
    PartitionOperation.Work work() {
        return work;
    }
}
