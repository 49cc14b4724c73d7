package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The sort of many short segments of {@code int} keys with payload on the device, measured as {@link
 * ResidentSortBenchmark}, which sorts as many keys at once.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ResidentSegmentSortBenchmark {

    private static final long SEED = 20261120L;

    /** Mean number of keys of a segment. */
    static final int MEAN_LENGTH = 16;

    /** Number of keys in all segments. */
    @Param("1048576")
    public int n;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private Engine engine;
    private ResidentWork work;
    private PreparedWork prepared;

    /** For JMH. */
    public ResidentSegmentSortBenchmark() {}

    /** Makes keys and segments and compiles the sort by a first run. */
    @Setup
    public void open() {
        engine = Backends.open(backend);
        work = SortWork.segments(KeyDistribution.RANDOM.keys(n), offsets(n), engine.device());
        prepared = work.prepare(engine);
        prepared.fetch();
        if (IntStream.of((int[]) work.outputs().get(2)).sum() > 0) {
            throw new IllegalStateException("some segments are too long to be sorted in one stage");
        }
    }

    /** Cuts at random places: lengths of any size, of which most are short. */
    static int[] offsets(int n) {
        int[] offsets = new int[n / MEAN_LENGTH + 1];
        SplittableRandom random = new SplittableRandom(SEED);
        Arrays.setAll(offsets, i -> random.nextInt(n + 1));
        offsets[0] = 0;
        offsets[1] = n;
        Arrays.sort(offsets);
        return offsets;
    }

    /** Brings the keys out of order again; not timed. */
    @Setup(Level.Invocation)
    public void load() {
        prepared.load();
    }

    /** Closes what is open. */
    @TearDown
    public void close() {
        prepared.close();
        engine.close();
    }

    /** Sorts the segments on the device; the result stays there. */
    @Benchmark
    public void segments() {
        prepared.run();
    }

    /** The payload that the last sort left. */
    int[] fetchedPayload() {
        prepared.fetch();
        return (int[]) work.outputs().get(0);
    }
}
