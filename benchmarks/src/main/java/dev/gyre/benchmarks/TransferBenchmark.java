package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.verify.ProbeKernels;
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
 * Copies between an array of the Java heap and a device. A stage of one item touches the array on the device, so that
 * no copy can be left out; its launch is part of the time. On the JVM nothing is copied.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class TransferBenchmark {

    private static final String UPLOAD = "upload";
    private static final String DOWNLOAD = "download";

    /** Size of the array. */
    @Param({"1", "16", "256"})
    public int mebibytes;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private int[] values;
    private Engine engine;
    private Execution execution;

    /** For JMH. */
    public TransferBenchmark() {}

    /** What JMH is to report beside the number of copies. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Copied {

        /** Bytes copied. */
        public long bytes;

        /** For JMH. */
        public Copied() {}
    }

    /** Opens the engine and compiles both phases by a first run. */
    @Setup
    public void open() {
        values = new int[mebibytes << 18];
        Stage touch = ProbeKernels.INCREMENT.stage(1, values);
        engine = Backends.open(backend);
        execution = engine.prepare(Program.of(
                "transfer",
                Phase.named(UPLOAD).upload(values).stage(touch).build(),
                Phase.named(DOWNLOAD).stage(touch).download(values).build()));
        execution.run(UPLOAD, Progress.NONE);
        execution.run(DOWNLOAD, Progress.NONE);
    }

    /** Closes execution and engine. */
    @TearDown
    public void close() {
        execution.close();
        engine.close();
    }

    /**
     * Copies to the device.
     *
     * @param copied counts
     */
    @Benchmark
    public void upload(Copied copied) {
        execution.run(UPLOAD, Progress.NONE);
        copied.bytes += 4L * values.length;
    }

    /**
     * Copies from the device.
     *
     * @param copied counts
     */
    @Benchmark
    public void download(Copied copied) {
        execution.run(DOWNLOAD, Progress.NONE);
        copied.bytes += 4L * values.length;
    }

    /** The array on the host. */
    int[] values() {
        return values;
    }
}
