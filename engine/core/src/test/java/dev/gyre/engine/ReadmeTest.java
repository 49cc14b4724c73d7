package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the README shows must compile and run, its test command must be the one that CI runs, and links between pages must lead
 * somewhere.
 */
class ReadmeTest {

    private static final Path ROOT = Path.of("../..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    @TempDir
    private Path directory;

    @Test
    void shouldCompileAndRunTheExample() throws Exception {
        List<String> lines = example();
        String imports =
                lines.stream().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String body = lines.stream().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        Path source = directory.resolve("Example.java");
        Files.writeString(
                source,
                imports + "\npublic class Example { public static void main(String[] args) {\n" + body + "\n} }");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status = compiler.run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                source.toString());
        assertEquals(0, status, "the example of the README must compile");
        assertEquals("2 at 2.8236", run().substring(0, 11));
    }

    @Test
    void shouldTestWithTheCommandThatCiRuns() throws IOException {
        assertTrue(Files.readString(ROOT.resolve("README.md")).contains("\n    mvn verify\n"));
        assertTrue(Files.readString(ROOT.resolve(".ci/run"))
                .endsWith("\nmvn --batch-mode --no-transfer-progress verify\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "CONTRIBUTING.md",
                "benchmarks/README.md",
                "docs/architecture.md",
                "docs/gpu.md",
                "docs/tornadovm.md"
            })
    void shouldLinkToWhatIsThere(String page) throws IOException {
        Path file = ROOT.resolve(page);
        Matcher matcher = LINK.matcher(Files.readString(file));
        while (matcher.find()) {
            String target = matcher.group(1);
            if (!target.startsWith("http")) {
                String[] parts = target.split("#", 2);
                Path to = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]);
                assertTrue(Files.exists(to), () -> page + " links to " + target);
                assertTrue(
                        parts.length == 1 || anchors(to).contains(parts[1]),
                        () -> page + " links to " + target + ", which has no such heading");
            }
        }
    }

    /** As GitHub makes them of headings. */
    private static List<String> anchors(Path page) {
        try {
            return Files.readAllLines(page).stream()
                    .filter(line -> line.startsWith("#"))
                    .map(line -> line.replaceFirst("^#+ ", "")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-'))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> example() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        String start = "```java\n";
        int from = readme.indexOf(start) + start.length();
        return readme.substring(from, readme.indexOf("```", from)).lines().toList();
    }

    private String run() throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            loader.loadClass("Example").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
