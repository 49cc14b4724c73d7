package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.io.VectorFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GraphCommandTest extends RowCommandContract {

    private Path line;

    @Override
    List<String> command() {
        return List.of("graph", "--columns=x,y", "--k=2");
    }

    @Override
    List<String> demo() {
        return List.of("graph", "--demo");
    }

    @BeforeEach
    void writeLine() throws IOException {
        line = write("line.csv", "name,x\na,0\nb,1\nc,2.5\nd,9\n");
    }

    @Test
    void shouldWriteTheEdgesOfEachKind() {
        assertEquals("""
                row,neighbor,distance
                0,1,1.0
                1,0,1.0
                2,1,1.5
                3,2,6.5
                """, csv("--k=1"));
        assertEquals("""
                row,neighbor,distance
                0,1,1.0
                1,0,1.0
                1,2,1.5
                2,1,1.5
                2,3,6.5
                3,2,6.5
                """, csv("--k=1", "--kind=union"));
        assertEquals("row,neighbor,distance\n0,1,1.0\n1,0,1.0\n", csv("--k=1", "--kind=mutual"));
        assertEquals("""
                row,neighbor,distance
                a,b,1.0
                b,a,1.0
                b,c,1.5
                c,b,1.5
                """, csv("--radius=1.5", "--id=name"));
        assertEquals(
                "row,neighbor,distance,left_x,right_x\na,b,1.00,0,1\nb,a,1.00,1,0\n",
                csv("--k=1", "--kind=mutual", "--id=name", "--keep=x", "--precision=2"));
    }

    @Test
    void shouldWriteMatrices() throws IOException {
        Path matrix = directory.resolve("edges.mtx");
        graph("--k=1", "--output=" + matrix).shouldSucceed();
        assertEquals("""
                %%MatrixMarket matrix coordinate real general
                4 4 4
                1 2 1.0
                2 1 1.0
                3 2 1.5
                4 3 6.5
                """, Files.readString(matrix));
        graph("--k=1", "--kind=union", "--output=" + matrix, "--precision=1").shouldSucceed();
        String union = """
                %%MatrixMarket matrix coordinate real symmetric
                4 4 3
                2 1 1.0
                3 2 1.5
                4 3 6.5
                """;
        assertEquals(union, Files.readString(matrix));
        Path compressed = directory.resolve("EDGES.MTX.gz");
        graph("--radius=6.5", "--output=" + compressed).shouldSucceed();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(compressed))) {
            assertEquals(
                    union.replace("4 4 3", "4 4 4").replace("3 2 1.5\n", "3 1 2.5\n3 2 1.5\n"),
                    sortedRows(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    /** Entries of a row are by distance. */
    private static String sortedRows(String matrix) {
        List<String> lines = matrix.lines().toList();
        List<String> sorted = new ArrayList<>(lines.subList(0, 2));
        lines.subList(2, lines.size()).stream().sorted().forEach(sorted::add);
        return String.join("\n", sorted) + "\n";
    }

    @Test
    void shouldWriteArrays() {
        Path edges = directory.resolve("edges.npy");
        Path distances = directory.resolve("distances.npy");
        graph("--k=1", "--kind=mutual", "--output=" + edges, "--distances-output=" + distances)
                .shouldSucceed();
        assertArrayEquals(new double[] {0, 1, 1, 0}, VectorFiles.read(edges).toRowMajor());
        assertArrayEquals(new double[] {1, 1}, VectorFiles.read(distances).toRowMajor());
    }

    /** A row without neighbors has as many edges before it as the next one. */
    @Test
    void shouldWriteCompressedRows() throws IOException {
        Path starts = directory.resolve("starts.npy.gz");
        Path neighbors = directory.resolve("neighbors.npy");
        Path distances = directory.resolve("distances.npy");
        for (String edges : List.of("--radius=1.5", "--k=1", "--k=1 --kind=mutual", "--k=3 --kind=union")) {
            List<String> args = new ArrayList<>(List.of(edges.split(" ")));
            args.addAll(List.of("--output=" + neighbors, "--distances-output=" + distances));
            args.add("--starts-output=" + starts);
            graph(args.toArray(String[]::new)).shouldSucceed();
            double[] start = VectorFiles.read(starts).toRowMajor();
            double[] neighbor = VectorFiles.read(neighbors).toRowMajor();
            double[] distance = VectorFiles.read(distances).toRowMajor();
            StringBuilder csv = new StringBuilder("row,neighbor,distance\n");
            for (int row = 0; row + 1 < start.length; row++) {
                for (int edge = (int) start[row]; edge < (int) start[row + 1]; edge++) {
                    csv.append(row + "," + (int) neighbor[edge] + "," + distance[edge] + "\n");
                }
            }
            assertEquals(4 + 1, start.length, edges);
            assertEquals(neighbor.length, (int) start[4], edges);
            Path table = directory.resolve("edges.csv");
            args = new ArrayList<>(List.of(edges.split(" ")));
            args.add("--output=" + table);
            graph(args.toArray(String[]::new)).shouldSucceed();
            assertEquals(Files.readString(table), csv.toString(), edges);
        }
        graph("--k=1", "--starts-output=" + starts)
                .shouldRefuse("--starts-output must end in .npy, and needs --output");
        graph("--k=1", "--starts-output=" + starts, "--output=" + directory.resolve("e.csv"))
                .shouldRefuse("--starts-output must end in .npy, and needs --output");
        graph("--k=1", "--starts-output=" + neighbors, "--output=" + neighbors)
                .shouldRefuse("each output must have a file of its own");
    }

    @Test
    void shouldShowTheFirstRows() {
        CommandRun run =
                graph("--k=2", "--kind=mutual", "--id=name", "--rows=3").shouldSucceed();
        assertEquals("""
                row  edges  nearest
                a    2      b 1.0000  c 2.5000
                b    2      a 1.0000  c 1.5000
                c    2      b 1.5000  a 2.5000
                3 of 4 rows, 6 edges; --rows N shows more, --output FILE writes all
                """, run.out());
        assertTrue(run.err().contains(": 4 rows, k=2, mutual, 6 edges in "), run.err());
        String json = graph("--radius=1", "--report=json").shouldSucceed().err();
        assertTrue(json.contains("\"rows\":4,\"radius\":1.0,\"edges\":2"), json);
    }

    @Test
    void shouldTakeNoRows() throws IOException {
        Path none = write("none.csv", "x\n");
        Path matrix = directory.resolve("none.mtx");
        CommandRun.of("graph", "--input=" + none, "--columns=x", "--k=3", "--device=jvm", "--output=" + matrix)
                .shouldSucceed();
        assertEquals("%%MatrixMarket matrix coordinate real general\n0 0 0\n", Files.readString(matrix));
    }

    @Test
    void shouldRefuseWrongOptions() {
        graph().shouldRefuse("--k or --radius is missing");
        graph("--k=1", "--radius=1").shouldRefuse("--k and --radius exclude one another");
        graph("--k=0").shouldRefuse("--k must be 1 or more: k=0");
        graph("--radius=-1").shouldRefuse("--radius must be 0 or more: radius=-1.0");
        graph("--radius=1", "--kind=union").shouldRefuse("--kind is for --k");
        graph("--radius=1", "--metric=inner-product").shouldRefuse("inner-product has no radius");
        graph("--k=1", "--id=name", "--output=" + directory.resolve("e.mtx"))
                .shouldRefuse("a matrix has numbers of rows alone");
        graph("--k=1", "--id=name", "--output=" + directory.resolve("e.npy"))
                .shouldRefuse("an array has rows and no identifiers");
        graph("--k=1", "--keep=x", "--output=" + directory.resolve("e.npy")).shouldRefuse("--keep is for CSV");
        graph("--k=1", "--output=" + line).shouldRefuse("the output would replace the input");
    }

    private CommandRun graph(String... more) {
        return CommandRun.of(List.of("graph", "--input=" + line, "--columns=x", "--device=jvm"), more);
    }

    private String csv(String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        return graph(args.toArray(String[]::new)).shouldSucceed().out();
    }
}
