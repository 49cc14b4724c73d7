package dev.gyre.benchmarks;

import dev.gyre.engine.jvm.Workers;
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
 * Float multiply-adds by plain loops over arrays in the first-level cache: the most that a loop of the engine can reach on the
 * JVM, for shares of it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class MultiplyAddBenchmark {

    /** Times that each value goes through its chain of multiply-adds in one operation. */
    @Param("10000")
    public int passes;

    /** How many threads: {@link Backends#JVM_1} or {@code jvm}. */
    @Param("jvm")
    public String backend;

    private Workers workers;
    private float[][] values;

    /** For JMH. */
    public MultiplyAddBenchmark() {}

    /** What JMH is to report beside the number of runs. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Done {

        /** Floating-point operations: a multiply-add is two. */
        public long flops;

        /** For JMH. */
        public Done() {}
    }

    /** Makes values and threads. */
    @Setup
    public void open() {
        int threads = Backends.threads(backend);
        workers = new Workers(threads);
        values = MultiplyAdds.values(threads);
    }

    /** Ends the threads. */
    @TearDown
    public void close() {
        workers.close();
    }

    /**
     * By fused multiply-adds, which Java has as {@link Math#fma(float, float, float)} alone.
     *
     * @param done counts
     * @return the values of each thread
     */
    @Benchmark
    public float[][] fusedMultiplyAdd(Done done) {
        return run(MultiplyAdds::fused, done);
    }

    /**
     * By multiplications and additions.
     *
     * @param done counts
     * @return the values of each thread
     */
    @Benchmark
    public float[][] multiplyThenAdd(Done done) {
        return run(MultiplyAdds::separate, done);
    }

    private float[][] run(MultiplyAdds.Loop loop, Done done) {
        MultiplyAdds.run(loop, values, passes, workers);
        done.flops += (long) (MultiplyAdds.operations(passes) * values.length);
        return values;
    }
}
