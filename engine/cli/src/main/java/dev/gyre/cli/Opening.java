package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * An engine that is opened while its input is read, if that takes long: TornadoVM needs 0.7 s for a GPU (H200, November 2026). Closing closes
 * the engine too, also if it is opened only then.
 */
final class Opening implements AutoCloseable {

    private static final String JVM = "jvm";

    private final Supplier<Engine> open;
    private CompletableFuture<Engine> engine;

    private Opening(Supplier<Engine> open) {
        this.open = open;
    }

    /** Begins to open an engine of a named device. The JVM takes no time, and an automatic choice opens a device when a call is worth it. */
    static Opening of(Settings settings) {
        boolean named = !settings.device().equalsIgnoreCase(Settings.AUTO)
                && !settings.device().equalsIgnoreCase(JVM);
        return of(() -> Engine.open(settings), named);
    }

    /** Begins to open an engine, or opens it when it is asked for. */
    static Opening of(Supplier<Engine> open, boolean ahead) {
        Opening opening = new Opening(open);
        if (ahead) {
            opening.engine = CompletableFuture.supplyAsync(open, Opening::start);
        }
        return opening;
    }

    private static void start(Runnable work) {
        Thread.ofPlatform().daemon().name("gyre-open").start(work);
    }

    /** Returns the engine, once it is open; throws what opening it threw. */
    Engine engine() {
        if (engine == null) {
            engine = CompletableFuture.completedFuture(open.get());
        }
        try {
            return engine.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            // Opening throws no checked exception.
            throw (Error) e.getCause();
        }
    }

    @Override
    public void close() {
        if (engine != null) {
            engine.thenAccept(Engine::close);
        }
    }
}
