package dev.gyre.engine.cli;

import dev.gyre.engine.data.JoinReport;

/** Where the time of a join went, for people. */
final class Times {

    private Times() {}

    static String of(JoinReport report) {
        return "compile " + Numbers.seconds(report.compileNanos())
                + ", transfer " + Numbers.seconds(report.transferNanos())
                + ", compute " + Numbers.seconds(report.computeNanos());
    }
}
