package dev.gyre.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** The runs of one case on one device, within a {@link Budget}. Not safe for use by several threads. */
final class Runs {

    private final Budget budget;
    private final List<Run> early = new ArrayList<>();
    private final List<Run> later = new ArrayList<>();
    private boolean warm;
    private long timed;
    private long spent;

    Runs(Budget budget) {
        this.budget = budget;
        checkWarm();
    }

    /** Makes another run. */
    Run add(Supplier<Run> trial) {
        long start = System.nanoTime();
        Run run = trial.get();
        spent += System.nanoTime() - start;
        timed += run.nanos();
        (warm ? later : early).add(run);
        checkWarm();
        return run;
    }

    private void checkWarm() {
        if (!warm && budget.isWarm(early.size(), timed, spent)) {
            warm = true;
            timed = 0;
            spent = 0;
        }
    }

    /** Whether the runs that do not count are done. */
    boolean isWarm() {
        return warm;
    }

    /** Whether another run is due. */
    boolean isDue() {
        return !warm || !budget.isEnough(later.size(), timed, spent);
    }

    /** The runs that do not count, in their order. */
    List<Run> early() {
        return early;
    }

    /** The runs that count, the fastest first. */
    List<Run> later() {
        return later.stream().sorted(Comparator.comparingLong(Run::nanos)).toList();
    }

    /** The run with the median time. */
    Run medianRun() {
        return later().get(later.size() / 2);
    }

    long median() {
        return medianRun().nanos();
    }

    long fastest() {
        return later().get(0).nanos();
    }

    long slowest() {
        return later().get(later.size() - 1).nanos();
    }

    int count() {
        return later.size();
    }

    /** The times of a part in the runs that count, ascending. */
    List<Long> part(String name) {
        return later.stream().map(run -> run.parts().get(name)).sorted().toList();
    }
}
