package dev.gyre.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** The runs of one case on one device, within a {@link Budget}. Not safe for use by several threads. */
final class Runs {

    private static final String NANOS = " ns";
    private static final String FIRST = "first ";
    private static final String LATER = "later ";

    private final Budget budget;
    private final List<Run> early = new ArrayList<>();
    private final List<Run> later = new ArrayList<>();
    private boolean warm;
    private boolean once;
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
        once = early.isEmpty() && run.nanos() > budget.onceNanos();
        if (once) {
            later.add(run);
            warm = true;
        }
        (warm && !once ? later : early).add(run);
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

    /** Returns whether the warm-up runs are done. */
    boolean isWarm() {
        return warm;
    }

    /** Returns whether another run is due. */
    boolean isDue() {
        return !warm || !once && !budget.isEnough(later.size(), timed, spent);
    }

    /** Returns the warm-up runs, in their order. */
    List<Run> early() {
        return early;
    }

    /** Returns the counted runs, the fastest first. */
    List<Run> later() {
        return later.stream().sorted(Comparator.comparingLong(Run::nanos)).toList();
    }

    /** Returns the counted run with the median time. */
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

    /**
     * Returns the value of a column for these runs.
     *
     * @param title such as {@code runs}, {@code first ns}, {@code median ns}; with the name of a part, {@code upload ns} of the run with the
     *     median time, {@code first compile ns}, or {@code later compile ns} for the most in any later run
     * @return the value; -1 for a part that is not known
     */
    Number figure(String title) {
        return switch (title) {
            case "runs" -> count();
            case "first ns" -> early.getFirst().nanos();
            case "second ns" -> early.getLast().nanos();
            case "median ns" -> median();
            case "fastest ns" -> fastest();
            case "slowest ns" -> slowest();
            default -> part(title);
        };
    }

    private Number part(String title) {
        if (!title.endsWith(NANOS)) {
            return Double.NaN;
        }
        String name = title.substring(0, title.length() - NANOS.length());
        if (name.startsWith(FIRST)) {
            return part(early.getFirst(), name.substring(FIRST.length()));
        }
        return name.startsWith(LATER)
                ? later.stream()
                        .mapToLong(run -> part(run, name.substring(LATER.length())))
                        .max()
                        .orElseThrow()
                : part(medianRun(), name);
    }

    private static long part(Run run, String name) {
        return run.parts().getOrDefault(name, -1L);
    }
}
