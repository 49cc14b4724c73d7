package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Timing;

/**
 * Device and times of the build of a tree.
 *
 * @param device the device that built it
 * @param prepareNanos time to check the points and convert them to the device's form, in nanoseconds
 * @param sortNanos time to order the points by super key and find those that differ; on a device with compilation
 * @param arrangeNanos time of the rest of the build; on a device with compilation
 * @param deviceTiming time on the device, by kind
 */
public record BuildReport(Device device, long prepareNanos, long sortNanos, long arrangeNanos, Timing deviceTiming) {

    /**
     * Returns the report of a search together with this build before it.
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
