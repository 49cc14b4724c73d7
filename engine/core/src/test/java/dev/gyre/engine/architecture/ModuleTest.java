package dev.gyre.engine.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.tasks.scan.RowScan;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.lang3.ArrayUtils;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is a module can use Gyre, with a kernel of its own, and jlink makes an image of both. */
class ModuleTest {

    private static final String MODULE = """
            module app {
                requires dev.gyre.engine;

                exports app;
            }
            """;

    private static final String MAIN = """
            package app;

            import dev.gyre.engine.Engine;
            import dev.gyre.engine.Settings;
            import dev.gyre.engine.data.IntRows;
            import dev.gyre.engine.data.Neighbors;
            import dev.gyre.engine.data.Points;
            import dev.gyre.engine.program.Execution;
            import dev.gyre.engine.program.Kernel;
            import dev.gyre.engine.program.Phase;
            import dev.gyre.engine.program.Program;
            import dev.gyre.engine.program.Progress;
            import java.util.Arrays;
            import org.eclipse.collections.api.bag.primitive.IntBag;

            public final class Main {
                private Main() {}

                public static void twice(int begin, int end, int[] values, int[] doubled) {
                    for (int t = 0; t < end - begin; t++) {
                        doubled[begin + t] = 2 * values[begin + t];
                    }
                }

                public static void main(String[] arguments) {
                    try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm"))) {
                        Neighbors near = engine.knnSelfJoin(Points.of(new double[] {0, 1, 3, 7}, 1), 1);
                        System.out.println(Arrays.toString(near.toIdArray()));
                        IntBag bag = near.rows().toBag();
                        System.out.println(bag.occurrencesOf(1));
                        IntRows parts = engine.partitioning().multiwayPartition(new int[] {1, 0, 1}, 2);
                        System.out.println(parts.row(1));
                        int[] values = {1, 2, 3};
                        int[] doubled = new int[3];
                        Program program = Program.of("twice", Phase.named("all")
                                .upload((Object) values)
                                .stage(Kernel.of(Main.class, "twice").stage(3, values, doubled))
                                .download((Object) doubled)
                                .build());
                        try (Execution execution = engine.prepare(program)) {
                            execution.run("all", Progress.NONE);
                        }
                        System.out.println(Arrays.toString(doubled) + " " + Main.class.getModule().getName());
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldServeAnApplicationThatIsAModule() throws Exception {
        List<String> modules = new ArrayList<>();
        for (Class<?> type : List.of(
                Engine.class,
                RowScan.class,
                IntLists.class,
                IntArrayList.class,
                GzipCompressorInputStream.class,
                IOUtils.class,
                ArrayUtils.class,
                Hex.class)) {
            modules.add(jar(Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI()))
                    .toString());
        }
        String modulePath = String.join(File.pathSeparator, modules);
        Path descriptor = Files.writeString(folder.resolve("module-info.java"), MODULE);
        Path main = Files.writeString(folder.resolve("Main.java"), MAIN);
        Path classes = folder.resolve("classes");
        run("javac", "-Xlint:all", "-Werror", "-p", modulePath, "-d", "" + classes, "" + descriptor, "" + main);
        Path image = folder.resolve("image");
        run(
                "jlink",
                "--ignore-signing-information",
                "--strip-debug",
                "--module-path",
                modulePath + File.pathSeparator + classes,
                "--add-modules",
                "app",
                "--output",
                image.toString());
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(
                        image.resolve("bin").resolve("java").toString(), "-m", "app/app.Main")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertTrue(process.waitFor(1, TimeUnit.MINUTES), "the application hangs");
        } finally {
            process.destroyForcibly();
        }
        String printed =
                Files.readAllLines(out, StandardCharsets.UTF_8).stream().collect(Collectors.joining("\n"));
        assertEquals("[1, 0, 1, 2]\n2\n[0, 2]\n[2, 4, 6] app", printed);
    }

    /** The jar of classes that a build without packaging leaves in a folder. */
    private Path jar(Path classes) throws IOException {
        if (!Files.isDirectory(classes)) {
            return classes;
        }
        Path manifest = Files.writeString(folder.resolve("manifest"), "Multi-Release: true\n");
        Path jar = folder.resolve("engine.jar");
        run("jar", "--create", "--file", "" + jar, "--manifest", "" + manifest, "-C", "" + classes, ".");
        return jar;
    }

    private static void run(String tool, String... arguments) {
        StringWriter messages = new StringWriter();
        PrintWriter writer = new PrintWriter(messages);
        int status = ToolProvider.findFirst(tool).orElseThrow().run(writer, writer, arguments);
        assertEquals(0, status, () -> tool + ": " + messages);
    }
}
