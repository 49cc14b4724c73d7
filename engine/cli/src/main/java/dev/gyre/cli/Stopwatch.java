package dev.gyre.cli;

/** Measures one part after the other. */
final class Stopwatch {

    private long last = System.nanoTime();

    /** Nanoseconds since the last lap, or the start. */
    long lap() {
        long now = System.nanoTime();
        long lap = now - last;
        last = now;
        return lap;
    }
}
