package dev.gyre.engine.plan;

import dev.gyre.engine.program.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The strategy and the device of a call, and the estimate of each candidate. Immutable.
 *
 * @param context the context to run in; null in a preview of a call that would open a device
 * @param candidates all candidates, those of the JVM first
 * @param together the candidates that do the call together, each on its own device, the chosen one first; only the chosen one if no other
 *     is worth its part
 * @param team their devices; null if the chosen one does the call alone
 */
public record Choice(
        Candidate chosen, Context context, List<Candidate> candidates, List<Candidate> together, Team team) {

    /** The id of the JVM. */
    private static final String JVM = "jvm";

    /** Stands for an accelerator that is not open yet. */
    static final Device UNOPENED =
            new Device("device", 0, "not open yet", Device.Type.GPU, 1L << 33, 8L * Integer.MAX_VALUE);

    /** Copies the lists. */
    public Choice {
        candidates = List.copyOf(candidates);
        together = List.copyOf(together);
    }

    /** A choice of one device. */
    Choice(Candidate chosen, Context context, List<Candidate> candidates) {
        this(chosen, context, candidates, List.of(chosen), null);
    }

    /**
     * Returns the cheapest strategy on one of several devices that do the call together.
     *
     * @param device the device, which is open
     * @param strategies gives the strategies from which this choice was made
     */
    public Choice on(Context device, Function<Context, List<Strategy>> strategies) {
        return device.choose(context -> strategies.apply(context).stream()
                .filter(strategy -> strategy.goesWith(strategy()))
                .toList());
    }

    /** Returns the devices that do the call. */
    public Team team() {
        return team == null ? Team.of(context) : team;
    }

    /**
     * A strategy on a device.
     *
     * @param device the device's id, or {@code device} for one that is not open yet
     * @param seconds estimated time of a call whose programs are compiled; infinite if there is an obstacle
     * @param preparation the part of the time that each of several devices needs for itself, such as for the build of a tree
     * @param once estimated time that opening the device and compiling add to the first call; 0 if both are done
     */
    public record Candidate(String device, Strategy strategy, double seconds, double preparation, double once) {

        boolean isJvm() {
            return device.equals(JVM);
        }

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
        if (together.size() > 1) {
            return together.stream().map(Candidate::device).collect(Collectors.joining(" and "));
        }
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
                    candidate.text() + (together.contains(candidate) ? ", chosen" : "")));
        }
        if (together.size() > 1) {
            lines.add(String.format(Locale.ROOT, "  %-24s %s", "together", text(Sharing.seconds(together))));
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
