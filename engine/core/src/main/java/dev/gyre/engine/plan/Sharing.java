package dev.gyre.engine.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Decides whether several devices do a call faster together than the fastest of them alone. Each device prepares for p seconds, and would
 * then answer all items in s seconds. Together they end when the parts that they have answered make up the whole, at {@code (1 + sum of p /
 * s) / (sum of 1 / s)}.
 */
final class Sharing {

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

    private Sharing() {}

    /**
     * Returns the candidates that do a call together, each on its own device.
     *
     * @param best the candidate that would do it alone
     * @return the candidates, the best one first; only that one if it is as fast alone
     */
    static List<Choice.Candidate> together(Choice.Candidate best, List<Choice.Candidate> candidates) {
        List<Choice.Candidate> members = new ArrayList<>(List.of(best));
        boolean late = candidates.stream()
                .anyMatch(other -> other.once() > 0 && other.strategy().goesWith(best.strategy()));
        if (best.total() < (late ? SHORT : SHORT_OF_READY)) {
            return members;
        }
        List<Choice.Candidate> others = candidates.stream()
                .filter(other -> other.strategy().goesWith(best.strategy()) && other.total() < Double.POSITIVE_INFINITY)
                .sorted(Comparator.comparingDouble(Choice.Candidate::total))
                .toList();
        for (Choice.Candidate other : others) {
            boolean isNew = members.stream()
                    .noneMatch(member -> member.device().equals(other.device()) || compete(member, other));
            double before = seconds(members);
            // It is uncertain how long opening and compiling take this time: until then, another device should work.
            boolean waits = other.once() > 0 || members.stream().anyMatch(member -> member.once() > 0);
            boolean jvm = other.isJvm() || members.stream().anyMatch(Choice.Candidate::isJvm);
            double worth = waits ? 1 : jvm ? WORTH_OF_JVM : WORTH;
            members.add(other);
            if (!isNew || seconds(members) > worth * before) {
                members.removeLast();
            }
        }
        return members;
    }

    /** Tells whether two ready devices compete for the host's threads: one is the JVM, and the other one needs the host for this call. */
    private static boolean compete(Choice.Candidate some, Choice.Candidate other) {
        boolean jvm = some.isJvm() || other.isJvm();
        boolean ready = some.once() == 0 && other.once() == 0;
        return jvm && ready && some.strategy().operations().stream().anyMatch(BOUND_BY_HOST::contains);
    }

    /** Returns the estimated time of a call that candidates do together. */
    static double seconds(List<Choice.Candidate> members) {
        double prepared = 1;
        double rates = 0;
        for (Choice.Candidate member : members) {
            double rate = 1 / answering(member);
            prepared += (member.once() + member.preparation()) * rate;
            rates += rate;
        }
        return prepared / rates;
    }

    /** Returns the seconds in which a candidate would answer all items once it is ready. */
    static double answering(Choice.Candidate member) {
        return Math.max(1e-9, member.seconds() - member.preparation());
    }
}
