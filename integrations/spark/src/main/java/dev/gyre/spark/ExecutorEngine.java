package dev.gyre.spark;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;

/**
 * The one engine of an executor, which all its tasks share. The first task that needs it opens it. It is closed with the executor or, in
 * a local run, with the Spark context.
 *
 * <p>Its device is {@code spark.gyre.device}; else, if Spark assigned a GPU to the executor, that GPU with the backend {@code
 * spark.gyre.gpu.backend} ({@code cuda}); else the JVM. It keeps programs up to {@code spark.gyre.keptMemory}, else a sixteenth of the
 * heap. Its threads are {@code spark.gyre.threads}, else {@code spark.executor.cores}, else all processors.
 */
final class ExecutorEngine {

    static final String DEVICE = "spark.gyre.device";
    static final String GPU_BACKEND = "spark.gyre.gpu.backend";
    static final String THREADS = "spark.gyre.threads";
    static final String KEPT_MEMORY = "spark.gyre.keptMemory";
    private static final String GPU = "gpu";

    /** Share of the heap for kept programs: Spark itself uses three fifths of the heap. */
    private static final int KEPT_SHARE = 16;

    private static final ScheduledThreadPoolExecutor WATCH = watch();

    private static Engine engine;
    private static boolean isHooked;
    private static SparkEnv owner;

    /** Local runs whose end closes the engine. */
    private static final Set<SparkContext> LOCAL =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private ExecutorEngine() {}

    private static ScheduledThreadPoolExecutor watch() {
        ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "gyre-killed-tasks");
            thread.setDaemon(true);
            return thread;
        });
        watch.setRemoveOnCancelPolicy(true);
        return watch;
    }

    /** Returns the engine of this process, in a task. */
    static synchronized Engine get() {
        SparkEnv environment = SparkEnv.get();
        if (engine == null || owner != environment) {
            close();
            engine = Engine.open(settings(environment.conf(), resources()));
            owner = environment;
            if (!isHooked) {
                Runtime.getRuntime().addShutdownHook(new Thread(ExecutorEngine::close));
                isHooked = true;
            }
        }
        return engine;
    }

    /** {@return how many calls of tasks run now} */
    static int calls() {
        return WATCH.getQueue().size();
    }

    /** Calls the engine of this process, and ends the call if Spark kills the task, with or without interrupts. */
    static <T> T run(Function<Engine, T> call) {
        TaskContext task = TaskContext.get();
        if (task == null) {
            return call.apply(get());
        }
        Call watched = new Call(task, Thread.currentThread());
        watched.watch();
        try {
            return call.apply(get());
        } finally {
            watched.end();
        }
    }

    /**
     * A call in a task. Spark only marks a task that it kills, unless it was told to interrupt threads; the engine hears interrupts alone.
     * So the thread is interrupted, but only inside of a call: readers and writers of files may not like interrupts.
     */
    private static final class Call {

        private static final long PERIOD_MILLIS = 100;

        private final TaskContext task;
        private final Thread thread;
        private ScheduledFuture<?> watch;
        private boolean isOver;
        private boolean isInterrupted;

        Call(TaskContext task, Thread thread) {
            this.task = task;
            this.thread = thread;
        }

        void watch() {
            watch = WATCH.scheduleAtFixedRate(this::look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }

        private synchronized void look() {
            if (!isOver && task.isInterrupted()) {
                thread.interrupt();
                isInterrupted = true;
            }
        }

        void end() {
            watch.cancel(false);
            synchronized (this) {
                isOver = true;
            }
            if (isInterrupted) {
                Thread.interrupted();
                task.killTaskIfInterrupted();
            }
        }
    }

    private static Map<String, ResourceInformation> resources() {
        TaskContext task = TaskContext.get();
        return task == null ? Map.of() : task.resourcesJMap();
    }

    static Settings settings(SparkConf conf, Map<String, ResourceInformation> resources) {
        Settings settings = Settings.load().withDevice(device(conf, resources));
        settings = conf.contains(KEPT_MEMORY)
                ? settings.with("kept-memory", conf.get(KEPT_MEMORY))
                : settings.withKeptMemory(Runtime.getRuntime().maxMemory() / KEPT_SHARE);
        String threads = conf.get(THREADS, conf.get("spark.executor.cores", ""));
        return threads.isEmpty() ? settings : settings.with("threads", threads);
    }

    private static String device(SparkConf conf, Map<String, ResourceInformation> resources) {
        if (conf.contains(DEVICE)) {
            return conf.get(DEVICE);
        }
        ResourceInformation gpu = resources.get(GPU);
        return gpu == null || gpu.addresses().length == 0
                ? Settings.JVM
                : conf.get(GPU_BACKEND, "cuda") + ":" + gpu.addresses()[0];
    }

    /** Closes the engine, if it is open. */
    static synchronized void close() {
        if (engine != null) {
            engine.close();
            engine = null;
            owner = null;
        }
    }

    /** Closes the engine of a local run with its Spark context: its executor is the process of the driver, which may continue. */
    static void closeWith(SparkContext context) {
        if (context.isLocal() && LOCAL.add(context)) {
            context.addSparkListener(new SparkListener() {
                @Override
                public void onApplicationEnd(SparkListenerApplicationEnd end) {
                    close();
                }
            });
        }
    }
}
