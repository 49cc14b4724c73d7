package dev.gyre.cli.shell;

import dev.gyre.engine.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.tool.JavaShellToolBuilder;

/** Runs JShell in this JVM. */
public final class ShellRunner {

    /** The system property that names the folder for classes; it is empty at first, and on the class path. */
    public static final String CLASSES = "gyre.shell.classes";

    private static final int MAX_ATTEMPTS = 10;

    private static final String PARALLEL = "uk.ac.manchester.tornado.api.annotations.Parallel";

    private static final String START = """
            import dev.gyre.engine.*;
            import dev.gyre.engine.data.*;
            import dev.gyre.engine.io.*;
            import dev.gyre.engine.op.*;
            import dev.gyre.engine.program.*;
            import java.nio.file.*;
            import java.util.*;
            import java.util.function.*;
            import java.util.stream.*;
            import static dev.gyre.cli.shell.Shell.*;
            Engine engine = dev.gyre.cli.shell.Shell.engine();
            Points cities = dev.gyre.cli.shell.Shell.cities();
            """;

    private final Settings settings;

    /**
     * A shell.
     *
     * @param settings those of its engine
     */
    public ShellRunner(Settings settings) {
        this.settings = settings;
    }

    /**
     * Reads snippets and commands of JShell from the terminal, until the user leaves.
     *
     * @return the exit code of JShell
     * @throws IOException if the files that start it cannot be written
     */
    public int interact() throws IOException {
        Path start = Files.writeString(Path.of(System.getProperty(CLASSES), "start.jsh"), start());
        List<String> arguments = new ArrayList<>(List.of("--execution", ShellExecution.NAME, "--startup", "" + start));
        compilerOptions().forEach(option -> arguments.add("-C" + option));
        System.out.println("Gyre: \"engine\" is open, \"cities\" has 135,233 points; devices() lists devices.");
        return withoutChecked(
                () -> withShell(() -> JavaShellToolBuilder.builder().start(arguments.toArray(String[]::new))));
    }

    /**
     * Runs a script, up to the first snippet that fails.
     *
     * @param script a file of Java snippets in UTF-8, {@code -} for standard input
     * @param err receives a line about the snippet that fails
     * @return 0, or 1 if one failed
     * @throws IllegalArgumentException if there is no such script, or no such device
     * @throws IOException if the script cannot be read
     */
    public int run(Path script, PrintWriter err) throws IOException {
        return withoutChecked(() -> withShell(() -> {
            String text = read(script);
            try (JShell shell = JShell.builder()
                    .executionEngine(new ShellExecution(), Map.of())
                    .compilerOptions(compilerOptions().toArray(String[]::new))
                    .build()) {
                String failure = evaluate(shell, "start of the shell", start());
                if (failure.isEmpty()) {
                    failure = evaluate(shell, script.toString(), text);
                }
                if (!failure.isEmpty()) {
                    err.println("gyre: " + failure.strip().replaceAll("\\R\\s*", " "));
                }
                return failure.isEmpty() ? 0 : 1;
            }
        }));
    }

    private static String read(Path script) throws IOException {
        boolean typed = script.toString().equals("-");
        String name = typed ? "standard input" : script.toString();
        if (Files.isDirectory(script)) {
            throw new IllegalArgumentException("the script is a directory: " + script);
        }
        if (!typed && !Files.isReadable(script)) {
            throw new IllegalArgumentException("cannot read the script " + script);
        }
        byte[] bytes = typed ? System.in.readAllBytes() : Files.readAllBytes(script);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the script is not UTF-8: " + name, e);
        }
    }

    /** Work that may fail in any way. */
    @FunctionalInterface
    private interface Work {
        int run() throws Exception;
    }

    private int withShell(Work work) throws Exception {
        Shell.begin(settings);
        try {
            Shell.engine();
            return work.run();
        } finally {
            Shell.end();
        }
    }

    private static int withoutChecked(Work work) throws IOException {
        try {
            return work.run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("JShell failed: " + e.getMessage(), e);
        }
    }

    /** Runs all snippets of a text; returns what failed, or an empty text. */
    private static String evaluate(JShell shell, String name, String text) {
        SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
        Map<String, Integer> lines = new HashMap<>();
        String rest = text.stripLeading();
        while (!rest.isEmpty()) {
            int line = 1
                    + (int) text.substring(0, text.length() - rest.length())
                            .lines()
                            .count();
            CompletionInfo next = analysis.analyzeCompletion(rest);
            if (next.completeness() == Completeness.DEFINITELY_INCOMPLETE) {
                return name + ", line " + line + ": the snippet does not end";
            }
            String source = next.source() == null ? rest : next.source();
            for (SnippetEvent event : shell.eval(source)) {
                lines.putIfAbsent(event.snippet().id(), line);
                String failure = failure(shell, event);
                if (!failure.isEmpty()) {
                    return name + ", line " + line + ": " + failure;
                }
            }
            rest = next.source() == null ? "" : next.remaining().stripLeading();
        }
        return unresolved(shell, name, lines);
    }

    /** A snippet may name what a later one declares; returns what none declared, or an empty text. */
    private static String unresolved(JShell shell, String name, Map<String, Integer> lines) {
        return shell.snippets()
                .filter(snippet -> shell.status(snippet) == Snippet.Status.RECOVERABLE_DEFINED
                        || shell.status(snippet) == Snippet.Status.RECOVERABLE_NOT_DEFINED)
                .map(snippet -> (DeclarationSnippet) snippet)
                .map(snippet -> name + ", line " + lines.get(snippet.id()) + ": nothing declares "
                        + shell.unresolvedDependencies(snippet).collect(Collectors.joining(", ")))
                .findFirst()
                .orElse("");
    }

    private static String failure(JShell shell, SnippetEvent event) {
        JShellException exception = event.exception();
        if (exception != null) {
            return Stream.<Throwable>iterate(exception, Objects::nonNull, Throwable::getCause)
                    .map(ShellRunner::said)
                    .collect(Collectors.joining("; because: "));
        }
        if (event.status() != Snippet.Status.REJECTED) {
            return "";
        }
        return shell.diagnostics(event.snippet())
                .map(diagnostic -> diagnostic.getMessage(Locale.ROOT))
                .collect(Collectors.joining("; "));
    }

    private static String said(Throwable exception) {
        return exception instanceof EvalException
                ? ((EvalException) exception).getExceptionClassName() + ": " + exception.getMessage()
                : exception.toString();
    }

    private static String start() {
        return START + (parallel() == null ? "@interface Parallel {}\n" : "import " + PARALLEL + ";\n");
    }

    /** The annotation of kernels' loops, null without TornadoVM. */
    private static Class<?> parallel() {
        try {
            return Class.forName(PARALLEL, false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Returns {@code -g}, because TornadoVM reads the table of local variables, and the paths of classes and of the API's module. */
    private static List<String> compilerOptions() {
        List<String> options = new ArrayList<>(List.of("-g", "-cp", System.getProperty("java.class.path")));
        Class<?> parallel = parallel();
        if (parallel != null && parallel.getModule().isNamed()) {
            String module = parallel.getModule().getName();
            URI jar = ModuleLayer.boot()
                    .configuration()
                    .findModule(module)
                    .flatMap(found -> found.reference().location())
                    .orElseThrow();
            options.addAll(List.of("--module-path", "" + Path.of(jar).getParent(), "--add-modules", module));
        }
        return options;
    }

    /**
     * Deletes the folder of classes, which the starting script made for this process, when the JVM ends, for whatever reason; does nothing if
     * there is none.
     */
    public static void deleteClassesAtEnd() {
        String classes = System.getProperty(CLASSES);
        if (classes != null) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(Path.of(classes)), "gyre-classes"));
        }
    }

    private static void delete(Path folder) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS && Files.exists(folder); attempt++) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | UncheckedIOException e) {
                // Snippets that still run may have written a class; what cannot be deleted stays.
            }
        }
    }
}
