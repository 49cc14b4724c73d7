package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stand-in of two modules, one of which replaces that of the JDK's compiler as Graal does. */
@Timeout(120)
class StartOptionsTest {

    /** Empty in JDKs, and named otherwise in older ones. */
    private static final String COMPILER =
            ModuleFinder.ofSystem().find("jdk.graal.compiler").isPresent()
                    ? "jdk.graal.compiler"
                    : "jdk.internal.vm.compiler";

    private static final String ARGFILE = """
            # === JVM mode ===
            -Dstand.in=yes

            --module-path .:HOME/share/java/tornado
            --upgrade-module-path HOME/share/java/graalJars
            --add-modules ALL-SYSTEM,tornado.api
            --enable-native-access=tornado.api
            --add-reads=tornado.api=COMPILER
            --add-exports=COMPILER/COMPILER.stand=tornado.api
            --add-opens=java.base/java.lang=tornado.api
            """;

    private static final String GRAAL = """
            package COMPILER.stand;

            public class Graal {
                public static boolean isNamed() {
                    assert false : "not in a class of the JDK";
                    return Graal.class.getModule().isNamed() && jdk.internal.misc.VM.isBooted();
                }
            }
            """;

    /** What TornadoVM does: it calls Graal, finds its drivers as services, and looks into the JDK. */
    private static final String TORNADO = """
            package stand.in.tornado;

            import java.util.ServiceLoader;

            public class Main implements Runnable {
                public void run() {
                    System.out.println("service");
                }

                public static void main(String[] arguments) throws Exception {
                    System.out.println("named " + COMPILER.stand.Graal.isNamed());
                    System.out.println("named " + Main.class.getModule().isNamed());
                    ServiceLoader.load(Runnable.class).forEach(Runnable::run);
                    String.class.getDeclaredField("value").setAccessible(true);
                    System.out.println(System.getProperty("stand.in"));
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path home;
    private Path out;

    @BeforeEach
    void makeHome() throws IOException {
        home = folder.resolve("home");
        out = Files.createDirectories(folder.resolve("a folder"));
        writeArgfile(ARGFILE);
    }

    private void writeArgfile(String text) throws IOException {
        Files.createDirectories(home);
        Files.writeString(
                home.resolve("tornado-argfile"),
                text.replace("HOME", home.toString())
                        .replace("COMPILER", COMPILER)
                        .replace(":", File.pathSeparator));
    }

    private void makeJars(String version) throws IOException {
        Path graal = module(
                "graal",
                "open module COMPILER { exports COMPILER.stand; }",
                COMPILER.replace('.', '/') + "/stand/Graal.java",
                GRAAL);
        Path classes = compile(
                graal,
                "--add-exports=java.base/jdk.internal.misc=" + COMPILER,
                "--upgrade-module-path=" + folder.resolve("none"));
        Path graalJar = jar(classes, "graalJars/compiler-1.jar", "1");
        Path tornado = module(
                "tornado",
                "module tornado.api { requires COMPILER; uses Runnable; provides Runnable with stand.in.tornado.Main; }",
                "stand/in/tornado/Main.java",
                TORNADO);
        classes = compile(tornado, "--upgrade-module-path=" + graalJar.getParent());
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("java.lang.Runnable"), "stand.in.tornado.Main");
        jar(classes, "tornado/tornado-api.jar", version);
    }

    private Path module(String name, String description, String file, String source) throws IOException {
        Path sources = folder.resolve(name);
        Path java = sources.resolve(file);
        Files.createDirectories(java.getParent());
        Files.writeString(java, source.replace("COMPILER", COMPILER));
        Files.writeString(sources.resolve("module-info.java"), description.replace("COMPILER", COMPILER));
        return sources;
    }

    private Path compile(Path sources, String... options) throws IOException {
        Path classes = folder.resolve(sources.getFileName() + "-classes");
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        run(
                "javac",
                Stream.concat(
                        Stream.concat(Stream.of(options), Stream.of("-d", classes.toString())),
                        files.stream().map(Path::toString)));
        return classes;
    }

    private Path jar(Path classes, String name, String version) throws IOException {
        Path jar = home.resolve("share/java").resolve(name);
        Files.createDirectories(jar.getParent());
        run(
                "jar",
                Stream.of(
                        "--create",
                        "--file",
                        jar.toString(),
                        "--module-version",
                        version,
                        "-C",
                        classes.toString(),
                        "."));
        return jar;
    }

    private static void run(String tool, Stream<String> arguments) {
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said);
        assertEquals(
                0,
                ToolProvider.findFirst(tool).orElseThrow().run(writer, writer, arguments.toArray(String[]::new)),
                said::toString);
    }

    @Test
    void shouldStartFromTheClassPathWithAnArchiveOfAllClasses() throws Exception {
        makeJars("5.2.7-jdk0");
        StartOptions.write(home, out);
        String classPath = Files.readString(out.resolve("class-path"));
        assertEquals(home.resolve("share/java/tornado/tornado-api.jar").toString(), classPath);
        String options = "@" + out.resolve("options");
        String archive = out.resolve("archive").toString();
        List<String> answer = List.of("named true", "named false", "service", "yes");
        JavaProcess first = JavaProcess.runWith(
                classPath,
                "-XX:ArchiveClassesAtExit=" + archive,
                "-ea",
                "-Xlog:disable",
                options,
                "stand.in.tornado.Main");
        assertTrue(first.output().endsWith(String.join("\n", answer)), first::output);
        JavaProcess second = JavaProcess.runWith(
                classPath,
                "-Xshare:on",
                "-XX:SharedArchiveFile=" + archive,
                "-Xlog:class+load",
                options,
                "stand.in.tornado.Main");
        assertEquals(0, second.status(), second::output);
        for (String name : List.of("stand.in.tornado.Main", COMPILER + ".stand.Graal")) {
            assertTrue(second.output().contains(name + " source: shared objects file (top)"), second::output);
        }
    }

    @Test
    void shouldSayWhichVersionIsNotKnown() throws Exception {
        makeJars("6.0.0");
        assertRefused("it is TornadoVM 6.0.0, and only 5.2 is known to start from the class path");
    }

    @Test
    void shouldSayWhichOptionIsNotKnown() throws Exception {
        writeArgfile(ARGFILE + "--limit-modules java.base\n");
        assertRefused("TornadoVM has an option that is not known: --limit-modules java.base");
        writeArgfile(ARGFILE + "-Dpath='a folder'\n");
        assertRefused("TornadoVM's option is not plain: -Dpath='a folder'");
        out = out.resolve("with" + File.pathSeparator);
        assertRefused("a path has what separates paths: " + out);
        writeArgfile("--add-modules tornado.api\n");
        out = folder;
        assertRefused("TornadoVM's options have no --upgrade-module-path");
    }

    private void assertRefused(String message) {
        assertEquals(
                message,
                assertThrows(IOException.class, () -> StartOptions.write(home, out))
                        .getMessage());
        assertFalse(Files.exists(out.resolve("options")));
    }

    @Test
    void shouldExitWithAReason() throws Exception {
        JavaProcess process =
                JavaProcess.runWithoutTornadoVm("dev.gyre.tornado.StartOptions", folder.toString(), out.toString());
        assertEquals(1, process.status());
        assertTrue(process.output().contains(folder.resolve("tornado-argfile").toString()), process::output);
    }

    /** The TornadoVM that is installed has the same devices from the class path. */
    @Test
    @OnTornadoVm
    void shouldListTheSameDevicesFromTheClassPath() throws Exception {
        JavaProcess made = JavaProcess.runWithoutTornadoVm(
                "dev.gyre.tornado.StartOptions", System.getenv("TORNADOVM_HOME"), out.toString());
        assertEquals(0, made.status(), made::output);
        String classPath = System.getProperty("java.class.path")
                + File.pathSeparator
                + Files.readString(out.resolve("class-path"));
        JavaProcess process = JavaProcess.runWith(
                classPath,
                "@" + out.resolve("options"),
                "-Dgyre.tornado.slow-start=a reason",
                "dev.gyre.tornado.WithoutTornadoVm");
        TornadoProvider provider = new TornadoProvider();
        assertTrue(process.lines().contains("devices=" + provider.devices()), process::output);
        assertTrue(
                process.lines()
                        .contains(
                                "status=" + provider.status()
                                        + "; each process loads TornadoVM's classes anew, without an archive of them: a reason"),
                process::output);
    }
}
