package dev.gyre.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Times of the steps of some work, run by run. Not safe for use by several threads. */
final class StepTimes {

    private final Map<String, List<Long>> nanos = new LinkedHashMap<>();

    /** Runs a step and adds its time. */
    long time(String step, Runnable work) {
        long start = System.nanoTime();
        work.run();
        long time = System.nanoTime() - start;
        add(step, time);
        return time;
    }

    /** Adds the time of a step in the next run. */
    void add(String step, long time) {
        nanos.computeIfAbsent(step, name -> new ArrayList<>()).add(time);
    }

    /** Forgets the runs of a step but the last one, which is the first one from then on: the others were a warm-up. */
    void keepLast(String step) {
        List<Long> all = nanos.get(step);
        all.subList(0, all.size() - 1).clear();
    }

    /** Gives a step the times of another one. */
    void copy(String from, String to) {
        nanos.put(to, List.copyOf(nanos.get(from)));
    }

    /** The steps in the order of the first run. */
    List<String> steps() {
        return List.copyOf(nanos.keySet());
    }

    /** The first run, in which code is compiled. */
    long first(String step) {
        return nanos.get(step).get(0);
    }

    /** Number of runs after the first one. */
    int runs(String step) {
        return nanos.get(step).size() - 1;
    }

    /** The times after the first run, ascending. */
    RunBudget.Times later(String step) {
        return new RunBudget.Times(nanos.get(step).stream()
                .skip(1)
                .mapToLong(Long::longValue)
                .sorted()
                .toArray());
    }
}
