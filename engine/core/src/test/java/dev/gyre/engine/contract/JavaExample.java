package dev.gyre.engine.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A Java example of a page of this repository: a block marked {@code java}, and the block marked {@code text} after it, which has the
 * output of the example. A block without a class is the body of a main method, with imports before it.
 *
 * @param page the page, relative to the root of the repository
 * @param code the block
 * @param output the expected output
 */
public record JavaExample(String page, String code, String output) {

    private static final Pattern BLOCK =
            Pattern.compile("\n```java\n(.*?)```\n(\n```text\n(.*?)```\n)?", Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern CLASS = Pattern.compile("^public final class (\\w+) ", Pattern.MULTILINE);

    /** Returns the folder of the README. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("NOTICE"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** Returns all pages of the repository, relative to its root. */
    public static List<String> pages() throws IOException {
        Path root = root();
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(".md") && !file.contains("target/"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the examples of all pages. */
    public static List<JavaExample> all() throws IOException {
        List<JavaExample> examples = new ArrayList<>();
        for (String page : pages()) {
            Matcher blocks = BLOCK.matcher(Files.readString(root().resolve(page)));
            while (blocks.find()) {
                examples.add(new JavaExample(page, blocks.group(1), blocks.group(3)));
            }
        }
        return examples;
    }

    /** Returns whether the example defines a kernel, so that compiling it needs the API of TornadoVM. */
    public boolean isKernel() {
        return code.contains("@Parallel");
    }

    /** Returns whether the example uses geometries, so that compiling it needs the module for JTS. */
    public boolean isOfGeometries() {
        return code.contains("import dev.gyre.jts.");
    }

    /** Returns whether the example uses Spark, so that compiling it needs the module for Spark. */
    public boolean isOfSpark() {
        return code.contains("import dev.gyre.spark.");
    }

    /** Returns the name of its class, with its package. */
    public String className() {
        Matcher matcher = PACKAGE.matcher(code);
        return (matcher.find() ? matcher.group(1) + "." : "") + simpleName();
    }

    private String simpleName() {
        Matcher matcher = CLASS.matcher(code);
        return matcher.find() ? matcher.group(1) : "Example";
    }

    /** Compiles the example into a folder, with options of the compiler in addition to the class path. */
    public void compile(Path folder, List<String> options) throws IOException {
        Path source = folder.resolve(simpleName() + ".java");
        Files.writeString(source, CLASS.matcher(code).find() ? code : wrapped());
        List<String> arguments = new ArrayList<>(
                List.of("-g", "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", folder.toString()));
        arguments.addAll(options);
        arguments.add(source.toString());
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status =
                ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertEquals(0, status, () -> this + " must compile: " + messages.toString(StandardCharsets.UTF_8));
    }

    /** Runs the example in this process, as compiled into a folder, and compares its output. */
    public void run(Path folder) throws Exception {
        PrintStream out = System.out;
        Locale locale = Locale.getDefault();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        Locale.setDefault(Locale.ROOT);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.loadClass(className()).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(out);
            Locale.setDefault(locale);
        }
        assertEquals(output, printed.toString(StandardCharsets.UTF_8).replace("\r\n", "\n"), this::toString);
    }

    private String wrapped() {
        String imports = code.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String body = code.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        return imports
                + "\npublic final class Example { public static void main(String[] arguments) throws Exception {\n"
                + body + "\n} }\n";
    }

    @Override
    public String toString() {
        return page + ", the example that begins with "
                + code.lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("import "))
                        .findFirst()
                        .orElse("");
    }
}
