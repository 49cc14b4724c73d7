package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairCountsCommandTest {

    @TempDir
    private Path folder;

    private Path square;

    @BeforeEach
    void writeSquare() throws IOException {
        square = folder.resolve("square.csv");
        Files.writeString(square, "x,y\n0,0\n1,0\n0,1\n1,1\n0,0\n");
    }

    private CommandRun run(String... more) {
        return CommandRun.of(List.of("pair-counts", "--input=" + square, "--columns=x,y", "--device=jvm"), more);
    }

    @Test
    void shouldWriteTheRadiiInTheirOrder() {
        CommandRun run = run("--radii=1,0,2", "--output=-", "--quiet");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("radius,pairs\n1,7\n0,1\n2,10\n", run.out());
    }

    @Test
    void shouldExplainWhereTheWorkRuns() {
        CommandRun run = run("--radii=1", "--explain").shouldSucceed();
        assertTrue(run.err().startsWith("KD_TREE for the pairs of 5 queries and 5 points of 2 dimensions"), run.err());
        run = run("--radii=1", "--weight=x", "--explain").shouldSucceed();
        assertTrue(run.err().startsWith("weights are summed by the threads of the host"), run.err());
    }

    @Test
    void shouldCountPairsOfTwoFiles() throws IOException {
        Path query = Files.writeString(folder.resolve("query.csv"), "x,y\n0,0\n5,5\n");
        CommandRun run = run("--radii=0,1,10", "--query=" + query, "--metric=chebyshev", "--output=-", "--quiet");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("radius,pairs\n0,2\n1,5\n10,10\n", run.out());
    }

    @Test
    void shouldAddUpProductsOfWeights() throws IOException {
        Path weighted = Files.writeString(folder.resolve("weighted.csv"), "w,x,y\n2,0,0\n0.5,1,0\n-3,0,0\n");
        Path query = Files.writeString(folder.resolve("queries.csv"), "x,y,w\n0,0,10\n");
        List<String> given =
                List.of("pair-counts", "--input=" + weighted, "--columns=x,y", "--weight=w", "--device=jvm");
        CommandRun run = CommandRun.of(given, "--radii=1,0", "--output=-", "--quiet");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("radius,weight\n1,-6.5\n0,-6\n", run.out());
        run = CommandRun.of(given, "--radii=0,1", "--query=" + query, "--output=-", "--quiet");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("radius,weight\n0,-10\n1,-5\n", run.out());
        run("--radii=1", "--weight=z").shouldRefuse("z");
        CommandRun.of(List.of("pair-counts", "--input=a.npy", "--weight=w"), "--radii=1")
                .shouldRefuse("--weight is for CSV");
    }

    @Test
    void shouldShowATable() {
        CommandRun run = run("--radii=1,2");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("radius  pairs"), run.out());
        assertTrue(run.err().contains("5 rows, 2 distances"), run.err());
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        run().shouldRefuse("--radii is missing");
        run("--radii=1,-1").shouldRefuse("--radii must be 0 or more: radii=-1.0");
        run("--radii=1", "--keep=x").shouldRefuse("the answer has a row for each radius");
        run("--radii=1", "--output=a.npy").shouldRefuse("this command writes CSV");
    }
}
