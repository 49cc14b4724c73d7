package dev.gyre.engine.plan;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.pool.Context;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The placement of {@link Placement#on}. */
record OneDevice(Context context) implements Placement {

    @Override
    public Context at(Operation operation, Workload work) {
        return context;
    }

    @Override
    public Plan choose(Function<Context, List<Strategy>> strategies) {
        Rates here = context.costs();
        List<Plan.Candidate> candidates = strategies.apply(context).stream()
                .map(strategy -> new Plan.Candidate(
                        context.device().id(),
                        strategy,
                        strategy.seconds(here),
                        strategy.preparation(here),
                        0,
                        Experience.Past.NONE))
                .toList();
        Plan.Candidate best = Collections.min(candidates, Comparator.comparingDouble(Plan.Candidate::total));
        Plan.checkPossible(best, candidates);
        return new Plan(best, context, candidates, List.of(best), null, null);
    }

    @Override
    public <T> T run(Operation operation, Workload work, Function<Context, T> call) {
        return call.apply(context);
    }

    @Override
    public Plan preview(Function<Context, List<Strategy>> strategies) {
        return choose(strategies);
    }
}
