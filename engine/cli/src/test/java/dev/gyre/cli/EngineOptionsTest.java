package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class EngineOptionsTest {

    @TempDir
    private Path folder;

    private static Settings settings(String... arguments) {
        EngineOptions options = new EngineOptions();
        CommandLine.Model.CommandSpec command = CommandLine.Model.CommandSpec.create();
        options.addTo(command);
        new CommandLine(command).parseArgs(arguments);
        return options.settings();
    }

    @Test
    void shouldBeStrictIfAskedFor() {
        assertFalse(settings("--device=jvm").strict());
        assertTrue(settings("--strict").strict());
        Settings all = settings("--device=gpu", "--threads=3", "--memory-limit=1k", "--strict");
        assertTrue(all.strict());
        assertEquals("gpu", all.device());
        assertEquals(3, all.threads());
        assertEquals(1024, all.memoryLimit());
    }

    /** The JVM does what it was named for, even by a method that devices lack. */
    @Test
    void shouldRefuseNothingOnTheJvm() throws Exception {
        Path points = folder.resolve("points.csv");
        Files.writeString(points, "x,y\n0,0\n1,0\n5,0\n");
        for (String device : new String[] {"jvm", "auto"}) {
            CommandRun run = CommandRun.of(
                            "radius-join",
                            "--input=" + points,
                            "--columns=x,y",
                            "--radius=1",
                            "--method=brute-force",
                            "--device=" + device,
                            "--strict")
                    .shouldSucceed();
            assertTrue(run.err().contains("2 matches") || run.out().contains("2"), run::err);
        }
    }
}
