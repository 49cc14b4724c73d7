package dev.gyre.cli;

import dev.gyre.engine.data.ExecutionReport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The times of the parts of a run: nanoseconds by part, in the order of the parts. */
record Times(Map<String, Long> nanos) {

    static final Times NONE = new Times(Map.of());

    private static final double NANOS_PER_SECOND = 1e9;

    /** Measures one part after the other. */
    static final class Stopwatch {

        private long last = System.nanoTime();

        /** Nanoseconds since the last lap, or the start. */
        long lap() {
            long now = System.nanoTime();
            long lap = now - last;
            last = now;
            return lap;
        }
    }

    static Times of(String part, long nanos) {
        return NONE.and(part, nanos);
    }

    static Times of(ExecutionReport report) {
        return of("compile", report.compileNanos())
                .and("transfer", report.transferNanos())
                .and("compute", report.computeNanos());
    }

    /** Returns these times and another one after them. */
    Times and(String part, long partNanos) {
        return and(new Times(Map.of(part, partNanos)));
    }

    /** Returns these times and others after them. */
    Times and(Times others) {
        Map<String, Long> all = new LinkedHashMap<>(nanos);
        all.putAll(others.nanos);
        return new Times(all);
    }

    /** Returns the total and, in parentheses, the parts that are not zero, for people. */
    String text(long totalNanos) {
        String parts = nanos.entrySet().stream()
                .map(part -> part.getKey() + " " + Numbers.seconds(part.getValue()))
                .filter(part -> !part.endsWith(" " + Numbers.seconds(0)))
                .collect(Collectors.joining(", "));
        String total = Numbers.seconds(totalNanos);
        return (total.equals(Numbers.seconds(0)) ? "under 0.01 s" : total)
                + (parts.isEmpty() ? "" : " (" + parts + ")");
    }

    /** Returns the seconds of all parts and of the total, for scripts. */
    Map<String, Object> seconds(long totalNanos) {
        Facts seconds = Facts.of("total", totalNanos / NANOS_PER_SECOND);
        nanos.forEach((part, time) -> seconds.and(part, time / NANOS_PER_SECOND));
        return seconds.values();
    }
}
