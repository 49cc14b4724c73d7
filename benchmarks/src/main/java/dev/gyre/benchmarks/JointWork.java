package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendProvider;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Copies to and from several devices at once. The devices share the threads of the host. */
final class JointWork implements AutoCloseable {

    private final Deque<Runnable> opened = new ArrayDeque<>();
    private final List<Context> devices = new ArrayList<>();
    private final List<Execution> copies = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Uses the devices of an engine, which may be a set such as {@code cuda:0+cuda:1}. */
    JointWork(Engine engine) {
        this(
                engine.settings().threads(),
                engine.settings().backend(),
                engine.settings().device().split("\\+"));
    }

    JointWork(int workerThreads, BackendSettings settings, String... names) {
        opened.push(threads::close);
        Workers workers = new Workers(workerThreads);
        opened.push(workers::close);
        for (String name : names) {
            Backend backend = Backends.isJvm(name) ? new JvmBackend(workers) : device(name, settings);
            opened.push(backend::close);
            // All programs are kept: the first run makes them.
            Context context = new Context(backend, workers, Long.MAX_VALUE, Long.MAX_VALUE);
            opened.push(context::close);
            devices.add(context);
        }
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

    /** Copies an array of so many ints to each device. Each copy adds 1 to its first element. */
    List<int[]> prepareExchange(int ints) {
        List<int[]> arrays = new ArrayList<>();
        for (Context device : devices) {
            int[] moved = new int[ints];
            arrays.add(moved);
            Stage touch = ProbeKernels.INCREMENT.stage(1, (Object) moved);
            Execution copy = device.backend()
                    .prepare(Program.of(
                            "exchange",
                            Phase.named("up").upload(moved).stage(touch).build(),
                            Phase.named("down").stage(touch).download(moved).build()));
            opened.push(copy::close);
            copies.add(copy);
        }
        exchange("up");
        return arrays;
    }

    /** Copies {@code up} to all devices at once, or {@code down} from them. */
    void exchange(String way) {
        try {
            for (Future<?> copied : threads.invokeAll(copies.stream()
                    .map(copy -> Executors.callable(() -> copy.run(way, Progress.NONE)))
                    .toList())) {
                copied.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("copies failed", e);
        }
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
    }
}
