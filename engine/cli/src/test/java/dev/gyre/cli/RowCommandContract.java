package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every command that reads rows from a file and writes rows: its options, its input and its output. */
abstract class RowCommandContract {

    private static final String ROWS = "name,x,y\nplum,2,5\npear,1,5\npeach,2,-3\napple,1,7\nfig,0.5,0\n";

    @TempDir
    Path directory;

    private Path rows;
    private Path output;

    /** The command and its options for the columns x and y, without an input. */
    abstract List<String> command();

    /** The command on its demo. */
    List<String> demo() {
        return List.of(command().getFirst(), "--demo");
    }

    @BeforeEach
    void writeRows() throws IOException {
        rows = write("rows.csv", ROWS);
        output = directory.resolve("out").resolve("answer.csv");
        Files.createDirectory(output.getParent());
    }

    Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private CommandRun run(Path input, String... more) {
        List<String> onJvm = Stream.concat(command().stream(), Stream.of("--input=" + input, "--device=jvm"))
                .toList();
        return CommandRun.of(onJvm, more);
    }

    private String csv(Path input) {
        return run(input, "--output=-").shouldSucceed().out();
    }

    private List<Path> filesBesideOutput() throws IOException {
        try (Stream<Path> files = Files.list(output.getParent())) {
            return files.toList();
        }
    }

    // Options

    @Test
    void shouldRefuseMissingInput() {
        CommandRun.of(command())
                .shouldRefuse("--input is missing", "gyre " + command().getFirst() + " --help");
    }

    @Test
    void shouldRefuseDemoWithInput() {
        run(rows, "--demo").shouldRefuse("--demo", "--input");
    }

    @Test
    void shouldRefuseNegativeRows() {
        run(rows, "--rows=-1").shouldRefuse("--rows must be 0 or more: rows=-1");
    }

    @Test
    void shouldListKnownDevicesWhenDeviceIsUnknown() {
        CommandRun.of(command(), "--input=" + rows, "--device=abacus")
                .shouldRefuse("unknown device \"abacus\"", "known: auto, jvm");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-2", "two", "100000"})
    void shouldRefuseBadThreads(String threads) {
        run(rows, "--threads=" + threads).shouldRefuse("threads", threads);
    }

    @Test
    void shouldRefuseMemoryLimitThatIsNoSize() {
        run(rows, "--memory-limit=lots").shouldRefuse("memory-limit=lots");
    }

    @Test
    void shouldSayHowDeviceWasChosen() {
        CommandRun run = CommandRun.of(command(), "--input=" + rows, "--device=auto");
        assertTrue(run.shouldSucceed().err().contains("; auto: "), run.err());
    }

    @Test
    void shouldSayNothingWhenQuiet() {
        CommandRun run = run(rows, "--quiet").shouldSucceed();
        assertEquals("", run.err());
        assertNotEquals("", run.out());
    }

    // Input files

    @Test
    void shouldNameFileThatIsMissing() {
        Path missing = directory.resolve("missing.csv");
        run(missing).shouldRefuse(missing + ": no such file");
    }

    @Test
    void shouldListColumnsWhenIdIsMissing() {
        run(rows, "--id=key").shouldRefuse(rows + ", line 1: no column \"key\"; columns: name, x, y");
    }

    @ParameterizedTest
    @CsvSource({
        "four,not a number: \"four\"",
        "NaN,not a finite number: \"NaN\"",
        "-inf,not a finite number: \"-inf\"",
        "'',a number is missing"
    })
    void shouldNamePlaceOfWhatIsNoNumber(String text, String problem) throws IOException {
        Path file = write("text.csv", "x,y\n1,2\n" + text + ",4\n");
        run(file).shouldRefuse(file + ", line 3, column \"x\": " + problem);
    }

    @Test
    void shouldNamePlaceOfRaggedRow() throws IOException {
        Path file = write("ragged.csv", "x,y\n1,2\n3\n");
        run(file).shouldRefuse(file + ", line 3", "fields=1, header=2");
    }

    @Test
    void shouldRefuseEmptyFile() throws IOException {
        Path file = write("empty.csv", "");
        run(file).shouldRefuse(file + ": empty");
    }

    @Test
    void shouldReadCompressedInputWhateverItsName() throws IOException {
        Path compressed = directory.resolve("rows.dat");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            out.write(ROWS.getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(csv(rows), csv(compressed));
    }

    // Output files

    @Test
    void shouldCheckOutputBeforeInput() {
        run(directory.resolve("missing.csv"), "--output=" + directory)
                .shouldRefuse("cannot write " + directory, "is a directory");
    }

    @Test
    void shouldRefuseOutputInMissingDirectory() {
        Path nowhere = directory.resolve("nowhere").resolve("answer.csv");
        run(rows, "--output=" + nowhere).shouldRefuse("cannot write " + nowhere, "no such directory");
    }

    @Test
    void shouldLeaveWhatWasThereWhenRunFails() throws IOException {
        Path bad = write("bad.csv", "x,y\noops,1\n");
        run(bad, "--output=" + output).shouldRefuse("line 2, column \"x\"", "oops");
        assertEquals(List.of(), filesBesideOutput());
        Files.writeString(output, "old");
        run(bad, "--output=" + output).shouldRefuse("oops");
        assertEquals("old", Files.readString(output));
        assertEquals(List.of(output), filesBesideOutput());
    }

    @Test
    void shouldLeaveNoFileWhenCancelled() throws IOException {
        CommandRun.interrupted(Stream.concat(demo().stream(), Stream.of("--device=jvm", "--output=" + output))
                        .toArray(String[]::new))
                .shouldFail(ExitCode.CANCELLED, "cancelled");
        assertEquals(List.of(), filesBesideOutput());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldExitWith1WhenTheDiskIsFull() {
        run(rows, "--output=/dev/full")
                .shouldFail(ExitCode.FAILURE, "cannot write /dev/full", "No space left on device");
    }

    @Test
    void shouldReplaceOldFileThroughSymbolicLink() throws IOException {
        Files.writeString(output, "old");
        Path link = Files.createSymbolicLink(directory.resolve("link.csv"), output);
        run(rows, "--output=" + link).shouldSucceed();
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(csv(rows), Files.readString(output));
        assertEquals(List.of(output), filesBesideOutput());
    }

    @Test
    void shouldCompressOutputNamedGz() throws IOException {
        Path compressed = output.resolveSibling("answer.csv.gz");
        run(rows, "--output=" + compressed).shouldSucceed();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(compressed))) {
            assertEquals(csv(rows), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertEquals(List.of(compressed), filesBesideOutput());
    }
}
