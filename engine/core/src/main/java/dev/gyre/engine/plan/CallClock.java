package dev.gyre.engine.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Times calls, so that estimates learn from them. Safe for use by several threads. */
@FunctionalInterface
public interface CallClock {

    /** The clock of the system. It tells on Linux how long a thread waited for a processor. */
    CallClock SYSTEM = new CallClock() {

        /** How long the reading thread has run, in nanoseconds, how long it waited for a processor, and how often it ran. */
        private final Path waits = Path.of("/proc/thread-self/schedstat");

        private final boolean tells = Files.isReadable(waits);

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long waited() {
            // A virtual thread may go on with another thread of the system.
            if (!tells || Thread.currentThread().isVirtual()) {
                return 0;
            }
            try {
                return Long.parseLong(Files.readString(waits).split(" ")[1]);
            } catch (IOException e) {
                return 0;
            }
        }
    };

    /** {@return nanoseconds since any moment} */
    long nanos();

    /**
     * Returns how long this thread was ready to run while others had the processors.
     *
     * @return nanoseconds since any moment of this thread's life; 0 if the system does not tell
     */
    default long waited() {
        return 0;
    }
}
