package dev.gyre.spark;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Monitor;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CancellationException;
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

    /** Stops calls of a task that Spark kills: unless it was told to interrupt threads, it only marks the task. For all tasks. */
    static final Monitor MONITOR = (done, total) -> {
        TaskContext task = TaskContext.get();
        return task == null || !task.isInterrupted();
    };

    private static Engine engine;
    private static SparkEnv owner;

    /** Local runs whose end closes the engine. */
    private static final Set<SparkContext> LOCAL =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ExecutorEngine::close));
    }

    private ExecutorEngine() {}

    /** Returns the engine of this process, in a task. */
    static synchronized Engine get() {
        SparkEnv environment = SparkEnv.get();
        if (engine == null || owner != environment) {
            close();
            engine = Engine.open(settings(environment.conf(), resources()));
            owner = environment;
        }
        return engine;
    }

    /** Calls the engine of this process; a call that {@link #MONITOR} or an interrupt ends is one of a task that Spark kills. */
    static <T> T run(Function<Engine, T> call) {
        try {
            return call.apply(get());
        } catch (CancellationException e) {
            endIfKilled();
            throw e;
        }
    }

    /** Ends the task of this thread if Spark kills it. */
    static void endIfKilled() {
        TaskContext task = TaskContext.get();
        if (task != null) {
            task.killTaskIfInterrupted();
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
