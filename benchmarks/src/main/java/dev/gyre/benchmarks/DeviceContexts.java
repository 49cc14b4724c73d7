package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendProvider;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.program.BackendSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.ServiceLoader;

/** Several devices in this process, without an engine each: the threads of the host are theirs together. */
final class DeviceContexts implements AutoCloseable {

    private final Deque<Runnable> opened = new ArrayDeque<>();
    private final List<Context> contexts = new ArrayList<>();

    /**
     * Opens devices.
     *
     * @param names as {@link Backends} has them; {@value Backends#JVM_1} may be there more than once
     */
    DeviceContexts(List<String> names) {
        Settings settings = Settings.load();
        Workers workers = workers(settings.threads());
        for (String name : names) {
            Backend backend = Backends.isJvm(name)
                    ? new JvmBackend(workers(Backends.threads(name)))
                    : device(name, settings.backend());
            opened.push(backend::close);
            // All programs are kept: the first run makes them.
            Context context = new Context(backend, workers, Long.MAX_VALUE, Long.MAX_VALUE);
            opened.push(context::close);
            contexts.add(context);
        }
    }

    private Workers workers(int threads) {
        Workers workers = new Workers(threads);
        opened.push(workers::close);
        return workers;
    }

    private static Backend device(String name, BackendSettings settings) {
        return ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .flatMap(provider -> provider.devices().stream()
                        .filter(device -> device.id().equals(name))
                        .map(device -> provider.open(device, settings)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown device \"" + name + "\""));
    }

    /** The first devices. */
    List<Context> first(int count) {
        return contexts.subList(0, count);
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
    }
}
