package dev.gyre.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A master and workers of Spark, each in its own process on this machine, started from the jars of the class path. */
final class Cluster implements AutoCloseable {

    private final List<Process> processes = new ArrayList<>();
    private final Path home;
    private final String master;

    private Cluster(Path home, int port) {
        this.home = home;
        this.master = "spark://127.0.0.1:" + port;
    }

    /** Starts a cluster whose workers have one core each. */
    static Cluster start(Path folder, int workers) throws IOException, InterruptedException {
        Path home = folder.resolve("home");
        Path jars = Files.createDirectories(home.resolve("jars"));
        for (String each : classPath()) {
            Path jar = Path.of(each).toAbsolutePath();
            if (Files.isRegularFile(jar)) {
                Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
            }
        }
        Cluster cluster = new Cluster(home, freePort());
        cluster.run("master.Master", "--host", "127.0.0.1", "--port", cluster.port(), "--webui-port", "0");
        for (int worker = 0; worker < workers; worker++) {
            Path work = Files.createDirectories(folder.resolve("work-" + worker));
            cluster.run(
                    "worker.Worker",
                    "--host",
                    "127.0.0.1",
                    "--webui-port",
                    "0",
                    "--cores",
                    "1",
                    "--memory",
                    "1g",
                    "--work-dir",
                    work.toString(),
                    cluster.master);
        }
        return cluster;
    }

    /** {@return the jars and folders of the class path} */
    static List<String> classPath() {
        return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private String port() {
        return master.substring(master.lastIndexOf(':') + 1);
    }

    private void run(String type, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
        command.addAll(Arrays.asList(System.getProperty("jvm.options.of.spark").split(" ")));
        command.addAll(List.of(
                "-cp",
                home.resolve("jars") + File.separator + "*" + File.pathSeparator + folders(),
                "org.apache.spark.deploy." + type));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        home.resolve("process-" + processes.size() + ".log").toFile());
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        processes.add(builder.start());
    }

    String master() {
        return master;
    }

    /** {@return the folders of classes on the class path, which are not jars} */
    String folders() {
        return classPath().stream()
                .filter(each -> Files.isDirectory(Path.of(each)))
                .map(each -> Path.of(each).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Ends an executor as a failing machine would, and returns whether there was one. */
    boolean killAnExecutor() {
        Optional<ProcessHandle> executor = processes.stream()
                .flatMap(process -> process.toHandle().descendants())
                .findFirst();
        executor.ifPresent(ProcessHandle::destroyForcibly);
        return executor.isPresent();
    }

    @Override
    public void close() {
        for (int i = processes.size() - 1; i >= 0; i--) {
            Process process = processes.get(i);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
        }
    }
}
