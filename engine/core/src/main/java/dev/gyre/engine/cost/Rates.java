package dev.gyre.engine.cost;

import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rates of a device: for each {@link Operation} the fixed seconds of a call, the seconds of a unit of work, and the seconds that
 * compiling adds to the first call in a process. Immutable.
 *
 * <p>The rates of a device that was not measured are those of one of three machines, in the file {@value #DEFAULTS}; for other numbers of
 * threads, they are interpolated.
 */
public final class Rates {

    /** Most seconds of a unit: a file with more is damaged. */
    public static final double MAX_SECONDS = 1e6;

    private static final String DEFAULTS = "default-rates.ini";

    /** The sections of the file. */
    private static final Map<String, Rates> MEASURED = measured();

    private static final Rates OF_ONE_THREAD = MEASURED.get("1 thread");
    private static final Rates OF_MANY_THREADS = MEASURED.get("16 threads");
    private static final double MANY_THREADS = 16;
    private static final Rates OF_ACCELERATOR = MEASURED.get("accelerator");

    /** Seconds that the launches of a call need on a CPU that runs kernels through a driver (PoCL on two cores). */
    private static final double DRIVER_CALL = 2e-3;

    private final boolean accelerator;
    private final Map<Operation, Rate> rates = new EnumMap<>(Operation.class);

    /**
     * The rate of an operation.
     *
     * @param fixed seconds of a call without any work
     * @param unit seconds of a unit
     * @param compilation seconds that the first call in a process takes longer
     */
    public record Rate(double fixed, double unit, double compilation) {

        /** An operation that costs nothing. */
        public static final Rate NONE = new Rate(0, 0, 0);

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if one is out of range
         */
        public Rate {
            check("fixed", fixed);
            check("unit", unit);
            check("compilation", compilation);
        }

        private static void check(String name, double seconds) {
            // False for NaN too.
            if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
                throw new IllegalArgumentException(
                        name + " must be in 0.." + MAX_SECONDS + " seconds: " + name + "=" + seconds);
            }
        }
    }

    /**
     * Makes rates.
     *
     * @param accelerator whether the units are those of accelerators rather than those of threads
     * @param rateOf gives the rate of each operation
     */
    public Rates(boolean accelerator, Function<Operation, Rate> rateOf) {
        this.accelerator = accelerator;
        for (Operation operation : Operation.values()) {
            rates.put(operation, rateOf.apply(operation));
        }
    }

    private static Map<String, Rates> measured() {
        try (InputStream file = Rates.class.getResourceAsStream(DEFAULTS)) {
            List<String> lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return CalibrationLines.of(DEFAULTS, lines).devices().stream()
                    .collect(Collectors.toMap(CalibrationLines.Section::name, Calibration::rates));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + DEFAULTS, e);
        }
    }

    /**
     * Returns the rates of a device that was not measured: those of other devices of its type.
     *
     * @param threads threads of the host
     */
    public static Rates ofUnmeasured(Device device, int threads) {
        return switch (device.type()) {
            case JVM -> new Rates(false, operation -> onThreads(operation, threads));
            case CPU -> new Rates(false, operation -> throughDriver(operation, threads));
            case GPU, ACCELERATOR -> OF_ACCELERATOR;
        };
    }

    /** Returns the rates of an accelerator that was not measured. */
    static Rates ofUnmeasuredAccelerator() {
        return OF_ACCELERATOR;
    }

    /** Returns a rate of threads, each part of it a serial part and one that all threads share, a + b / threads. */
    private static Rate onThreads(Operation operation, int threads) {
        Rate one = OF_ONE_THREAD.of(operation);
        Rate many = OF_MANY_THREADS.of(operation);
        return new Rate(onThreads(one.fixed, many.fixed, threads), onThreads(one.unit, many.unit, threads), 0);
    }

    private static double onThreads(double one, double many, int threads) {
        double shared = (one - many) / (1 - 1 / MANY_THREADS);
        return Math.max(0, one - shared + shared / threads);
    }

    private static Rate throughDriver(Operation operation, int threads) {
        Rate ofThreads = onThreads(operation, threads);
        double compilation = OF_ACCELERATOR.of(operation).compilation;
        return new Rate(ofThreads.fixed + DRIVER_CALL, ofThreads.unit, compilation);
    }

    /** Tells whether the units are those of accelerators. */
    boolean isOfAccelerator() {
        return accelerator;
    }

    /** Returns these rates with compilation multiplied by a factor. */
    Rates withCompilation(double factor) {
        return new Rates(accelerator, operation -> {
            Rate rate = of(operation);
            return new Rate(rate.fixed, rate.unit, Math.min(MAX_SECONDS, rate.compilation * factor));
        });
    }

    public Rate of(Operation operation) {
        return rates.get(operation);
    }

    /** Returns the estimated seconds of an operation whose programs are compiled. */
    public double estimate(Operation operation, Workload work) {
        Rate rate = of(operation);
        // An operation without a rate costs nothing, even if its units are too many to count.
        return rate.unit == 0 ? rate.fixed : rate.fixed + rate.unit * operation.units(work, accelerator);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Rates same && accelerator == same.accelerator && rates.equals(same.rates);
    }

    @Override
    public int hashCode() {
        return rates.hashCode();
    }

    @Override
    public String toString() {
        return rates.toString();
    }
}
