package dev.gyre.engine.plan;

import dev.gyre.engine.program.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The way and the place that a call takes, and what each candidate is estimated to take. Immutable.
 *
 * @param taken the cheapest candidate
 * @param context where; null in a preview of a call that would open a device
 * @param candidates all of them, those of the JVM first
 */
public record Choice(Candidate taken, Context context, List<Candidate> candidates) {

    /** Stands for an accelerator that is not open yet. */
    private static final Device UNOPENED =
            new Device("device", 0, "not open yet", Device.Type.GPU, 1L << 33, 8L * Integer.MAX_VALUE);

    /** Copies the list. */
    public Choice {
        candidates = List.copyOf(candidates);
    }

    /**
     * A way in a place.
     *
     * @param place the device's id, or {@code device} for one that is not open yet
     * @param way the way
     * @param seconds what a call is estimated to take whose programs are compiled; infinite where it cannot be taken
     * @param once what it takes besides for opening the device and compiling, as far as that is still to be paid
     */
    public record Candidate(String place, Way way, double seconds, double once) {

        /**
         * What this call is estimated to take.
         *
         * @return the seconds
         */
        public double total() {
            return seconds + once;
        }

        private String text() {
            if (!way.obstacle().isEmpty()) {
                return way.obstacle();
            }
            return once == 0 ? Choice.text(seconds) : Choice.text(seconds) + ", the first time " + Choice.text(total());
        }
    }

    /** Refuses a choice of which even the best cannot be taken. */
    static void checkPossible(Candidate best, List<Candidate> candidates) {
        if (best.total() == Double.POSITIVE_INFINITY) {
            List<String> obstacles = candidates.stream()
                    .map(candidate -> candidate.place() + " " + candidate.way().name() + ": "
                            + candidate.way().obstacle())
                    .toList();
            throw new IllegalArgumentException("there is no way to do this: " + String.join("; ", obstacles));
        }
    }

    /**
     * The device on which the call runs, for what depends on its type.
     *
     * @return the device, or one that stands for an accelerator that is not open yet
     */
    public Device device() {
        return context == null ? UNOPENED : context.device();
    }

    /**
     * Where the call runs, in words.
     *
     * @return the device
     */
    public String where() {
        return context == null
                ? "a device that is opened for it"
                : context.device().toString();
    }

    /**
     * Why the way was chosen.
     *
     * @return a few words
     */
    public String reason() {
        long possible = candidates.stream()
                .filter(candidate -> candidate.way().obstacle().isEmpty())
                .count();
        return possible == 1 ? "the only way" : "estimated to be the fastest";
    }

    /**
     * Whether the call takes an operation.
     *
     * @param operation the operation
     * @return whether it is one of those of the way
     */
    public boolean takes(Operation operation) {
        return way().operations().contains(operation);
    }

    /**
     * The way that is taken.
     *
     * @return the way
     */
    public Way way() {
        return taken.way();
    }

    /**
     * A line for each candidate: what it is estimated to take, or why it cannot be taken.
     *
     * @return the lines, indented
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Candidate candidate : candidates) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-24s %s",
                    candidate.place() + " " + candidate.way().name(),
                    candidate.text() + (candidate == taken ? ", taken" : "")));
        }
        return lines;
    }

    /**
     * Seconds for people.
     *
     * @param seconds the number
     * @return three digits and the unit
     */
    public static String text(double seconds) {
        return String.format(Locale.ROOT, "%.3g s", seconds);
    }
}
