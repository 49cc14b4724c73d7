package dev.gyre.engine.data;

import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import java.util.List;

/**
 * Device and times of the build of a tree or grid.
 *
 * @param device the device that built it; for several devices, the first one
 * @param prepareNanos time to check the points and convert them to the device's form, in nanoseconds; for several devices, all
 *     time of the call except that of the slowest device
 * @param sortNanos time to order the points by super key and find the distinct points, compilation on a device included; for several
 *     devices, that of the slowest one
 * @param arrangeNanos time of the rest of the build, compilation on a device included; for several devices, that of the slowest one
 * @param deviceTiming time on the device, by kind; for several devices, the sum
 * @param shares the points that each of several devices handled; empty if one device built alone; immutable
 */
public record BuildReport(
        Device device,
        long prepareNanos,
        long sortNanos,
        long arrangeNanos,
        Timing deviceTiming,
        List<DeviceShare> shares) {

    /** Copies the list. */
    public BuildReport {
        shares = List.copyOf(shares);
    }

    /**
     * Makes the report of a build by one device.
     *
     * @param device the device that built it
     * @param prepareNanos time to check the points and convert them to the device's form, in nanoseconds
     * @param sortNanos time to order the points by super key and find the distinct points; on a device with compilation
     * @param arrangeNanos time of the rest of the build; on a device with compilation
     * @param deviceTiming time on the device, by kind
     */
    public BuildReport(Device device, long prepareNanos, long sortNanos, long arrangeNanos, Timing deviceTiming) {
        this(device, prepareNanos, sortNanos, arrangeNanos, deviceTiming, List.of());
    }

    /**
     * Returns the report of this build and a search after it.
     *
     * @param search the report of the search
     * @return the report of both
     */
    public ExecutionReport before(ExecutionReport search) {
        return new ExecutionReport(
                search.device(),
                search.method(),
                prepareNanos + search.prepareNanos(),
                deviceTiming.plus(search.deviceTiming()),
                search.refineNanos(),
                search.exactFallbacks(),
                search.shares());
    }
}
