package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Joins through Spark Connect: a server in this process, and a client whose classes are its own, without those of classic Spark. */
@EnabledIfSystemProperty(named = "connect.client", matches = ".+")
class ConnectTest {

    /** Jars that a client does not have. */
    private static final Pattern OF_SERVER = Pattern.compile("spark-(core|catalyst|sql|sql-api|connect|pipelines)_.*");

    private static SparkSession server;
    private static Map<String, String> found;

    @BeforeAll
    static void runTheClient() throws Exception {
        LocalSpark.stop();
        int port = Cluster.freePort();
        server = LocalSpark.builder("local[2]")
                .config("spark.sql.codegen.wholeStage", "false")
                .config(LocalSpark.CODE, "NO_CODEGEN")
                .config("spark.plugins", "org.apache.spark.sql.connect.SparkConnectPlugin")
                .config("spark.connect.grpc.binding.address", "127.0.0.1")
                .config("spark.connect.grpc.binding.port", port)
                .getOrCreate();
        // Never closed, because threads of the client end after it. A thread of its own keeps its thread-local values
        // from the server.
        ClassLoader classes = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
        FutureTask<Object> client = new FutureTask<>(() -> classes.loadClass("dev.gyre.spark.ConnectClient")
                .getMethod("run", String.class)
                .invoke(null, "sc://127.0.0.1:" + port));
        Thread thread = new Thread(client);
        thread.setContextClassLoader(classes);
        thread.start();
        found = new HashMap<>();
        ((Map<?, ?>) client.get()).forEach((use, answer) -> found.put((String) use, (String) answer));
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    /** The client's own jar, then what the class path of the tests has besides classic Spark. */
    private static URL[] classPath() throws Exception {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("connect.client")))) {
            jars.forEach(all::add);
        }
        assertTrue(!all.isEmpty(), "no jar of the client");
        for (String each : Cluster.classPath()) {
            Path path = Path.of(each).toAbsolutePath();
            if (!OF_SERVER.matcher(path.getFileName().toString()).matches()) {
                all.add(path);
            }
        }
        URL[] urls = new URL[all.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = all.get(i).toUri().toURL();
        }
        return urls;
    }

    @Test
    void shouldJoinByAFunction() {
        assertEquals("[[0,1,0,0.0], [1,1,3,0.0], [2,1,1,1.0]]", found.get("function"));
    }

    @Test
    void shouldJoinTheNearest() {
        assertEquals("[[0,0], [1,3], [2,1]]", found.get("nearest"));
        assertEquals(found.get("nearest"), found.get("nearestByJoin"));
    }

    @Test
    void shouldSayWhatIsRefused() {
        String refused = found.get("refused");
        assertTrue(refused.startsWith("org.apache.spark.sql.AnalysisException"), refused);
        assertTrue(refused.contains("k must be 1 or more: k=0"), refused);
    }

    /** A client has no classes of classic Spark, so the joins of data sets end with a message, and not with a missing class. */
    @Test
    void shouldSayWhereJoinsOfDataSetsRun() {
        String refused = found.get("classic");
        assertTrue(
                refused.startsWith("java.lang.IllegalArgumentException: joins by SparkJoins run in a session of classic"
                        + " Spark, not of Spark Connect"),
                refused);
        assertEquals("[]", found.get("reports"));
    }
}
