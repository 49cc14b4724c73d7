package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import java.util.ArrayList;
import java.util.List;

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
