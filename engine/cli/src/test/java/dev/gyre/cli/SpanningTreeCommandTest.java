package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpanningTreeCommandTest extends RowCommandContract {

    private Path line;

    @Override
    List<String> command() {
        return List.of("spanning-tree", "--columns=x,y");
    }

    @BeforeEach
    void writeLine() throws IOException {
        line = write("line.csv", "name,x,color\na,0,red\nb,4,blue\nc,1,red\nd,9,green\ne,4,white\n");
    }

    @Test
    void shouldWriteTheShortestEdgeFirst() {
        assertEquals("""
                from,to,distance
                1,4,0.0
                0,2,1.0
                1,2,3.0
                1,3,5.0
                """, csv());
    }

    @Test
    void shouldExplainWhereTheWorkRuns() throws IOException {
        Path line = write("line.csv", "x\n1\n2\n4\n");
        CommandRun run = CommandRun.of("spanning-tree", "--input=" + line, "--columns=x", "--device=jvm", "--explain")
                .shouldSucceed();
        assertTrue(
                run.err().startsWith("KD_TREE for the spanning tree of 3 points of 1 dimensions, minPoints=1, on jvm"),
                run.err());
    }

    @Test
    void shouldNameAndKeep() {
        assertEquals("""
                from,to,distance,left_color,right_color
                b,e,0.00,blue,white
                a,c,1.00,red,red
                b,c,3.00,blue,red
                b,d,5.00,blue,green
                """, csv("--id=name", "--keep=color", "--precision=2"));
    }

    @Test
    void shouldMeasureByMutualReachability() {
        assertEquals("""
                from,to,distance
                1,4,3.0
                1,2,3.0
                0,2,4.0
                1,3,5.0
                """, csv("--min-points=3"));
    }

    @Test
    void shouldShowTheFirstEdgesAndTheTotal() {
        CommandRun run = tree("--id=name", "--rows=2").shouldSucceed();
        assertEquals("""
                from  to  distance
                b     e   0
                a     c   1.0000
                2 of 4 edges; --rows N shows more, --output FILE writes all
                """, run.out());
        assertTrue(run.err().contains(": 5 rows, 4 edges of total length 9.0000 in "), run.err());
        String json = tree("--report=json", "--min-points=2").shouldSucceed().err();
        assertTrue(json.contains("\"min_points\":2") && json.contains("\"edges\":4"), json);
    }

    @Test
    void shouldTakeOneRowAndNone() throws IOException {
        Path one = write("one.csv", "x\n5\n");
        assertEquals(
                "from,to,distance\n",
                of(one, "--columns=x", "--output=-").shouldSucceed().out());
        Path none = write("none.csv", "x\n");
        assertEquals("0 of 0 edges\n", of(none, "--columns=x").shouldSucceed().out());
    }

    @Test
    void shouldMeasureKilometres() throws IOException {
        Path places = write("places.csv", "lon,lat\n0,0\n0,1\n0,3\n");
        CommandRun run = of(places, "--columns=lon,lat", "--metric=haversine").shouldSucceed();
        assertTrue(run.err().contains("of total length 333.59 km"), run.err());
    }

    @Test
    void shouldRefuseWrongOptions() {
        tree("--min-points=0").shouldRefuse("--min-points must be 1 or more: min-points=0");
        tree("--min-points=6").shouldRefuse("minPoints must be in 1..n: minPoints=6, n=5");
        tree("--metric=lp:3").shouldRefuse("spanning trees need one of", "--metric=lp:3");
        tree("--metric=hamming").shouldRefuse("spanning trees need one of", "--metric=hamming");
        tree("--keep=color").shouldRefuse("--keep is for CSV, Parquet and Arrow: --output is missing");
        tree("--output=" + directory.resolve("edges.npy")).shouldRefuse("this command writes CSV");
        tree("--output=" + line).shouldRefuse("the output would replace the input");
    }

    private CommandRun tree(String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--columns=x");
        return of(line, args.toArray(String[]::new));
    }

    private static CommandRun of(Path file, String... more) {
        return CommandRun.of(List.of("spanning-tree", "--input=" + file, "--device=jvm"), more);
    }

    private String csv(String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        return tree(args.toArray(String[]::new)).shouldSucceed().out();
    }
}
