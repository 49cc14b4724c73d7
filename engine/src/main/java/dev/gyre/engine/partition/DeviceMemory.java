package dev.gyre.engine.partition;

import dev.gyre.engine.device.Device;
import dev.gyre.engine.program.Phase;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** What the arrays of a phase take on a device, held against a limit. */
final class DeviceMemory {

    private final Device device;
    private final long limit;

    DeviceMemory(Device device, long memoryLimit) {
        this.device = device;
        this.limit = Math.min(memoryLimit, device.memoryBytes());
    }

    /** Refuses a phase whose arrays do not fit. */
    void check(Phase phase, int n) {
        long needed = 0;
        long largest = 0;
        for (Object array : arrays(phase)) {
            long bytes = bytes(array);
            needed += bytes;
            largest = Math.max(largest, bytes);
        }
        if (needed > limit || largest > device.maxArrayBytes()) {
            throw new IllegalArgumentException(
                    "the " + phase.name() + " does not fit the memory of " + device + ": needed="
                            + needed + " bytes, limit=" + limit + ", largest array=" + largest + ", limit of an array="
                            + device.maxArrayBytes() + ", n=" + n);
        }
    }

    private static Set<Object> arrays(Phase phase) {
        List<Object> all = new ArrayList<>(phase.uploads());
        phase.stages().forEach(stage -> all.addAll(stage.arguments()));
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        all.stream().filter(argument -> argument.getClass().isArray()).forEach(arrays::add);
        return arrays;
    }

    private static long bytes(Object array) {
        boolean wide = array instanceof long[] || array instanceof double[];
        return Array.getLength(array) * (wide ? 8L : 4L);
    }
}
