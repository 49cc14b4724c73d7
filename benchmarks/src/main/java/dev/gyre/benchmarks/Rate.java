package dev.gyre.benchmarks;

import java.util.function.ToDoubleFunction;

/** A figure that is computed from a time and the size of its case. */
enum Rate {
    /** Rows answered. */
    ROWS("rows/s", one -> one.number("n") / one.seconds()),
    /** Time for each row. */
    NANOS("ns/row", one -> one.seconds() * 1e9 / one.number("n")),
    /** Distances of a brute-force join, of all points with themselves or with queries. */
    PAIRS("10^9 pairs/s", Rate::pairs),
    /** Values of a matrix that were read. */
    VALUES("10^9 values/s", one -> one.number("rows", 1) * one.number("n") / one.seconds() / 1e9),
    /** Bytes copied. */
    BYTES("GiB/s", one -> one.bytes() / one.seconds() / (1L << 30)),
    /** Operations of the distances of a brute-force join: three for each pair and dimension. */
    DISTANCE_FLOPS("GFLOP/s", one -> Rate.FLOPS_OF_DIMENSION * one.number("dims") * pairs(one)),
    /** Operations that were counted. */
    FLOPS("GFLOP/s", one -> one.flops() / one.seconds() / 1e9),
    /** Windows of a call that has {@link BoxData#TRIED} of them. */
    WINDOWS("us/window", one -> one.seconds() * 1e6 / BoxData.TRIED),
    /** Launches of stages. */
    STAGES("us/stage", one -> one.seconds() * 1e6 / one.number("stages"));

    /** Operations for each dimension of a squared distance in its direct form: subtract, multiply, add. */
    static final int FLOPS_OF_DIMENSION = 3;

    private final String title;
    private final ToDoubleFunction<Measurement> rate;

    Rate(String title, ToDoubleFunction<Measurement> rate) {
        this.title = title;
        this.rate = rate;
    }

    private static double pairs(Measurement one) {
        return one.number("queries", one.number("n")) * one.number("n") / one.seconds() / 1e9;
    }

    String title() {
        return title;
    }

    double of(Measurement measurement) {
        return rate.applyAsDouble(measurement);
    }
}
