package dev.gyre.engine.kdtree;

import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Timing;

/**
 * Where a tree was built and where the time went.
 *
 * @param device the device that built it
 * @param prepareNanos checking the points and bringing them into the device's form, in nanoseconds
 * @param sortNanos ordering the points by super key and finding those that differ; on a device with compiling
 * @param arrangeNanos all the rest of the build; on a device with compiling
 * @param deviceTiming time on the device, by kind
 */
public record BuildReport(Device device, long prepareNanos, long sortNanos, long arrangeNanos, Timing deviceTiming) {}
