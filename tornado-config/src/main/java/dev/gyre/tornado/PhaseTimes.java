package dev.gyre.tornado;

import dev.gyre.engine.program.Execution.Timing;

/**
 * The times of the profiled runs of a phase. Later runs are split like the last one of them: profiling waits for each step, which takes
 * longer than letting them run on.
 *
 * @param runs number of runs so far
 */
record PhaseTimes(int runs, long uploadNanos, long kernelNanos, long downloadNanos) {

    static final PhaseTimes NONE = new PhaseTimes(0, 0, 0, 0);

    /** Returns the times after a run that was not profiled. */
    PhaseTimes next() {
        return new PhaseTimes(runs + 1, uploadNanos, kernelNanos, downloadNanos);
    }

    /** Returns the times after a profiled run. */
    PhaseTimes next(long upload, long kernel, long download) {
        return new PhaseTimes(runs + 1, upload, kernel, download);
    }

    /** Splits a first run, which also compiles, or brings kept code to the device, and makes the buffers. */
    Timing splitFirst(long wall) {
        long rest = Math.max(0, wall - uploadNanos - downloadNanos);
        long compute = Math.min(rest, kernelNanos);
        return new Timing(uploadNanos, rest - compute, compute, downloadNanos);
    }

    /** Splits a later run like the last one that was profiled. */
    Timing split(long wall) {
        long all = uploadNanos + kernelNanos + downloadNanos;
        long upload = all == 0 ? 0 : (long) ((double) wall * uploadNanos / all);
        long download = all == 0 ? 0 : (long) ((double) wall * downloadNanos / all);
        return new Timing(upload, 0, wall - upload - download, download);
    }
}
