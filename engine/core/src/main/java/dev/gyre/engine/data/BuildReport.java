package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Timing;

/**
 * Where a tree was built and where the time went.
 *
 * @param device the device that built it
 * @param prepareNanos checking the points and bringing them into the device's form, in nanoseconds
 * @param sortNanos ordering the points by super key and finding those that differ; on a device with compiling
 * @param arrangeNanos all the rest of the build; on a device with compiling
 * @param deviceTiming time on the device, by kind
 */
public record BuildReport(Device device, long prepareNanos, long sortNanos, long arrangeNanos, Timing deviceTiming) {

    /**
     * A report of a search together with the build before it.
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
                search.answeredAgain());
    }
}
