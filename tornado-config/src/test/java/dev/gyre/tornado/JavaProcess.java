package dev.gyre.tornado;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A separate JVM that ran to its end.
 *
 * @param status exit status
 * @param lines all that it wrote
 */
record JavaProcess(int status, List<String> lines) {

    /** Runs with the class path of these tests. */
    static JavaProcess run(String... arguments) throws IOException, InterruptedException {
        return runWith(System.getProperty("java.class.path"), arguments);
    }

    /** Runs with TornadoVM absent: neither its API on the class path nor anything of it on the module path. */
    static JavaProcess runWithoutTornadoVm(String... arguments) throws IOException, InterruptedException {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("gpu-llama3") && !entry.contains("tornado-api"))
                .collect(Collectors.joining(File.pathSeparator));
        return runWith(classPath, arguments);
    }

    /** Runs with the installed TornadoVM. */
    static JavaProcess runWithTornadoVm(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("@" + System.getenv("TORNADOVM_HOME") + "/tornado-argfile"));
        all.addAll(List.of(arguments));
        return runWith(System.getProperty("java.class.path"), all.toArray(String[]::new));
    }

    /** Runs with a class path. */
    static JavaProcess runWith(String classPath, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new JavaProcess(process.waitFor(), output.lines().toList());
    }

    String output() {
        return String.join("\n", lines);
    }
}
