package dev.gyre.cli;

import dev.gyre.engine.data.ExecutionReport;

/** Formats the times of a join for people. */
final class Times {

    private Times() {}

    static String of(ExecutionReport report) {
        return "compile " + Numbers.seconds(report.compileNanos())
                + ", transfer " + Numbers.seconds(report.transferNanos())
                + ", compute " + Numbers.seconds(report.computeNanos());
    }
}
