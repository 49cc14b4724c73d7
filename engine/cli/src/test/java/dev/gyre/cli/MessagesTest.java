package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages name what is wrong, and where. */
class MessagesTest {

    @TempDir
    private Path folder;

    private Path points;

    @BeforeEach
    void write() throws IOException {
        points = write("points.csv", "x,y,s\n1,1,5\n2,2,6\n3,3,7\n");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private CommandRun run(String command) {
        List<String> args = new ArrayList<>();
        for (String word : command.split(" ")) {
            args.add(word.replace("@", folder + "/"));
        }
        args.add("--device=jvm");
        return CommandRun.of(args);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "knn-join --input=@folder --columns=x",
                "knn-join --input=@points.csv --columns=x --query=@folder",
                "sort --input=@folder --by=x",
                "spatial-join --left=@folder --right=@points.csv --columns=x,y",
                "kd query --tree=@folder --input=@points.csv --columns=x,y",
                "rtree verify --tree=@folder"
            })
    void shouldSayThatAnInputIsAFolder(String command) throws IOException {
        Path directory = Files.createDirectory(folder.resolve("folder"));
        run(command).shouldRefuse(directory + ": is a directory, not a file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "top-join --left=@boxes.csv --boxes=a,b,c,d --score=s --k=1 --radius=1",
                "top-join --left=@good.csv --right=@boxes.csv --boxes=a,b,c,d --score=s --k=1 --intersects",
                "box-join --input=@boxes.csv --boxes=a,b,c,d",
                "top --input=@points.csv --by=s --k=1 --columns=x,y --within=@boxes.csv --within-columns=a,b,c,d"
            })
    void shouldNameThePlaceOfAnInvertedBox(String command) throws IOException {
        write("good.csv", "a,b,c,d,s\n0,0,1,1,1\n");
        Path boxes = write("boxes.csv", "a,b,c,d,s\n0,0,1,1,1\n3,0,2,1,1\n");
        run(command)
                .shouldRefuse(
                        boxes
                                + ", line 3, column \"c\": must not be below the lower bound, column \"a\": lower=3.0, upper=2.0");
    }

    @Test
    void shouldTakeOneColumnForTwoPurposes() {
        assertEquals(
                "rank,left,right,score,distance\n1,1,2,5,1.4142135623730951\n",
                run("top-join --left=@points.csv --columns=x,y --score=x --k=1 --radius=3 --output=-")
                        .shouldSucceed()
                        .out());
        assertEquals(
                "query,rank,row,x\n0,1,0,1\n1,1,1,2\n2,1,2,3\n",
                run("top --input=@points.csv --by=x --columns=x,y --within=@points.csv --radius=1 --k=1 --output=-")
                        .shouldSucceed()
                        .out());
        run("top-join --left=@points.csv --columns=x,x --score=x --k=1 --radius=3")
                .shouldRefuse("--columns must be different");
    }

    @Test
    void shouldSayWhichTreeAFileHas() {
        run("rtree build --input=@points.csv --columns=x,y --output=@a.rt --quiet")
                .shouldSucceed();
        run("kd build --input=@points.csv --columns=x,y --output=@a.kd --quiet").shouldSucceed();
        run("kd query --tree=@a.rt --input=@points.csv --columns=x,y")
                .shouldRefuse("a.rt: a file of an R-tree, not of the tree");
        run("rtree verify --tree=@a.kd").shouldRefuse("a.kd: a file of a kd-tree, not of the tree");
        run("kd verify --tree=@points.csv").shouldRefuse("points.csv: no tree file of Gyre");
    }

    /** Ten megabytes of a header, in every place where a message names columns. */
    @Test
    @Timeout(60)
    void shouldShortenHeadersOfMegabytes() throws IOException {
        write("big.csv", "z".repeat(10_000_000) + ",y\n1,b\n");
        for (String options : List.of("--columns=x", "--columns=z*", "--columns=z*,y", "--columns=y")) {
            CommandRun run = run("knn-join --input=@big.csv " + options);
            assertTrue(run.err().length() < 5_000, options + ": " + run.err().length());
        }
        CommandRun bad = run("sort --input=@big.csv --by=" + "z".repeat(1_000_001));
        assertTrue(
                bad.err().length() < 5_000 && bad.err().contains("big.csv, line 1: no column"),
                "" + bad.err().length());
    }

    @Test
    void shouldCountOneAsOne() throws IOException {
        assertTrue(summary("knn-join --k=1 --columns=x --query=@one.csv").contains(": 1 query, k=1 in "));
        assertTrue(
                summary("radius-join --radius=1 --columns=x --query=@one.csv").contains(": 1 query, radius=1.0, "));
        assertTrue(summary("top --by=x --k=1").contains(": 3 rows by x, smallest 1 in "));
    }

    private String summary(String command) throws IOException {
        write("one.csv", "x\n1\n");
        return run(command + " --input=@points.csv").shouldSucceed().err();
    }

    @Test
    void shouldNotAdviseToCountWhatIsCounted() {
        CommandRun run = run("radius-join --input=@points.csv --columns=x --radius=9 --count-only --output=-");
        assertTrue(!run.shouldSucceed().err().contains("--count-only"), run.err());
    }

    @Test
    void shouldExplainAnUnwritableFolder() throws IOException {
        write("file", "");
        run("sort --input=@points.csv --by=x --output=@file/a.csv")
                .shouldRefuse("cannot write ", "no such directory: ");
        run("kd build --input=@points.csv --columns=x --output=@file/a.kd")
                .shouldRefuse("cannot write ", "no such directory: ");
        run("calibrate --output=@file/a.ini").shouldRefuse("cannot write ", "no such directory: ");
    }

    @Test
    void shouldHelpByAVerb() {
        assertEquals(
                CommandRun.of("--help").out(),
                CommandRun.of("help").shouldSucceed().out());
        for (String command : List.of("sort", "kd build", "kd")) {
            String[] words = ("help " + command).split(" ");
            String help = CommandRun.of(words).shouldSucceed().out();
            assertTrue(help.startsWith("Usage: gyre " + command + " "), help);
        }
        CommandRun.of("help", "srot").shouldRefuse("srot", "did you mean \"sort\"?");
    }
}
