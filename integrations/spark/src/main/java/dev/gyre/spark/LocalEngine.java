package dev.gyre.spark;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;

/** Closes the engine of a local run with its Spark context: there the executor is the process of the driver, which may go on. */
final class LocalEngine {

    private static final Set<SparkContext> KNOWN =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private LocalEngine() {}

    static void closeWith(SparkContext context) {
        if (context.isLocal() && KNOWN.add(context)) {
            context.addSparkListener(new SparkListener() {
                @Override
                public void onApplicationEnd(SparkListenerApplicationEnd end) {
                    ExecutorEngine.close();
                }
            });
        }
    }
}
