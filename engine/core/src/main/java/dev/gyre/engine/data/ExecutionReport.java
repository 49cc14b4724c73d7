package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Timing;

/**
 * Where a join ran and where its time went.
 *
 * @param device the device that found the candidates
 * @param method how they were found, not {@link JoinMethod#AUTOMATIC}
 * @param prepareNanos checking the input and bringing it into the device's form, in nanoseconds
 * @param deviceTiming time on the device
 * @param refineNanos ordering the candidates by their exact distances on the host, in nanoseconds, as far as the device had to
 *     wait for it
 * @param answeredAgain queries whose candidates were too close to call in float32 and that were answered again in double
 */
public record ExecutionReport(
        Device device, JoinMethod method, long prepareNanos, Timing deviceTiming, long refineNanos, int answeredAgain) {

    /**
     * The same report with more time of the host after the device's work.
     *
     * @param nanos how much more, in nanoseconds
     * @return the report
     */
    public ExecutionReport withRefinement(long nanos) {
        return new ExecutionReport(device, method, prepareNanos, deviceTiming, refineNanos + nanos, answeredAgain);
    }

    /**
     * Preparing, running and refining: everything but compiling for the device and copying to and from it.
     *
     * @return the sum, in nanoseconds
     */
    public long computeNanos() {
        return prepareNanos + deviceTiming.computeNanos() + refineNanos;
    }

    /**
     * Compiling for the device.
     *
     * @return the time, in nanoseconds
     */
    public long compileNanos() {
        return deviceTiming.compileNanos();
    }

    /**
     * Copying to and from the device.
     *
     * @return the sum, in nanoseconds
     */
    public long transferNanos() {
        return deviceTiming.transferNanos();
    }
}
