package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Timing;

/**
 * Device, method and times of a join.
 *
 * @param device the device that found the candidates
 * @param method method that found them, not {@link JoinMethod#AUTOMATIC}
 * @param prepareNanos time to check the input and convert it to the device's form, in nanoseconds
 * @param deviceTiming time on the device
 * @param refineNanos time to order the candidates by their exact distances on the host, in nanoseconds, as far as the device
 *     waited for it
 * @param exactFallbacks queries that were answered again in double over all points, because float32 was too close to call
 */
public record ExecutionReport(
        Device device,
        JoinMethod method,
        long prepareNanos,
        Timing deviceTiming,
        long refineNanos,
        int exactFallbacks) {

    /**
     * Returns this report with additional time of the host after the device's work.
     *
     * @param nanos the additional time, in nanoseconds
     * @return the report
     */
    public ExecutionReport withRefinement(long nanos) {
        return new ExecutionReport(device, method, prepareNanos, deviceTiming, refineNanos + nanos, exactFallbacks);
    }

    /**
     * Returns the time to prepare, run and refine: all but compilation and copies to and from the device.
     *
     * @return the sum, in nanoseconds
     */
    public long computeNanos() {
        return prepareNanos + deviceTiming.computeNanos() + refineNanos;
    }

    /**
     * Returns the time of compilation for the device.
     *
     * @return the time, in nanoseconds
     */
    public long compileNanos() {
        return deviceTiming.compileNanos();
    }

    /**
     * Returns the time of copies to and from the device.
     *
     * @return the sum, in nanoseconds
     */
    public long transferNanos() {
        return deviceTiming.transferNanos();
    }
}
