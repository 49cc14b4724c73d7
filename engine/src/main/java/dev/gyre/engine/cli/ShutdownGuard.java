package dev.gyre.engine.cli;

import java.io.Closeable;
import java.io.IOException;

/** Closes a resource if the JVM is told to end, as by Ctrl-C, while it is in use. */
final class ShutdownGuard {

    private ShutdownGuard() {}

    /** What is done with the resource. */
    @FunctionalInterface
    interface Use {
        void run() throws IOException;
    }

    static void closingOnShutdown(Closeable resource, Use use) throws IOException {
        Thread hook = new Thread(() -> close(resource), "gyre-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            use.run();
        } finally {
            remove(hook);
        }
    }

    private static void close(Closeable resource) {
        try {
            resource.close();
        } catch (IOException e) {
            System.err.println("gyre: cannot clean up: " + e.getMessage());
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook runs.
        }
    }
}
