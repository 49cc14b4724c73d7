package dev.gyre.engine.contract;

import dev.gyre.engine.Engine;
import dev.gyre.engine.OneCard;
import dev.gyre.engine.Settings;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;

/**
 * The base of all contracts of the engine's operations, with one engine for all tests of a run. Several runs share one object: the settings
 * change between them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EngineContract {

    /** Nothing, one, and around the capacities of programs, blocks and tiles. */
    private static final int[] REUSED_SIZES = {
        0, 1, 2, 700, 1023, 1024, 1025, 1152, 1153, 2047, 2048, 2049, 4096, 4097, 4608, 4609, 33_000
    };

    @Parameter(0)
    private Settings settings;

    @Parameter(1)
    private int thinning;

    private Engine engine;

    /** Answers that several tests expect, by what they are of. */
    private final Map<String, Object> expected = new ConcurrentHashMap<>();

    /** Settings that lead to the device under test. */
    protected Settings settings() {
        return settings;
    }

    /** Returns n if one of n cases of a big series is run: more than 1 for devices that compile each program. */
    protected int thinning() {
        return thinning;
    }

    /** Returns whether all tests are run in full: on devices, and on the JVM by {@code -Pthorough}. */
    public static boolean isThorough() {
        return Integer.getInteger("test.thinning", 1) == 1;
    }

    /** Returns whether programs are compiled for the device under test, so that fewer and smaller cases are run. */
    boolean compiles() {
        return !settings.device().equals(Settings.JVM);
    }

    @BeforeEach
    void open() {
        if (engine == null || !engine.settings().equals(settings)) {
            close();
            engine = open(settings);
        }
    }

    /** Opens an engine, on the device that the JVM imitates if the settings name it. */
    static Engine open(Settings settings) {
        return settings.device().equals(OneCard.ID) ? OneCard.open(settings) : Engine.open(settings);
    }

    @AfterAll
    void close() {
        if (engine != null) {
            engine.close();
        }
    }

    /** The open engine. */
    Engine engine() {
        return engine;
    }

    /**
     * Returns an expected answer, which is computed once for all tests and runs of the contract.
     *
     * @param of names what the answer depends on: the data of an oracle, or the data and the settings of an engine
     */
    @SuppressWarnings("unchecked")
    <A> A once(String of, Supplier<A> answer) {
        return (A) expected.computeIfAbsent(of, missing -> answer.get());
    }

    /**
     * Returns the cases of a series that are run. A series of all combinations of some values is thinned by a number without a factor of its
     * length, so that each of these values, and not always the same ones, are among the cases.
     */
    <T> Stream<T> thinned(List<T> cases) {
        BigInteger step = BigInteger.valueOf(thinning());
        BigInteger length = BigInteger.valueOf(cases.size());
        while (step.compareTo(length) < 0 && !step.gcd(length).equals(BigInteger.ONE)) {
            step = step.add(BigInteger.ONE);
        }
        int every = step.intValue();
        return IntStream.range(0, cases.size()).filter(i -> i % every == 0).mapToObj(cases::get);
    }

    /** Returns every shape with every size and number of dimensions, thinned. */
    Stream<Sample> samples(int[] sizes, int[] dimensions) {
        List<Sample> samples = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int size : sizes) {
                for (int dims : dimensions) {
                    samples.add(new Sample(shape, size, dims, 1000L * size + 17L * dims + shape.ordinal()));
                }
            }
        }
        return thinned(samples);
    }

    /** Work of some size with random data; its messages include the given text. */
    interface Reuse {
        void run(int n, Random random, String what);
    }

    /**
     * Runs work of mixed sizes, so that programs for larger and smaller sizes are used again: first one after the other, the largest size
     * first and then the smallest; then by 8 threads at once.
     */
    void reuse(long seed, Reuse work) {
        Random sizes = new Random(seed);
        int alone = thinning() == 1 ? 30 : isThorough() ? 12 : 8;
        int together = isThorough() ? 24 : 10;
        for (int i = 0; i < alone; i++) {
            int n = i == 0 ? REUSED_SIZES[REUSED_SIZES.length - 1] : i == 1 ? 1 : reusedSize(sizes);
            work.run(n, new Random(seed + i), "seed=" + seed + ", call=" + i + ", n=" + n);
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = alone; i < alone + together; i++) {
                int n = reusedSize(sizes);
                Random random = new Random(seed + i);
                String what = "seed=" + seed + ", call=" + i + " of several threads, n=" + n;
                calls.add(threads.submit(() -> work.run(n, random, what)));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError("seed=" + seed + ": " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int reusedSize(Random random) {
        return REUSED_SIZES[random.nextInt(REUSED_SIZES.length)];
    }
}
