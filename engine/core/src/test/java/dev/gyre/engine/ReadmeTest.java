package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.JavaExample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java examples of all pages must compile, run and print what the pages say, the README's test command must be the one that CI runs,
 * and the targets of links between pages must exist. Examples of kernels and of geometries run in the tests of the modules for TornadoVM
 * and for JTS.
 */
class ReadmeTest {

    private static final Path ROOT = JavaExample.root();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    /** Blocks of code, in which a # at the start of a line is no heading. */
    private static final Pattern BLOCK = Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /** Inline code that can only be a name, or several names with dots between them. */
    private static final Pattern CODE = Pattern.compile("`([\\w.]+)(?:\\([^`]*\\))?`");

    private static final Pattern CLASS = Pattern.compile("\\b[A-Z][a-z]+[A-Z]\\w*");

    @TempDir
    private Path folder;

    static Stream<JavaExample> examples() throws IOException {
        return JavaExample.all().stream()
                .filter(example -> !example.isKernel() && !example.isOfGeometries() && !example.isOfSpark());
    }

    static List<String> pages() throws IOException {
        return JavaExample.pages();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldShowExamplesThatRun(JavaExample example) throws Exception {
        example.compile(folder, List.of());
        example.run(folder);
    }

    @Test
    void shouldFindTheExamples() throws IOException {
        List<String> pages = JavaExample.all().stream().map(JavaExample::page).toList();
        assertTrue(pages.contains("README.md") && pages.contains("docs/library.md"), pages::toString);
    }

    @Test
    void shouldTestWithTheCommandThatCiRuns() throws IOException {
        assertTrue(Files.readString(ROOT.resolve("README.md")).contains("\n    mvn verify\n"));
        assertTrue(Files.readString(ROOT.resolve(".ci/run"))
                .endsWith("\nmvn --batch-mode --no-transfer-progress verify\n"));
    }

    @Test
    void shouldNameTheVersionOfThisBuild() throws IOException {
        for (String page : List.of("README.md", "docs/library.md", "docs/geometry.md")) {
            Set<String> versions = new HashSet<>();
            Matcher matcher = Pattern.compile("<artifactId>gyre-[^<]+</artifactId>\\s*<version>([^<]+)</version>")
                    .matcher(read(page));
            while (matcher.find()) {
                versions.add(matcher.group(1));
            }
            assertEquals(Set.of(Engine.version()), versions, page);
        }
        assertTrue(read("CITATION.cff").contains("\nversion: " + Engine.version() + "\n"));
        assertTrue(read("jbang-catalog.json").contains("\"dev.gyre:gyre-cli:" + Engine.version() + "\""));
    }

    @Test
    void shouldStartTheSameProgramOnWindows() throws IOException {
        Pattern main = Pattern.compile("dev\\.gyre[.\\w]*\\.Main");
        Matcher bash = main.matcher(read("gyre"));
        Matcher windows = main.matcher(read("gyre.cmd"));
        assertTrue(bash.find() && windows.find());
        assertEquals(bash.group(), windows.group());
        assertTrue(read("jbang-catalog.json").contains("\"" + bash.group() + "\""));
    }

    @Test
    void shouldLetCodecsOfParquetBeNativeOnWindowsToo() throws IOException {
        String option = "--enable-native-access=ALL-UNNAMED";
        String bash = read("gyre");
        assertTrue(bash.contains("=" + option + "\n") && bash.contains("\n[[ $* != *parquet* "));
        List<String> windows = read("gyre.cmd").lines().toList();
        int line = windows.indexOf("if not errorlevel 1 set options=%options% " + option);
        assertEquals("echo %* | findstr /c:\"parquet\" >nul", windows.get(line - 1));
        // Between the label to which a call without TornadoVM jumps and the start of the JVM, so that every call passes
        // it.
        assertTrue(windows.indexOf(":run") < line && line < windows.indexOf("set \"more=\""), windows::toString);
    }

    @Test
    void shouldNameClassesThatAreThere() throws IOException {
        Set<String> words = new HashSet<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                Matcher matcher = CLASS.matcher(Files.readString(file));
                while (matcher.find()) {
                    words.add(matcher.group());
                }
            }
        }
        for (String page : List.of(
                "README.md",
                "CONTRIBUTING.md",
                "docs/architecture.md",
                "docs/brute-force.md",
                "docs/grids.md",
                "docs/library.md",
                "docs/planner.md",
                "docs/programs.md",
                "docs/top-k.md",
                "docs/trees.md")) {
            Matcher code = CODE.matcher(BLOCK.matcher(read(page)).replaceAll(""));
            while (code.find()) {
                Matcher matcher = CLASS.matcher(code.group(1));
                while (matcher.find()) {
                    String name = matcher.group();
                    assertTrue(words.contains(name), () -> page + " names " + name);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldLinkToWhatIsThere(String page) throws IOException {
        Path file = ROOT.resolve(page);
        Matcher matcher = LINK.matcher(BLOCK.matcher(Files.readString(file)).replaceAll(""));
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

    private static String read(String page) throws IOException {
        return Files.readString(ROOT.resolve(page));
    }

    /** Returns the anchors that GitHub makes of the headings. */
    private static List<String> anchors(Path page) {
        try {
            return BLOCK.matcher(Files.readString(page))
                    .replaceAll("")
                    .lines()
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
}
