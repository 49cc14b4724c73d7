package dev.gyre.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Processes with the Java, the options and the class path of this one. */
final class AnotherProcess {

    private AnotherProcess() {}

    /** Prepares such a process. */
    static ProcessBuilder of(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /**
     * Runs such a process and passes on the lines that it prints for this process; other lines are the driver's.
     *
     * @param who names what failed if the process fails
     */
    static void run(Class<?> main, String who, Consumer<String> lines, String... arguments) throws IOException {
        String mark = mark(main);
        int status = run(of(main, arguments).redirectError(ProcessBuilder.Redirect.INHERIT), line -> {
            if (line.startsWith(mark)) {
                lines.accept(line.substring(mark.length()));
            }
        });
        if (status != 0) {
            lines.accept(PointsFile.FAILED + who + ": its process ended with exit code " + status);
        }
    }

    /** Runs a process, passes on the lines that it prints, and returns its exit code. */
    static int run(ProcessBuilder prepared, Consumer<String> lines) throws IOException {
        Process process = prepared.start();
        try (BufferedReader printed = process.inputReader()) {
            printed.lines().forEach(lines);
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while another process ran", e);
        }
    }

    /** Returns the beginning of the lines that a process prints for the one that started it. */
    static String mark(Class<?> main) {
        return main.getName() + "\t";
    }
}
