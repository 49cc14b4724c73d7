package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.JavaExample;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The shell in a separate process, as the launcher starts it: with a folder of the class path for its classes. */
class ShellCommandTest {

    private static final Pattern EXAMPLE =
            Pattern.compile("\n```jshell\n(.*?)```\n\n```text\n(.*?)```\n", Pattern.DOTALL);

    /** A shell of few lines ends before the other compiler pays off; TornadoVM has its own options. */
    private static final List<String> ON_JVM = List.of("-XX:TieredStopAtLevel=1");

    @TempDir
    private Path folder;

    /** What a shell printed and returned. */
    private record Session(int status, String out, String err) {}

    /** With fewer cities in the loop that times them. */
    @Test
    void shouldRunTheScriptOfItsPage() throws Exception {
        assertPage(ON_JVM, ", 16_000}", "}");
    }

    @Test
    @Tag("thorough")
    void shouldRunTheScriptOfItsPageAsItStands() throws Exception {
        assertPage(List.of(), "", "");
    }

    @Test
    @EnabledIfEnvironmentVariable(named = "TORNADOVM_HOME", matches = ".+")
    void shouldRunTheScriptOfItsPageOnDevices() throws Exception {
        String plot = assertPage(List.of("@" + Path.of(System.getenv("TORNADOVM_HOME"), "tornado-argfile")), "", "");
        assertTrue(plot.split("<polyline").length > 2, plot);
    }

    private String assertPage(List<String> options, String text, String instead) throws Exception {
        Matcher page = EXAMPLE.matcher(Files.readString(JavaExample.root().resolve("docs/shell.md")));
        assertTrue(page.find() && page.group(1).contains(text));
        Session session = run(options, page.group(1).replace(text, instead), "");
        assertEquals(0, session.status(), session::toString);
        assertEquals(page.group(2), session.out(), session::toString);
        String plot = Files.readString(folder.resolve("crowd.svg"));
        assertTrue(plot.startsWith("<svg ") && plot.contains(">jvm</text>"), plot);
        assertFalse(Files.exists(folder.resolve("classes")), "the shell deletes its classes");
        return plot;
    }

    @Test
    void shouldEndAtTheFirstSnippetThatFails() throws Exception {
        // A method may name what a later snippet declares.
        String script = "int twice(int x) { return times(2, x); }\nint times(int x, int y) { return x * y; }\n"
                + "System.out.println(twice(4));\nint b = \"x\";\nSystem.out.println(\"never\");\n";
        Session session = run(ON_JVM, script, "");
        assertEquals(1, session.status(), session::toString);
        assertEquals("8\n", session.out());
        assertTrue(session.err().contains("script.jsh, line 4: incompatible types"), session::toString);
        session = run(ON_JVM, "class A {", "");
        assertEquals(1, session.status(), session::toString);
        assertTrue(session.err().contains("line 1: the snippet does not end"), session::toString);
    }

    @Test
    void shouldFailIfASnippetNamesWhatNoneDeclares() throws Exception {
        Session session = run(ON_JVM, "\nint twice(int x) { return tmies(2, x); }\nSystem.out.println(1);", "");
        assertEquals(1, session.status(), session::toString);
        assertTrue(session.err().contains("script.jsh, line 2: nothing declares method tmies("), session::toString);
    }

    @Test
    void shouldRunAScriptOfStandardInput() throws Exception {
        Session session = start(
                ON_JVM,
                List.of("-"),
                "int a = 6;\nSystem.out.println(7 * a);\nthrow new IllegalStateException(\"no\", new RuntimeException(\"why\"));");
        assertEquals(1, session.status(), session::toString);
        assertEquals("42\n", session.out());
        assertTrue(
                session.err()
                        .contains("gyre: -, line 3: java.lang.IllegalStateException: no; because: "
                                + "java.lang.RuntimeException: why"),
                session::toString);
        assertFalse(Files.exists(folder.resolve("classes")), session::toString);
    }

    @Test
    void shouldRefuseAScriptThatIsNoText() throws Exception {
        Path latin = Files.write(folder.resolve("latin.jsh"), new byte[] {'/', '/', (byte) 0xe9, '\n'});
        Session session = start(ON_JVM, List.of(latin.toString()), "");
        assertEquals(ExitCode.USAGE, session.status(), session::toString);
        assertEquals("gyre: the script is not UTF-8: " + latin + "\n", session.err());
        session = start(ON_JVM, List.of(folder.toString()), "");
        assertEquals("gyre: the script is a directory: " + folder + "\n", session.err());
    }

    @Test
    void shouldDeleteItsClassesAlsoAfterAWrongOptionAndWhenItIsTerminated() throws Exception {
        assertEquals(ExitCode.USAGE, start(ON_JVM, List.of("--nonsense"), "").status());
        assertFalse(Files.exists(folder.resolve("classes")));
        Path script = Files.writeString(
                folder.resolve("script.jsh"), "Files.writeString(Path.of(\"begun\"), \"\");\nThread.sleep(100_000);");
        Process process = process(ON_JVM, List.of(script.toString()), "").start();
        for (int i = 0; i < 6000 && !Files.exists(folder.resolve("begun")); i++) {
            Thread.sleep(10);
        }
        process.destroy();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), "SIGTERM does not end the shell");
        assertTrue(Files.exists(folder.resolve("begun")));
        assertFalse(Files.exists(folder.resolve("classes")));
    }

    @Test
    void shouldReadFromTheTerminalAndNotRunClassesOfBeforeAReset() throws Exception {
        String typed = "engine.knnSelfJoin(cities, 1).queries()\n1 +\n1\n6 * 7\n/reset\n1 + 1\n/exit\n";
        Session session = run(ON_JVM, null, typed);
        assertEquals(0, session.status(), session::toString);
        assertTrue(session.out().contains("$1 ==> 135233"), session::toString);
        assertTrue(session.out().contains("$2 ==> 2"), session::toString);
        assertEquals(1, session.out().split("==> 42", -1).length - 1, session::toString);
        assertTrue(session.err().contains("this shell cannot begin anew"), session::toString);
    }

    @Test
    void shouldRefuseAScriptThatIsNotThereAndADeviceThatIsNotThere() throws Exception {
        for (List<String> arguments : List.of(List.of("none.jsh"), List.of("--device", "abacus"))) {
            Session session = start(ON_JVM, arguments, "");
            assertEquals(ExitCode.USAGE, session.status(), session::toString);
            assertTrue(session.err().startsWith("gyre: "), session::toString);
            assertTrue(session.err().contains(arguments.getLast()), session::toString);
            assertFalse(Files.exists(folder.resolve("classes")), session::toString);
        }
        CommandRun.of("shell").shouldRefuse("start it by the script gyre");
    }

    /** Runs a script, or lines of a terminal if there is none. */
    private Session run(List<String> options, String script, String typed) throws Exception {
        if (script == null) {
            return start(options, List.of(), typed);
        }
        Path file = Files.writeString(folder.resolve("script.jsh"), script);
        return start(options, List.of(file.toString()), typed);
    }

    private ProcessBuilder process(List<String> options, List<String> arguments, String typed) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(options);
        command.addAll(List.of("-Dgyre.shell.classes=" + classes, "-Djava.util.prefs.userRoot=" + folder, "-cp"));
        command.add(System.getProperty("java.class.path") + File.pathSeparator + classes);
        command.addAll(List.of(Main.class.getName(), "shell"));
        command.addAll(arguments);
        Path in = Files.writeString(folder.resolve("in"), typed);
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
    }

    private Session start(List<String> options, List<String> arguments, String typed) throws Exception {
        Process process = process(options, arguments, typed).start();
        try {
            assertTrue(process.waitFor(3, TimeUnit.MINUTES), "the shell hangs");
        } finally {
            process.destroyForcibly();
        }
        return new Session(process.exitValue(), lines(folder.resolve("out")), lines(folder.resolve("err")));
    }

    /** Returns the lines without the JVM's warnings about the modules that TornadoVM's argument file adds. */
    private static String lines(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("WARNING: "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
