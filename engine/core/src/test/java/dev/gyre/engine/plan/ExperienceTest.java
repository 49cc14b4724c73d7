package dev.gyre.engine.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExperienceTest {

    private static final Device CARD = new Device("card", 0, "Card / 7", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final Device OTHER = new Device("card", 0, "Card / 8", Device.Type.GPU, 1L << 33, 1L << 31);

    @TempDir
    private Path folder;

    private static Strategy join(long points) {
        return Strategy.of("kd tree", new Workload(points, 100, 2, 8), Operation.BUILD, Operation.SEARCH);
    }

    /** What is known about a method that is estimated to take a second. */
    private static Experience.Past of(Experience experience, Strategy strategy) {
        return experience.of(CARD, strategy, work -> 1);
    }

    private static double factor(Experience experience, double... seconds) {
        for (double each : seconds) {
            experience.add(CARD, join(1000), each);
        }
        return of(experience, join(1000)).factor();
    }

    @ParameterizedTest
    @CsvSource({
        // A fast call counts at once, and one that is not much slower than estimated.
        "0.2, 0.2",
        "2.4, 2.4",
        // One that is much slower counts once there is a second one.
        "5, 1",
        "5 6, 5",
        "5 0.5, 0.5",
        // The median of the latest five.
        "9 9 9 1 2 3 4 5, 3",
        // Bounds.
        "1e-5, 0.03125",
        "1000 1000, 32"
    })
    void shouldCorrectByWhatCallsTook(String seconds, double expected) {
        double[] calls =
                Stream.of(seconds.split(" ")).mapToDouble(Double::parseDouble).toArray();
        assertEquals(expected, factor(Experience.in(null), calls), 1e-12);
    }

    @Test
    void shouldCorrectCallsOfAboutTheSameSizeOnTheSameDevice() {
        Experience experience = Experience.in(null);
        experience.add(CARD, join(1000), 0.5);
        assertEquals(new Experience.Past(1, 0.5, 0.5), of(experience, join(3999)));
        assertEquals(new Experience.Past(1, 0.5, 0.5), of(experience, join(250)));
        assertEquals(Experience.Past.NONE, of(experience, join(5000)));
        Strategy flat = Strategy.of("kd tree", new Workload(1000, 100, 3, 8), Operation.BUILD, Operation.SEARCH);
        assertEquals(Experience.Past.NONE, of(experience, flat));
        Strategy fused = Strategy.of("kd tree", new Workload(1000, 100, 2, 8), Operation.FUSED);
        assertEquals(Experience.Past.NONE, of(experience, fused));
        assertEquals(Experience.Past.NONE, experience.of(OTHER, join(1000), work -> 1));
    }

    @Test
    void shouldNeverLearnWhereItIsOff() {
        assertEquals(1, factor(Experience.none(), 3, 3, 3));
        assertEquals("", Experience.none().source());
    }

    @Test
    void shouldKeepCallsForLaterProcesses() throws IOException {
        Path calls = folder.resolve("gyre").resolve("calls");
        Experience first = Experience.in(calls);
        factor(first, 3, 3);
        first.save();
        Experience later = Experience.in(calls);
        assertEquals(new Experience.Past(2, 6, 3), of(later, join(1000)));
        assertEquals(Experience.Past.NONE, later.of(OTHER, join(1000), work -> 1));
        assertEquals("corrected by earlier calls, kept in " + calls, later.source());
        List<Path> files = files(calls);
        assertEquals(1, files.size());
        assertTrue(files.getFirst().getFileName().toString().startsWith("card-0-card-7-"), files::toString);
        assertEquals(
                List.of(
                        "gyre calls 1",
                        "kd-tree/build+search 1000 100 2 8 3.000e+00",
                        "kd-tree/build+search 1000 100 2 8 3.000e+00"),
                Files.readAllLines(files.getFirst()));
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** Two processes that ran side by side. */
    @Test
    void shouldKeepTheCallsOfBothProcesses() {
        Experience one = Experience.in(folder);
        Experience two = Experience.in(folder);
        factor(one, 3);
        factor(two, 4, 5);
        one.save();
        two.save();
        two.save();
        assertEquals(new Experience.Past(3, 12, 4), of(Experience.in(folder), join(1000)));
    }

    @Test
    void shouldKeepTheLatestCallsAlone() throws IOException {
        Experience experience = Experience.in(folder);
        for (int call = 0; call < 200; call++) {
            factor(experience, 3);
        }
        experience.save();
        assertEquals(1 + 64, Files.readAllLines(files(folder).getFirst()).size());
        assertEquals(64, of(Experience.in(folder), join(1000)).calls());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\u0000\u0001",
                "gyre calls 2\nkd-tree/build+search 1000 100 2 8 3.0",
                "gyre calls 1\nkd-tree/build+search 1000 100 2 8",
                "gyre calls 1\nkd-tree/build+search 1000 100 2 8 NaN",
                "gyre calls 1\nkd-tree/build+search 1000 100 2 8 -3",
                "gyre calls 1\nkd-tree/build+search 1000 100 0 8 3",
                "gyre calls 1\nkd-tree/build+search many 100 2 8 3",
                "gyre calls 1\n\n"
            })
    void shouldIgnoreADamagedFileAndReplaceIt(String text) throws IOException {
        Experience first = Experience.in(folder);
        factor(first, 3, 3);
        first.save();
        Path file = files(folder).getFirst();
        Files.writeString(file, text);
        Experience later = Experience.in(folder);
        assertEquals(Experience.Past.NONE, of(later, join(1000)));
        factor(later, 4, 4);
        later.save();
        assertEquals(new Experience.Past(2, 8, 4), of(Experience.in(folder), join(1000)));
    }

    @Test
    void shouldIgnoreAFileThatIsNoText() throws IOException {
        Experience first = Experience.in(folder);
        factor(first, 3, 3);
        first.save();
        Files.write(files(folder).getFirst(), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertEquals(Experience.Past.NONE, of(Experience.in(folder), join(1000)));
    }

    /** A folder that cannot be made, as its parent is a file: also where the user may write anywhere. */
    @Test
    void shouldLearnInTheProcessWhereTheFolderCannotBeWritten() throws IOException {
        Path calls = Files.writeString(folder.resolve("file"), "").resolve("calls");
        Experience experience = Experience.in(calls);
        assertEquals(3, factor(experience, 3, 3));
        experience.save();
        assertEquals(3, factor(experience, 3));
        assertTrue(
                experience
                        .source()
                        .startsWith("corrected by earlier calls, kept in " + calls + ", which cannot be written: "),
                experience::source);
    }
}
