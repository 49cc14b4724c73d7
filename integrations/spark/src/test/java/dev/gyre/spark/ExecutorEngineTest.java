package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Points;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.resource.ResourceInformation;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Device and threads of the engine of an executor, and its end. */
class ExecutorEngineTest {

    private static Settings settings(SparkConf conf, String... gpus) {
        return ExecutorEngine.settings(
                conf, gpus.length == 0 ? Map.of() : Map.of("gpu", new ResourceInformation("gpu", gpus)));
    }

    private static SparkConf conf() {
        return new SparkConf(false);
    }

    @Test
    void shouldTakeTheDeviceOfSpark() {
        assertEquals("jvm", settings(conf()).device());
        assertEquals("cuda:3", settings(conf(), "3").device());
        assertEquals(
                "opencl:1",
                settings(conf().set("spark.gyre.gpu.backend", "opencl"), "1").device());
        assertEquals(
                "auto", settings(conf().set("spark.gyre.device", "auto"), "1").device());
    }

    @Test
    void shouldTakeTheThreadsOfSpark() {
        assertEquals(5, settings(conf().set("spark.executor.cores", "5")).threads());
        assertEquals(
                3,
                settings(conf().set("spark.executor.cores", "5").set("spark.gyre.threads", "3"))
                        .threads());
        assertThrows(IllegalArgumentException.class, () -> settings(conf().set("spark.gyre.threads", "no")));
    }

    @Test
    void shouldCloseTheEngineWithItsContext() {
        SparkSession session = LocalSpark.session();
        ExecutorEngine.closeWith(session.sparkContext());
        Engine engine = ExecutorEngine.get();
        assertSame(engine, ExecutorEngine.get());
        LocalSpark.stop();
        Points points = Points.of(new double[] {1, 2}, 1);
        assertThrows(IllegalStateException.class, () -> engine.knnSelfJoin(points, 1));
        LocalSpark.session();
        assertNotSame(engine, ExecutorEngine.get());
    }
}
