package dev.gyre.engine.verify;

import dev.gyre.engine.canary.Verifier;
import dev.gyre.engine.data.CheckResult;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs every kernel and every operation of the engine on a device. It compares kernels bit by bit with a sequential run on the JVM, on data
 * whose float arithmetic is exact, and operations with an oracle, on all shapes.
 */
public final class SelfCheck implements Verifier {

    /** Cases per kernel and operation in a full check. */
    public static final int FULL_CASES = 66;

    /** Default seed of the series of cases that {@code gyre verify} runs. */
    public static final long DEFAULT_SEED = 20261120L;

    private static final String PHASE = "check";

    /** For the service loader. */
    public SelfCheck() {}

    @Override
    public List<CheckResult> verify(List<Context> contexts, int cases, long seed, Consumer<CheckResult> listener) {
        List<Sample> samples = Sample.series(cases, seed);
        List<CheckResult> results = new ArrayList<>();
        for (Context context : contexts) {
            results.addAll(run(context, samples, listener));
        }
        if (contexts.size() > 1) {
            results.add(check(
                    TogetherCheck.NAME,
                    CheckResult.Kind.OPERATION,
                    contexts.getFirst(),
                    samples,
                    listener,
                    sample -> TogetherCheck.check(contexts, sample)));
        }
        return results;
    }

    private static List<CheckResult> run(Context context, List<Sample> samples, Consumer<CheckResult> listener) {
        List<CheckResult> results = new ArrayList<>();
        for (Kernel kernel : KernelSamples.kernels()) {
            results.add(check(
                    kernel.name(),
                    CheckResult.Kind.KERNEL,
                    context,
                    samples,
                    listener,
                    sample -> difference(kernel, context.backend()::prepare, sample)));
        }
        for (OperationCheck operation : OperationCheck.all()) {
            results.add(check(
                    operation.name(),
                    CheckResult.Kind.OPERATION,
                    context,
                    samples,
                    listener,
                    sample -> operation.check(context, sample)));
        }
        return results;
    }

    private static CheckResult check(
            String name,
            CheckResult.Kind kind,
            Context context,
            List<Sample> samples,
            Consumer<CheckResult> listener,
            Function<Sample, Optional<String>> comparison) {
        List<String> failures = new ArrayList<>();
        for (Sample sample : samples) {
            try {
                comparison.apply(sample).ifPresent(difference -> failures.add(sample + ": " + difference));
            } catch (RuntimeException e) {
                failures.add(sample + ": " + e);
            }
        }
        CheckResult result = new CheckResult(name, kind, context.device(), samples.size(), failures);
        listener.accept(result);
        return result;
    }

    /**
     * Runs one kernel on one case, sequentially here and on the device.
     *
     * @param device prepares a program on the device
     * @return the first difference, or empty, also if there is no call to compare
     */
    public static Optional<String> difference(Kernel kernel, Function<Program, Execution> device, Sample sample) {
        return difference(kernel, device, () -> KernelSamples.call(kernel, sample));
    }

    /**
     * Runs one kernel in one call, sequentially here and on the device.
     *
     * @param device prepares a program on the device
     * @param calls makes the call, equal each time, with new arrays; or empty
     * @return the first difference, or empty, also if there is no call to compare
     */
    public static Optional<String> difference(
            Kernel kernel, Function<Program, Execution> device, Supplier<Optional<Invocation>> calls) {
        Optional<Invocation> call = calls.get();
        if (call.isEmpty()) {
            return Optional.empty();
        }
        Invocation expected = call.get();
        kernel.runLoop(0, expected.items(), expected.arguments());
        Invocation actual = calls.get().orElseThrow();
        Program program = Program.of(
                "self-check of " + kernel,
                Phase.named(PHASE)
                        .upload(distinctArrays(actual.arguments()))
                        .stage(kernel.stage(actual.items(), actual.arguments().toArray()))
                        .download(actual.outputs().toArray())
                        .build());
        try (Execution execution = device.apply(program)) {
            execution.run(PHASE, Progress.NONE);
        }
        for (int i = 0; i < actual.outputs().size(); i++) {
            Optional<String> difference =
                    difference(expected.outputs().get(i), actual.outputs().get(i));
            if (difference.isPresent()) {
                return Optional.of("output " + i + " of " + kernel + " differs, " + difference.get());
            }
        }
        return Optional.empty();
    }

    private static Object[] distinctArrays(List<Object> arguments) {
        List<Object> arrays = new ArrayList<>();
        for (Object argument : arguments) {
            if (argument.getClass().isArray() && arrays.stream().noneMatch(array -> array == argument)) {
                arrays.add(argument);
            }
        }
        return arrays.toArray();
    }

    private static Optional<String> difference(Object expected, Object actual) {
        int at = mismatch(expected, actual);
        return at < 0
                ? Optional.empty()
                : Optional.of(
                        "index=" + at + ", expected=" + Array.get(expected, at) + ", actual=" + Array.get(actual, at));
    }

    private static int mismatch(Object expected, Object actual) {
        if (expected instanceof int[] ints) {
            return Arrays.mismatch(ints, (int[]) actual);
        }
        if (expected instanceof float[] floats) {
            return Arrays.mismatch(floats, (float[]) actual);
        }
        if (expected instanceof long[] longs) {
            return Arrays.mismatch(longs, (long[]) actual);
        }
        return Arrays.mismatch((double[]) expected, (double[]) actual);
    }
}
