package dev.gyre.cli;

import java.io.Closeable;
import java.io.IOException;

/**
 * Closes a resource if the JVM is asked to end, as by Ctrl-C, while it is in use. The guard exists before the resource, so that
 * the resource is never left open.
 */
final class ShutdownGuard {

    private Closeable resource;

    private ShutdownGuard() {}

    /** Opens the resource, without waiting for anything: the end of the program waits until it is open. */
    @FunctionalInterface
    interface Opener<T> {
        T open() throws IOException;
    }

    /** Uses an open resource. */
    @FunctionalInterface
    interface Use<T> {
        void accept(T resource) throws IOException;
    }

    static <T extends Closeable> void use(Opener<T> opener, Use<T> use) throws IOException {
        ShutdownGuard guard = new ShutdownGuard();
        Thread hook = new Thread(guard::close, "gyre-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        try (T resource = guard.open(opener)) {
            use.accept(resource);
        } finally {
            remove(hook);
        }
    }

    private synchronized <T extends Closeable> T open(Opener<T> opener) throws IOException {
        T opened = opener.open();
        resource = opened;
        return opened;
    }

    private synchronized void close() {
        try {
            if (resource != null) {
                resource.close();
            }
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
