package dev.gyre.engine.verify;

import dev.gyre.engine.canary.Verifier;
import dev.gyre.engine.data.CheckResult;
import dev.gyre.engine.pool.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs every kernel and every operation of the engine on a device. It compares kernels bit by bit with a sequential run on the JVM, and
 * operations with an oracle, on all shapes.
 */
public final class SelfCheck implements Verifier {

    /** Cases per kernel and operation in a full check. */
    public static final int FULL_CASES = 66;

    /** Default seed of the series of cases that {@code gyre verify} runs. */
    public static final long DEFAULT_SEED = 20261120L;

    /** Cases per operation in a smoke test. */
    public static final int QUICK_CASES = 1;

    /** Operations of a smoke test: they build and search both trees, sort, and compare all pairs. */
    public static final Set<String> QUICK = Set.of("box-join", "kd-tree", "knn-join");

    /** For the service loader. */
    public SelfCheck() {}

    @Override
    public List<CheckResult> verify(
            List<Context> contexts, Set<String> operations, int cases, long seed, Consumer<CheckResult> listener) {
        List<OperationCheck> chosen = OperationCheck.all().stream()
                .filter(check -> operations.isEmpty() || operations.contains(check.name()))
                .toList();
        if (!operations.isEmpty() && chosen.size() < operations.size()) {
            throw new IllegalArgumentException("no such operation: operations=" + operations + ", known="
                    + OperationCheck.all().stream().map(OperationCheck::name).toList());
        }
        List<Sample> samples = Sample.series(cases, seed);
        List<CheckResult> results = new ArrayList<>();
        for (Context context : contexts) {
            if (operations.isEmpty()) {
                for (KernelCheck kernels : KernelCheck.all(context)) {
                    results.addAll(kernels.run(samples, listener));
                }
            }
            for (OperationCheck operation : chosen) {
                results.add(check(
                        operation.name(),
                        CheckResult.Kind.OPERATION,
                        context,
                        samples,
                        listener,
                        sample -> operation.check(context, sample)));
            }
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
}
