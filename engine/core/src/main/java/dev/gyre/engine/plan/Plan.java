package dev.gyre.engine.plan;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.team.Team;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How a call runs: the strategy, the device or the devices, and the estimate of each candidate. Immutable.
 *
 * <p>Several devices do a call together if that is sooner than the fastest of them alone. Each device prepares for p seconds, and would then
 * answer all items in s seconds. Together they end when the parts that they have answered make up the whole, at {@code (1 + sum of p / s) /
 * (sum of 1 / s)}.
 *
 * @param context the context to run in; null in a preview of a call that would open a device
 * @param candidates all candidates, those of the JVM first
 * @param together the candidates that do the call together, each on its own device, the chosen one first; only the chosen one if no other
 *     is worth its part
 * @param team their devices; null if the chosen one does the call alone
 * @param planner learns from the call; null if nobody does
 */
public record Plan(
        Candidate chosen,
        Context context,
        List<Candidate> candidates,
        List<Candidate> together,
        Team team,
        Planner planner) {

    /** Another device joins if the call then takes at most this share of the time without it. */
    private static final double WORTH = 0.9;

    /**
     * Operations whose time on an accelerator is mostly that of the host, which orders the matches, or reads the values from memory that
     * this keeps busy: threads of the JVM that do a part of the call slow the host's work by as much. A join of 2 M x 2 points with 32
     * matches each took an H200 alone 449 ms, and with the JVM's 16 threads 514 ms, both with the copy of all ids to one array. 500 rows of
     * 1 M floats took these threads alone 69 ms, and both together 112 ms (November 2026).
     */
    private static final Set<Operation> BOUND_BY_HOST =
            EnumSet.of(Operation.RANGE, Operation.R_TREE_SEARCH, Operation.SINGLE_PASS, Operation.RADIX_SELECT);

    /**
     * {@link #WORTH} for the JVM beside an accelerator, for which the JVM's threads copy data and order results: 2 M x 2 points with 32
     * neighbors each took an H200 121 ms, 32 threads 288 ms, and both together 159 ms (November 2026).
     */
    private static final double WORTH_OF_JVM = 0.7;

    /** Seconds of a call below which it ends before another device has begun. */
    private static final double SHORT = 0.005;

    /**
     * {@link #SHORT} if all devices are ready: two H200s took 135 ms for the same call. For a call of 10 M x 4 points with 8 neighbors, two
     * took 199 ms and one took 247 ms.
     */
    private static final double SHORT_OF_READY = 0.2;

    /** The id of the JVM. */
    private static final String JVM = "jvm";

    /** Stands for an accelerator that is not open yet. */
    static final Device UNOPENED =
            new Device("device", 0, "not open yet", Device.Type.GPU, 1L << 33, 8L * Integer.MAX_VALUE);

    /** Copies the lists. */
    public Plan {
        candidates = List.copyOf(candidates);
        together = List.copyOf(together);
    }

    public Plan with(Team other) {
        return new Plan(chosen, context, candidates, together, other, planner);
    }

    /**
     * Begins the call in the context or with the team of this plan, so that later estimates learn from its time: {@code plan.watch().done(…)}
     * returns what the call in the parentheses returned.
     */
    public CallWatch watch() {
        return planner == null || together.size() > 1 ? CallWatch.NONE : planner.watch(this);
    }

    /**
     * Returns the cheapest strategy on one of several devices that do the call together.
     *
     * @param device the device, which is open
     * @param strategies gives the strategies from which this choice was made
     */
    public Plan on(Context device, Function<Context, List<Strategy>> strategies) {
        return Placement.on(device)
                .choose(context -> strategies.apply(context).stream()
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
     * @param past what earlier calls took; the seconds are corrected by them
     */
    public record Candidate(
            String device, Strategy strategy, double seconds, double preparation, double once, Experience.Past past) {

        boolean isJvm() {
            return device.equals(JVM);
        }

        /** The method and the device. */
        String key() {
            return device + " " + strategy.key();
        }

        /** Returns the estimated time of this call. */
        public double total() {
            return seconds + once;
        }

        private String text() {
            if (!strategy.obstacle().isEmpty()) {
                return strategy.obstacle();
            }
            String first = once == 0 ? "" : ", the first time " + Plan.text(total());
            String learned = past.calls() == 0 ? "" : ", learned from " + calls(past.calls());
            return Plan.text(seconds) + first + learned;
        }
    }

    private static String calls(int number) {
        return number == 1 ? "1 call" : number + " calls";
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
            lines.add(String.format(Locale.ROOT, "  %-24s %s", "together", text(seconds(together))));
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

    /**
     * Returns the candidates that do a call together, each on its own device.
     *
     * @param best the candidate that would do it alone
     * @return the candidates, the best one first; only that one if it is as fast alone
     */
    static List<Candidate> together(Candidate best, List<Candidate> candidates) {
        List<Candidate> members = new ArrayList<>(List.of(best));
        boolean late = candidates.stream()
                .anyMatch(other -> other.once() > 0 && other.strategy().goesWith(best.strategy()));
        if (best.total() < (late ? SHORT : SHORT_OF_READY)) {
            return members;
        }
        List<Candidate> others = candidates.stream()
                .filter(other -> other.strategy().goesWith(best.strategy()) && other.total() < Double.POSITIVE_INFINITY)
                .sorted(Comparator.comparingDouble(Candidate::total))
                .toList();
        for (Candidate other : others) {
            boolean isNew = members.stream()
                    .noneMatch(member -> member.device().equals(other.device()) || compete(member, other));
            double before = seconds(members);
            // It is uncertain how long opening and compiling take this time: until then, another device should work.
            boolean waits = other.once() > 0 || members.stream().anyMatch(member -> member.once() > 0);
            boolean jvm = other.isJvm() || members.stream().anyMatch(Candidate::isJvm);
            double worth = waits ? 1 : jvm ? WORTH_OF_JVM : WORTH;
            members.add(other);
            if (!isNew || seconds(members) > worth * before) {
                members.removeLast();
            }
        }
        return members;
    }

    /** Tells whether two ready devices compete for the host's threads: one is the JVM, and the other one needs the host for this call. */
    private static boolean compete(Candidate some, Candidate other) {
        boolean jvm = some.isJvm() || other.isJvm();
        boolean ready = some.once() == 0 && other.once() == 0;
        return jvm && ready && some.strategy().operations().stream().anyMatch(BOUND_BY_HOST::contains);
    }

    /** Returns the estimated time of a call that candidates do together. */
    static double seconds(List<Candidate> members) {
        double prepared = 1;
        double rates = 0;
        for (Candidate member : members) {
            double rate = 1 / answering(member);
            prepared += (member.once() + member.preparation()) * rate;
            rates += rate;
        }
        return prepared / rates;
    }

    /** Returns the seconds in which a candidate would answer all items once it is ready. */
    static double answering(Candidate member) {
        return Math.max(1e-9, member.seconds() - member.preparation());
    }
}
