package dev.gyre.engine.plan;

import dev.gyre.engine.program.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The strategy and the device of a call, and the estimate of each candidate. Immutable.
 *
 * @param context the context to run in; null in a preview of a call that would open a device
 * @param candidates all of them, those of the JVM first
 */
public record Choice(Candidate chosen, Context context, List<Candidate> candidates) {

    /** Stands for an accelerator that is not open yet. */
    private static final Device UNOPENED =
            new Device("device", 0, "not open yet", Device.Type.GPU, 1L << 33, 8L * Integer.MAX_VALUE);

    /** Copies the list. */
    public Choice {
        candidates = List.copyOf(candidates);
    }

    /**
     * A strategy on a device.
     *
     * @param device the device's id, or {@code device} for one that is not open yet
     * @param seconds estimated time of a call whose programs are compiled; infinite where there is an obstacle
     * @param once estimated time that opening the device and compiling add to the first call; 0 where both are done
     */
    public record Candidate(String device, Strategy strategy, double seconds, double once) {

        /** Returns the estimated time of this call. */
        public double total() {
            return seconds + once;
        }

        private String text() {
            if (!strategy.obstacle().isEmpty()) {
                return strategy.obstacle();
            }
            return once == 0 ? Choice.text(seconds) : Choice.text(seconds) + ", the first time " + Choice.text(total());
        }
    }

    /** Throws if even the best candidate is impossible. */
    static void checkPossible(Candidate best, List<Candidate> candidates) {
        if (best.total() == Double.POSITIVE_INFINITY) {
            List<String> obstacles = candidates.stream()
                    .map(candidate ->
                            candidate.device() + " " + candidate.strategy().name() + ": "
                                    + candidate.strategy().obstacle())
                    .toList();
            throw new IllegalArgumentException("no strategy is possible: " + String.join("; ", obstacles));
        }
    }

    /**
     * Returns the device on which the call runs.
     *
     * @return the device, or one that stands for an accelerator that is not open yet
     */
    public Device device() {
        return context == null ? UNOPENED : context.device();
    }

    /** Returns where the call runs, in words. */
    public String where() {
        return context == null
                ? "a device that is opened for it"
                : context.device().toString();
    }

    /**
     * Returns why the strategy was chosen.
     *
     * @return a few words
     */
    public String reason() {
        long possible = candidates.stream()
                .filter(candidate -> candidate.strategy().obstacle().isEmpty())
                .count();
        return possible == 1 ? "the only possible strategy" : "estimated to be the fastest";
    }

    /** Tells whether the chosen strategy uses an operation. */
    public boolean uses(Operation operation) {
        return strategy().operations().contains(operation);
    }

    /** Returns the chosen strategy. */
    public Strategy strategy() {
        return chosen.strategy();
    }

    /** Returns a line for each candidate: its estimate, or its obstacle. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Candidate candidate : candidates) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-24s %s",
                    candidate.device() + " " + candidate.strategy().name(),
                    candidate.text() + (candidate == chosen ? ", chosen" : "")));
        }
        return lines;
    }

    /**
     * Formats seconds for people.
     *
     * @return three digits and the unit
     */
    public static String text(double seconds) {
        return String.format(Locale.ROOT, "%.3g s", seconds);
    }
}
