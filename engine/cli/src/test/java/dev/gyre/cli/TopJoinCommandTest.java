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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopJoinCommandTest {

    @TempDir
    private Path directory;

    private Path homes;
    private Path shops;

    @BeforeEach
    void writeFiles() throws IOException {
        homes = write("homes.csv", "name,x,y,s\na,0,0,1\nb,1,0,5\nc,9,9,7\nd,0,1,5\n");
        shops = write("shops.csv", "shop,x,y,t\nP,0,0,2\nQ,1,1,1.5\nR,50,50,99\n");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private CommandRun join(String... more) {
        return CommandRun.of(
                List.of(
                        "top-join",
                        "--left=" + homes,
                        "--right=" + shops,
                        "--columns=x,y",
                        "--left-score=s",
                        "--right-score=t"),
                more);
    }

    private String csv(String... more) {
        List<String> words = new ArrayList<>(List.of(more));
        words.add("--output=-");
        return join(words.toArray(String[]::new)).shouldSucceed().out();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "threshold", "blocks", "ranked-trees", "join-then-select"})
    void shouldWriteTheBestPairsInOrder(String method) {
        String head = "rank,left,right,score,distance\n";
        assertEquals(
                head + "1,1,0,7,1.0\n2,3,0,7,1.0\n3,1,1,6.5,1.0\n", csv("--radius=1", "--k=3", "--method=" + method));
        assertEquals(
                head + "1,b,P,7,1.0\n2,d,P,7,1.0\n3,b,Q,6.5,1.0\n4,d,Q,6.5,1.0\n5,a,P,3,0.0\n",
                csv("--radius=1", "--k=9", "--left-id=name", "--right-id=shop", "--method=" + method));
        assertEquals(head + "1,0,0,3,0.0\n", csv("--radius=0", "--k=1", "--method=" + method));
    }

    @Test
    void shouldCombineScoresAsAsked() {
        String head = "rank,left,right,score,distance\n";
        assertEquals(head + "1,1,0,10,1.0\n", csv("--radius=1", "--k=1", "--combine=product"));
        assertEquals(head + "1,1,0,2,1.0\n", csv("--radius=1", "--k=1", "--combine=min"));
        assertEquals(head + "1,1,0,5,1.0\n", csv("--radius=1", "--k=1", "--combine=max"));
        assertEquals(head + "1,1,0,12,1.0\n", csv("--radius=1", "--k=1", "--combine=weighted:2,1"));
        assertEquals(head + "1,0,0,3,0.0\n", csv("--radius=1", "--k=1", "--ascending=both"));
        assertEquals(head + "1,0,0,1,0.0\n", csv("--radius=1", "--k=1", "--ascending=left"));
        assertEquals(head + "1,1,1,3.5,1.0\n", csv("--radius=1", "--k=1", "--ascending=right"));
        assertEquals(head + "1,1,0,7,1.0\n", csv("--radius=1", "--k=1", "--metric=manhattan"));
    }

    @Test
    void shouldJoinOneFileWithItself() {
        CommandRun run = CommandRun.of(
                "top-join", "--left=" + homes, "--columns=x,y", "--score=s", "--radius=1.5", "--k=5", "--output=-");
        assertEquals(
                "rank,left,right,score,distance\n1,1,3,10,1.4142135623730951\n2,0,1,6,1.0\n3,0,3,6,1.0\n",
                run.shouldSucceed().out());
    }

    @Test
    void shouldJoinBoxes() throws IOException {
        Path boxes = write("boxes.csv", "a,b,c,d,s\n0,0,2,2,1\n2,2,3,3,5\n8,8,9,9,9\n");
        List<String> call =
                List.of("top-join", "--left=" + boxes, "--boxes=a,b,c,d", "--score=s", "--k=3", "--output=-");
        assertEquals(
                "rank,left,right,score,distance\n1,0,1,6,0.0\n",
                CommandRun.of(call, "--intersects").shouldSucceed().out());
        assertEquals(
                "rank,left,right,score,distance\n1,1,2,14,5.0\n2,0,1,6,0.0\n",
                CommandRun.of(call, "--radius=5", "--metric=chebyshev")
                        .shouldSucceed()
                        .out());
    }

    @Test
    void shouldPrintATableAndAReport() {
        CommandRun run = join("--radius=1", "--k=4", "--rows=1", "--explain").shouldSucceed();
        assertTrue(run.out().contains("rank  left  right  score  distance"), run::out);
        assertTrue(run.out().contains("1 of 4 pairs; --rows N shows more"), run::out);
        assertTrue(run.err().contains("THRESHOLD for the 4 best pairs of 4 and 3 rows"), run::err);
        assertTrue(run.err().contains("4 left rows, 3 right rows, 4 pairs by threshold"), run::err);
    }

    @Test
    void shouldFindThePopulousCitiesNearTheLargestAirportsOfTheDemo() {
        List<String> lines = CommandRun.of("top-join", "--demo", "--output=-")
                .shouldSucceed()
                .out()
                .lines()
                .toList();
        assertEquals(11, lines.size());
        assertTrue(lines.get(1).startsWith("1,Shanghai,"), lines.get(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--k=1|--radius is missing",
                "--radius=1|--k is missing",
                "--radius=1 --k=0|k must be 1 or more: k=0",
                "--radius=-1 --k=1|--radius must be 0 or more: radius=-1.0",
                "--radius=1 --k=1 --intersects|--radius and --intersects exclude one another",
                "--k=1 --intersects|--intersects is for boxes",
                "--radius=1 --k=1 --combine=sun|expected sum, min, max, product or weighted:A,B but was 'sun'; did you mean",
                "--radius=1 --k=1 --combine=weighted:1|expected weighted:A,B with two numbers",
                "--radius=1 --k=1 --combine=weighted:-1,1|leftWeight must be in 0..2^500",
                "--radius=1 --k=1 --metric=hamming|the metric must be one of differences: metric=hamming",
                "--radius=1 --k=1 --combine=product --ascending=left|are ascending on both sides or on none",
                "--radius=1 --k=1 --boxes=x,y|--columns and --boxes exclude one another",
                "--radius=1 --k=1 --right-columns=x|left=2, right=1",
                "--radius=1 --k=1 --right-columns=x,shop|not a number",
                "--radius=1 --k=1 --right-columns=x,u|no column \"u\"",
                "--radius=1 --k=1 --demo|--demo brings its own rows",
            })
    void shouldRefuse(String options, String problem) {
        join(options.split(" ")).shouldRefuse(problem);
    }

    @Test
    void shouldRefuseMissingOptions() {
        CommandRun.of("top-join", "--k=1").shouldRefuse("--left is missing (or --demo)");
        CommandRun.of("top-join", "--left=" + homes, "--k=1").shouldRefuse("--columns is missing (or --boxes)");
        CommandRun.of("top-join", "--left=" + homes, "--columns=x,y", "--k=1").shouldRefuse("--score is missing");
        CommandRun.of("top-join", "--left=" + homes, "--columns=x,y", "--score=s", "--right-id=shop")
                .shouldRefuse("need --right");
        join("--radius=1", "--k=1", "--output=" + shops).shouldRefuse("the output would replace the input");
    }

    @Test
    void shouldStopWhenInterrupted() {
        CommandRun.interrupted("top-join", "--left=" + homes, "--columns=x,y", "--score=s", "--radius=1", "--k=1")
                .shouldFail(ExitCode.CANCELLED, "cancelled");
    }
}
