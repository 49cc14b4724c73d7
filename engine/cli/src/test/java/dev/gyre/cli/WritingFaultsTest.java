package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are killed, or whose disk is full, while they write over old files: each file is then the old or the new one, complete.
 */
@EnabledOnOs(OS.LINUX)
class WritingFaultsTest {

    private static final byte[] OLD = "old\n".getBytes(StandardCharsets.UTF_8);
    private static final int FEW_ROWS = 5_000;
    private static final int MANY_ROWS = 20_000;

    /** What is written, by kinds of files; the names of files start with an at sign. */
    private static final List<List<String>> OUTPUTS = List.of(
            List.of("knn-join", "--k=10", "--output=@a.csv"),
            List.of("knn-join", "--k=40", "--output=@a.npy", "--distances-output=@b.fvecs"),
            List.of("knn-join", "--k=5", "--output=@a.csv.gz"),
            List.of("knn-join", "--k=40", "--output=@a.parquet"),
            List.of("kd", "build", "--output=@a.kd"));

    @TempDir
    private Path directory;

    private Path input;

    private void writeInput(int count) throws IOException {
        Random random = new Random(13);
        String rows = Stream.generate(() -> random.nextFloat() + "," + random.nextFloat() + "\n")
                .limit(count)
                .collect(Collectors.joining());
        input = Files.writeString(directory.resolve("in.csv"), "x,y\n" + rows);
    }

    @Test
    @Timeout(120)
    void shouldLeaveOldFilesOrNewOnesWhenKilled() throws Exception {
        writeInput(FEW_ROWS);
        kill(new Random(1), OUTPUTS.subList(0, 1), 1);
    }

    @Tag("thorough")
    @Test
    void shouldLeaveOldFilesOrNewOnesWhenKilledAtManyMoments() throws Exception {
        writeInput(MANY_ROWS);
        kill(new Random(2), OUTPUTS, 200);
    }

    @Test
    @Timeout(120)
    void shouldLeaveOldFilesWhenTheDiskIsFull() throws Exception {
        writeInput(FEW_ROWS);
        fill(new Random(3), OUTPUTS.subList(1, 2), 1);
    }

    @Tag("thorough")
    @Test
    void shouldLeaveOldFilesWhenTheDiskIsFullAtManyMoments() throws Exception {
        writeInput(MANY_ROWS);
        fill(new Random(4), OUTPUTS, 200);
    }

    /** One command and the files that it writes, which exist already. */
    private final class Run {

        private final List<String> arguments = new ArrayList<>();
        private final List<Path> files = new ArrayList<>();
        private final List<byte[]> whole = new ArrayList<>();

        Run(List<String> outputs) throws IOException {
            for (String argument : outputs) {
                int name = argument.indexOf('@');
                if (name >= 0) {
                    files.add(directory.resolve(argument.substring(name + 1)));
                }
                arguments.add(argument.replace("@", directory + "/"));
            }
            arguments.addAll(List.of("--device=jvm", "--quiet", "--input=" + input, "--columns=x,y"));
            CommandRun.of(arguments).shouldSucceed();
            for (Path file : files) {
                whole.add(Files.readAllBytes(file));
            }
        }

        void restoreOld() throws IOException {
            for (Path file : files) {
                Files.write(file, OLD);
            }
        }

        long bytes() {
            return whole.stream().mapToLong(file -> file.length).sum();
        }

        /** Checks all files; returns how many are new. */
        int check(String moment) throws IOException {
            int fresh = 0;
            for (int i = 0; i < files.size(); i++) {
                byte[] now = Files.readAllBytes(files.get(i));
                if (!Arrays.equals(OLD, now)) {
                    assertArrayEquals(whole.get(i), now, moment + ", " + files.get(i));
                    fresh++;
                }
            }
            return fresh;
        }
    }

    private void kill(Random random, List<List<String>> outputs, int times) throws Exception {
        List<Run> runs = runs(outputs);
        int unfinished = 0;
        int fresh = 0;
        for (int i = 0; i < times || (unfinished == 0 && i < 10 * times); i++) {
            Run run = runs.get(i % runs.size());
            run.restoreOld();
            // A little more than all, so that some are killed while files are moved to their places.
            long bytes = (long) (run.bytes() * random.nextDouble() * 1.1);
            Process process = process(List.of(), run.arguments);
            while (process.isAlive() && unfinishedBytes() < bytes) {
                Thread.sleep(0, 200_000);
            }
            process.destroyForcibly().waitFor();
            fresh += run.check("killed after " + bytes + " of " + run.bytes() + " bytes of " + run.arguments);
            unfinished += unfinished().isEmpty() ? 0 : 1;
        }
        assertTrue(unfinished > 0, "none was killed while it wrote");
        assertTrue(times == 1 || fresh > 0, "none was killed when it had written");
        new Run(outputs.get(0));
        assertEquals(List.of(), unfinished());
    }

    private void fill(Random random, List<List<String>> outputs, int times) throws Exception {
        List<Run> runs = runs(outputs);
        for (int i = 0; i < times; i++) {
            Run run = runs.get(i % runs.size());
            run.restoreOld();
            // A library of Parquet first writes its native code into a temporary file, which must have room.
            long min = run.files.get(0).toString().endsWith(".parquet") ? 512 : 0;
            long kilobytes = random.nextLong(min, run.whole.get(0).length / 1024);
            // No disk can be made full without rights, but a process can be kept from writing larger files.
            Process process =
                    process(List.of("bash", "-c", "ulimit -f " + kilobytes + "; exec \"$@\"", "bash"), run.arguments);
            String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            String moment = kilobytes + " kB of " + run.bytes() + " bytes of " + run.arguments + ": " + errors;
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), moment);
            assertEquals(ExitCode.FAILURE, process.exitValue(), moment);
            assertTrue(errors.startsWith("gyre: cannot write " + run.files.get(0) + ": "), moment);
            assertEquals(1, errors.lines().count(), moment);
            assertEquals(0, run.check(moment), moment);
            assertEquals(List.of(), unfinished(), moment);
        }
    }

    private List<Run> runs(List<List<String>> outputs) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (List<String> each : outputs) {
            runs.add(new Run(each));
        }
        return runs;
    }

    private Process process(List<String> prefix, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                // As the launcher does: a library of Parquet loads native code.
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private List<Path> unfinished() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ".gyre-*.tmp")) {
            files.forEach(found::add);
        }
        return found;
    }

    private long unfinishedBytes() throws IOException {
        long bytes = 0;
        for (Path file : unfinished()) {
            try {
                bytes += Files.size(file);
            } catch (NoSuchFileException e) {
                // The file has just been moved to its place.
            }
        }
        return bytes;
    }
}
