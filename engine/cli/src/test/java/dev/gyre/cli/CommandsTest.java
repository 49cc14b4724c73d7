package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.cost.Verifications;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.verify.KernelCheck;
import dev.gyre.engine.verify.OperationCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandsTest {

    @Test
    void shouldVerifyEveryKernelAndOperation() {
        CommandRun run =
                CommandRun.of("verify", "--device=jvm", "--cases=1", "--seed=3").shouldSucceed();
        Set<String> expected = new TreeSet<>();
        for (Kernel kernel : KernelCheck.kernels()) {
            expected.add(kernel.name() + " kernel jvm ok");
        }
        for (OperationCheck operation : OperationCheck.all()) {
            expected.add(operation.name() + " operation jvm ok");
        }
        assertTrue(run.out().contains("cases=1, seed=3"), run.out());
        List<String> lines = run.out().lines().toList();
        assertEquals(expected.size() + " passed, 0 failed", lines.getLast());
        List<String> printed = lines.subList(2, lines.size() - 1).stream()
                // Kernels have as many calls as the cases make.
                .map(line -> line.strip().replaceAll(" +(\\d+ +)?", " "))
                .toList();
        assertEquals(expected.size(), printed.size());
        assertEquals(expected, new TreeSet<>(printed));
    }

    @Test
    void shouldHaveACommandOfItsOwnForEachNameInTheHelp() {
        List<String> names = CommandRun.of("--help")
                .shouldSucceed()
                .out()
                .lines()
                .filter(line -> line.matches("  [a-z].*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();
        assertTrue(names.size() >= 14, names::toString);
        for (String name : names) {
            String help = CommandRun.of(name, "--help").shouldSucceed().out();
            assertTrue(help.startsWith("Usage: gyre " + name + " "), help);
        }
    }

    @Test
    void shouldKeepWhatVerifyFound(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("new").resolve("verified.ini");
        VerifyCommand.record(file, "card", List.of("sort", "kd-tree"));
        VerifyCommand.record(file, "other card", List.of());
        Verifications kept = Verifications.read(file);
        assertEquals("", kept.damage());
        assertTrue(kept.failure("card", Engine.version()).orElseThrow().endsWith(": sort, kd-tree"));
        assertEquals("verified " + LocalDate.now(), kept.state("other card", Engine.version()));
        VerifyCommand.record(file, "card", List.of());
        assertEquals(Optional.empty(), Verifications.read(file).failure("card", Engine.version()));
    }

    @Test
    void shouldVerifyAFewOperationsQuickly() {
        List<String> lines = CommandRun.of("verify", "--device=jvm", "--quick")
                .shouldSucceed()
                .out()
                .lines()
                .toList();
        assertTrue(lines.getFirst().contains(": cases=1, "), lines::toString);
        assertEquals("3 passed, 0 failed", lines.getLast());
        assertEquals(6, lines.size());
        assertTrue(CommandRun.of("verify", "--device=jvm", "--quick", "--cases=2")
                .shouldSucceed()
                .out()
                .contains(": cases=2, "));
    }

    @Test
    void shouldRefuseVerifyOfNoCases() {
        CommandRun.of("verify", "--cases=0").shouldRefuse("--cases must be 1 or more: cases=0");
    }

    @Test
    void shouldRefuseVerifyOnUnknownDevice() {
        CommandRun.of("verify", "--device=abacus").shouldRefuse("unknown device \"abacus\"", "jvm");
    }

    @Test
    void shouldListThisJvmAsADevice() {
        List<String> lines =
                CommandRun.of("devices").shouldSucceed().out().lines().toList();
        assertTrue(lines.get(0).matches("device +name +type +memory +checked"), lines.get(0));
        assertTrue(
                lines.get(1).matches("jvm +\\d+ threads?, Java \\S+ +jvm +[\\d.]+ [KMG]iB +(not )?verified.*"),
                lines.get(1));
    }

    @Test
    void shouldPrintVersionOfTheBuildAndOfJava() {
        List<String> lines =
                CommandRun.of("--version").shouldSucceed().out().lines().toList();
        assertTrue(lines.get(0).matches("gyre \\d+\\.\\d+\\.\\d+.*"), lines.get(0));
        assertTrue(lines.get(1).startsWith("Java " + System.getProperty("java.version")), lines.get(1));
    }

    @Test
    void shouldHaveOneVersionInAllCommands() {
        String version = CommandRun.of("--version").shouldSucceed().out();
        for (String command : List.of("generate-completion", "kd", "devices")) {
            assertEquals(
                    version, CommandRun.of(command, "--version").shouldSucceed().out());
        }
    }

    @Test
    void shouldCompleteOptionsOfKnnJoin() {
        String script = CommandRun.of("generate-completion").shouldSucceed().out();
        assertTrue(script.contains("complete -F") && script.contains("--query-columns"), script);
    }

    @Test
    void shouldSuggestNamesOfValuesAndColumns() {
        CommandRun.of("knn-join", "--demo", "--metric=eucliden").shouldRefuse("did you mean \"euclidean\"?");
        CommandRun.of("knn-join", "--demo", "--method=fussed").shouldRefuse("did you mean \"fused\"?");
        CommandRun.of("sort", "--demo", "--by=popluation").shouldRefuse("did you mean \"population\"?");
        CommandRun.of("knn-join", "--demo", "--columns=Lon,lat").shouldRefuse("did you mean \"lon\"?");
    }

    @Test
    void shouldShowControlsInMessages() {
        CommandRun.of("sort", "--demo", "--by=\u001b[31m").shouldRefuse("\"\u241b[31m\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "sort --demo --by=lat,lon --group=country;\"rows\":135233,\"by\":\"lat,lon\",\"descending\":false,"
                        + "\"groups\":246,\"rows_written\":135233;sort",
                "top --demo --k=3;\"rows\":135233,\"by\":\"population\",\"descending\":true,\"rows_written\":3;select",
                "kd build --demo --output=/dev/null;\"points\":135233,\"places\":\\d+,\"levels\":\\d+;prepare sort arrange"
            })
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldReportAsJson(String command, String result, String parts) {
        List<String> args = new ArrayList<>(List.of(command.split(" (?=-)|(?<=kd) ")));
        args.addAll(List.of("--device=jvm", "--report=json"));
        CommandRun run = CommandRun.of(args.toArray(String[]::new)).shouldSucceed();
        String seconds = Stream.of(("total read open " + parts + " write").split(" "))
                .map(part -> "\"" + part + "\":[\\d.E-]+")
                .collect(Collectors.joining(","));
        String name = command.replaceFirst(" --.*", "");
        assertTrue(
                run.err()
                        .matches("\\{\"command\":\"gyre " + name
                                + "\",\"device\":\"jvm\",\"device_name\":\"[^\"]+\",\"result\":\\{" + result
                                + "\\},\"seconds\":\\{" + seconds + "\\}\\}\\R"),
                run.err());
    }

    @Test
    void shouldRefuseMissingCommand() {
        CommandRun.of().shouldRefuse("a command is missing", "gyre --help");
    }

    @Test
    void shouldRefuseUnknownCommand() {
        CommandRun.of("knn-jion").shouldRefuse("knn-jion", "did you mean \"knn-join\"?");
        CommandRun.of("kd", "biuld").shouldRefuse("biuld", "did you mean \"build\"?");
    }

    @Test
    void shouldRefuseUnknownOption() {
        CommandRun.of("knn-join", "--neighbours=5").shouldRefuse("--neighbours", "gyre knn-join --help");
        CommandRun.of("knn-join", "--metrik=cosine").shouldRefuse("--metrik", "did you mean \"--metric\"?");
        CommandRun.of("sort", "--dsecending").shouldRefuse("did you mean \"--descending\"?; see gyre sort --help");
    }
}
