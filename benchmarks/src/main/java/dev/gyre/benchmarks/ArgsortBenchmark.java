package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.SortOptions;
import java.util.Arrays;
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

/** The order of floating-point keys from host to host: transfers, allocation on the device and compilation included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ArgsortBenchmark {

    /** Number of keys. */
    @Param("1048576")
    public int n;

    /** How the keys are spread. */
    @Param("RANDOM")
    public KeyDistribution distribution;

    /** Type of the keys. */
    @Param({"FLOAT", "DOUBLE"})
    public Type type;

    /** How they are sorted. */
    @Param("AUTOMATIC")
    public SortMethod method;

    /** Where it runs: see {@link Backends}. */
    @Param({"jvm-1", "jvm"})
    public String backend;

    private Engine engine;
    private SortOptions options;
    private Keys keys;

    /** For JMH. */
    public ArgsortBenchmark() {}

    /** The types of keys, each made of the {@code int} keys of a distribution. */
    public enum Type {
        /** One column of ints on the device. */
        FLOAT {
            @Override
            Keys keys(int[] ints) {
                float[] keys = new float[ints.length];
                for (int i = 0; i < keys.length; i++) {
                    keys[i] = ints[i];
                }
                return Keys.of(keys);
            }
        },
        /** Two columns of ints on the device, of which the second one decides ties. */
        DOUBLE {
            @Override
            Keys keys(int[] ints) {
                double[] keys = new double[ints.length];
                Arrays.setAll(keys, i -> ints[i] / 3.0);
                return Keys.of(keys);
            }
        };

        abstract Keys keys(int[] ints);
    }

    /** Makes the keys and opens the engine. */
    @Setup
    public void open() {
        keys = type.keys(distribution.keys(n));
        options = SortOptions.DEFAULT.withMethod(method);
        engine = Backends.open(backend);
    }

    /** Closes the engine. */
    @TearDown
    public void close() {
        engine.close();
    }

    /**
     * Finds the order.
     *
     * @return the rows of the keys in order
     */
    @Benchmark
    public int[] argsort() {
        return engine.sorting().argsort(keys, options);
    }
}
