package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import java.util.ArrayList;
import java.util.List;

/**
 * Device, method and times of a join. If several devices did it together, the times are those of the device that answered most.
 *
 * @param device the device that found the candidates; of several devices, the one that answered most
 * @param method method that found them, not {@link JoinMethod#AUTOMATIC}
 * @param prepareNanos time to check the input and convert it to the device's form, in nanoseconds
 * @param deviceTiming time on the device
 * @param refineNanos time to order the candidates by their exact distances on the host, in nanoseconds, counted only while the device
 *     waited for it
 * @param exactFallbacks queries that were answered again in double over all points, because float32 was too close to call
 * @param shares what each device did if several did the join together; else empty
 */
public record ExecutionReport(
        Device device,
        JoinMethod method,
        long prepareNanos,
        Timing deviceTiming,
        long refineNanos,
        int exactFallbacks,
        List<DeviceShare> shares) {

    /** Copies the list. */
    public ExecutionReport {
        shares = List.copyOf(shares);
    }

    /**
     * Makes the report of a join that one device did.
     *
     * @param device the device
     * @param method the method
     * @param prepareNanos time to prepare, in nanoseconds
     * @param deviceTiming time on the device
     * @param refineNanos time of the host after the device's work, in nanoseconds
     * @param exactFallbacks queries that were answered again
     */
    public ExecutionReport(
            Device device,
            JoinMethod method,
            long prepareNanos,
            Timing deviceTiming,
            long refineNanos,
            int exactFallbacks) {
        this(device, method, prepareNanos, deviceTiming, refineNanos, exactFallbacks, List.of());
    }

    /**
     * Makes the report of work that took no time.
     *
     * @param device the device
     * @param method the method
     * @return the report
     * @hidden engine only
     */
    public static ExecutionReport noTime(Device device, JoinMethod method) {
        return new ExecutionReport(device, method, 0, Timing.ZERO, 0, 0);
    }

    /**
     * Returns this report with the shares of several devices.
     *
     * @param newShares what each device did
     * @return the report
     */
    public ExecutionReport withShares(List<DeviceShare> newShares) {
        return new ExecutionReport(device, method, prepareNanos, deviceTiming, refineNanos, exactFallbacks, newShares);
    }

    /**
     * Returns this report with additional time of the host before the device's work.
     *
     * @param nanos the additional time, in nanoseconds
     * @return the report
     */
    public ExecutionReport withPreparation(long nanos) {
        return new ExecutionReport(
                device, method, prepareNanos + nanos, deviceTiming, refineNanos, exactFallbacks, shares);
    }

    /**
     * Returns this report with additional time of the host after the device's work.
     *
     * @param nanos the additional time, in nanoseconds
     * @return the report
     */
    public ExecutionReport withRefinement(long nanos) {
        return new ExecutionReport(
                device, method, prepareNanos, deviceTiming, refineNanos + nanos, exactFallbacks, shares);
    }

    /**
     * Returns the report of this work and further work of the same join, by the method of this one.
     *
     * @param more the report of the further work
     * @return the sums
     */
    public ExecutionReport plus(ExecutionReport more) {
        return new ExecutionReport(
                device,
                method,
                prepareNanos + more.prepareNanos,
                deviceTiming.plus(more.deviceTiming),
                refineNanos + more.refineNanos,
                exactFallbacks + more.exactFallbacks,
                DeviceShare.sums(shares, more.shares));
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

    /**
     * What one device did in a call that several devices did together.
     *
     * @param device the device
     * @param answered queries, or other items of the call, that it answered
     * @param idleNanos time from its last answer to the end of the call, in nanoseconds; 0 if it answered nothing
     * @param failure why the device was left out during the call, so that the others did its share; empty if it was not left out
     */
    public record DeviceShare(Device device, long answered, long idleNanos, String failure) {

        /** Adds the shares of further work of the same call, device by device. */
        static List<DeviceShare> sums(List<DeviceShare> some, List<DeviceShare> more) {
            List<DeviceShare> sums = new ArrayList<>(some);
            for (DeviceShare each : more) {
                int at = 0;
                while (at < sums.size() && !sums.get(at).device.equals(each.device)) {
                    at++;
                }
                if (at == sums.size()) {
                    sums.add(each);
                } else {
                    sums.set(at, sums.get(at).plus(each));
                }
            }
            return sums;
        }

        private DeviceShare plus(DeviceShare more) {
            return new DeviceShare(
                    device,
                    answered + more.answered,
                    idleNanos + more.idleNanos,
                    failure.isEmpty() ? more.failure : failure);
        }

        /** Returns the share in words, such as {@code cuda:0 answered 1500000}. */
        @Override
        public String toString() {
            return device.id() + " answered " + answered + (failure.isEmpty() ? "" : " and was left out: " + failure);
        }
    }
}
