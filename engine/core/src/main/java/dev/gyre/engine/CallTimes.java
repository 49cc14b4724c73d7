package dev.gyre.engine;

import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.CostFit;
import dev.gyre.engine.plan.CostTerm;
import dev.gyre.engine.plan.DeviceCosts;
import dev.gyre.engine.plan.Operation;
import dev.gyre.engine.plan.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Times calls on a device, and fits constants to the times. For use by one thread. */
final class CallTimes {

    private static final int MOST_REPEATS = 20;

    private final Context context;
    private final double longest;

    private final Map<Operation, CostFit> fits = new EnumMap<>(Operation.class);

    /** Extra times of first calls. */
    private final Map<Operation, List<Double>> compilations = new EnumMap<>(Operation.class);

    /** Operations that the current series has timed. */
    private final Set<Operation> timed = EnumSet.noneOf(Operation.class);

    /**
     * Prepares measurements; {@link #startRound} begins them.
     *
     * @param longest approximate limit of a call in seconds
     */
    CallTimes(Context context, double longest) {
        this.context = context;
        this.longest = longest;
    }

    /** Forgets all times and frees kept programs, so that first calls compile. */
    void startRound() {
        context.release();
        for (Operation operation : Operation.values()) {
            fits.put(operation, new CostFit(operation));
            compilations.put(operation, new ArrayList<>());
        }
    }

    /** Begins a series of calls, the first of which compiles. */
    void startSeries() {
        timed.clear();
    }

    /** Adds a time that the caller measured. */
    void add(Operation operation, Workload work, double seconds) {
        fits.get(operation).add(work, seconds);
    }

    /** Performs {@link #of} for calls that need no preparation. */
    double ofEach(Operation operation, Workload work, Runnable call) {
        return of(operation, work, () -> call);
    }

    /**
     * Times a first call, then more calls until their times add up to a quarter of the longest call. Adds and returns the fastest of these;
     * the extra time of the first call counts as compilation. The preparation of a call is not timed.
     */
    double of(Operation operation, Workload work, Supplier<Runnable> calls) {
        double first = once(calls.get());
        double best = Double.POSITIVE_INFINITY;
        double sum = 0;
        for (int repeat = 0; repeat < 1 || (repeat < MOST_REPEATS && sum < longest / 4); repeat++) {
            double seconds = once(calls.get());
            best = Math.min(best, seconds);
            sum += seconds;
        }
        add(operation, work, best);
        // Later calls of a series may reuse an earlier program.
        if (timed.add(operation)) {
            compilations.get(operation).add(Math.max(0, first - best));
        }
        return best;
    }

    /** Returns the seconds of a call. */
    static double once(Runnable call) {
        long start = System.nanoTime();
        call.run();
        return Math.max(1, System.nanoTime() - start) * 1e-9;
    }

    /** Returns the constants that fit the times of this round best. */
    DeviceCosts costs() {
        Map<CostTerm, Double> seconds = new HashMap<>();
        for (Map.Entry<Operation, CostFit> fit : fits.entrySet()) {
            double[] solved = fit.getValue().solve();
            for (int i = 0; i < solved.length; i++) {
                seconds.put(fit.getKey().terms().get(i), solved[i]);
            }
            for (CostTerm term : fit.getKey().firstTerms()) {
                seconds.put(term, context.onJvm() ? 0 : median(compilations.get(fit.getKey())));
            }
        }
        return new DeviceCosts(seconds::get);
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }
}
