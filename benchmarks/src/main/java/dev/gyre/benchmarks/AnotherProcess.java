package dev.gyre.benchmarks;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes with the Java, the options and the class path of this one. */
final class AnotherProcess {

    private AnotherProcess() {}

    /**
     * Prepares one.
     *
     * @param main its main class
     * @param arguments for it
     * @return to be started
     */
    static ProcessBuilder of(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
