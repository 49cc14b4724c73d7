package dev.gyre.benchmarks;

import java.util.Arrays;
import java.util.stream.Stream;

/** Another library that takes turns with a {@link Call}: a constant of {@link BoxPeer} or {@link ClusterPeer}. */
interface Peer {

    /** Between the name of a library and a device. */
    String SEPARATOR = " on ";

    /** Returns whether it takes turns with a device: libraries run on the threads of the JVM. */
    boolean runsOn(String device);

    /** Returns its name in a column of devices. */
    default String on(String device) {
        return this + SEPARATOR + device;
    }

    /** Returns whether a name in a column of devices is that of another library. */
    static boolean isPeer(String device) {
        return device.contains(SEPARATOR);
    }

    /** Returns the library of the name of a constant. */
    static Peer named(String name) {
        return Stream.concat(Arrays.stream(BoxPeer.values()), Arrays.stream(ClusterPeer.values()))
                .filter(peer -> ((Enum<?>) peer).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown library " + name));
    }
}
