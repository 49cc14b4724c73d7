package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import java.util.ArrayList;
import java.util.List;

/**
 * What one device did of a call that several did together.
 *
 * @param device the device
 * @param answered queries, or other items of the call, that it answered
 * @param idleNanos time from its last answer to the end of the call, in nanoseconds; 0 where it answered nothing
 * @param failure why it was left out in the middle of the call, its share being done by the others; empty if it was not
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
