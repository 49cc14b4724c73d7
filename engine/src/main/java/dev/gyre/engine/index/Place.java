package dev.gyre.engine.index;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;

/**
 * Where searches can run, and what they cost there.
 *
 * @param backend the device
 * @param workers the host's threads
 * @param memoryLimit bytes that arrays on the device may take
 * @param costs the device's
 */
record Place(Backend backend, Workers workers, long memoryLimit, DeviceCosts costs) {}
