package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterCommandTest extends RowCommandContract {

    private Path towns;

    @Override
    List<String> command() {
        return List.of("cluster", "--columns=x,y", "--eps=1");
    }

    @BeforeEach
    void writeTowns() throws IOException {
        towns = write(
                "towns.csv",
                "name,x,y,zip\nfar,50,50,9\na,0,0,1\nb,0,1,2\nlow,20,-5,3\nc,1,0,4\nmid,0,-1,5\nlow2,20,-6,6\nlow3,20,-7,7\n");
    }

    private CommandRun cluster(String... more) {
        return CommandRun.of(List.of("cluster", "--input=" + towns, "--columns=x,y", "--eps=1", "--device=jvm"), more);
    }

    // Options

    @Test
    void shouldRefuseNumbersThatNoClustersHave() {
        CommandRun.of("cluster", "--input=" + towns, "--columns=x,y").shouldRefuse("--eps is missing");
        CommandRun.of("cluster", "--input=" + towns, "--columns=x,y", "--eps=-1")
                .shouldRefuse("--eps must be 0 or more: eps=-1.0");
        CommandRun.of("cluster", "--input=" + towns, "--columns=x,y", "--eps=NaN")
                .shouldRefuse("--eps must be 0 or more");
        cluster("--min-points=0").shouldRefuse("--min-points must be 1 or more: min-points=0");
        cluster("--method=means").shouldRefuse("--method", "dbscan");
    }

    @ParameterizedTest
    @ValueSource(strings = {"inner-product", "hamming", "lp:3"})
    void shouldRefuseMetricsWithoutClusters(String metric) throws IOException {
        Path file = write("whole.csv", "x,y\n1,2\n3,4\n");
        CommandRun.of("cluster", "--input=" + file, "--columns=x,y", "--eps=1", "--metric=" + metric)
                .shouldRefuse("metric=" + metric);
    }

    @Test
    void shouldRefuseOptionsThatHaveNoEffect() {
        cluster("--keep=zip").shouldRefuse("--keep is for CSV: --output is missing");
        cluster("--output=-", "--precision=2").shouldRefuse("--precision is for distances");
        cluster("--output=" + directory.resolve("a.npy")).shouldRefuse("this command writes CSV");
    }

    // Answers

    @Test
    void shouldWriteARowForEachRowOfTheInputInItsOrder() {
        assertEquals(
                """
                name,cluster,core
                far,-1,0
                a,0,1
                b,0,0
                low,1,0
                c,0,0
                mid,0,0
                low2,1,1
                low3,1,0
                """,
                cluster("--min-points=3", "--id=name", "--output=-")
                        .shouldSucceed()
                        .out());
    }

    @Test
    void shouldKeepColumns() {
        assertEquals(
                """
                row,cluster,core,zip,name
                0,-1,0,9,far
                1,-1,0,1,a
                2,-1,0,2,b
                3,-1,0,3,low
                4,-1,0,4,c
                5,-1,0,5,mid
                6,-1,0,6,low2
                7,-1,0,7,low3
                """,
                cluster("--min-points=9", "--keep=zip,name", "--output=-")
                        .shouldSucceed()
                        .out());
    }

    @Test
    void shouldShowTheLargestClustersAndTheNoise() {
        assertEquals(
                """
                cluster  rows  x       y        nearest name
                0        4     0.25000  0        a
                1        3     20.000   -6.0000  low2
                2 of 2 clusters, 1 row of noise
                """.replace("x       y", "x        y"),
                cluster("--min-points=3", "--id=name").shouldSucceed().out());
        assertEquals("""
                cluster  rows  x        y
                0        4     0.25000  0
                1 of 2 clusters, 1 row of noise; --rows N shows more, --output FILE writes the cluster of each row
                """, cluster("--min-points=3", "--rows=1").shouldSucceed().out());
        assertEquals(
                "0 of 0 clusters, 8 rows of noise\n",
                cluster("--min-points=8").shouldSucceed().out());
    }

    @Test
    void shouldGiveEmptyAnswerForHeaderAlone() throws IOException {
        Path file = write("header.csv", "x,y\n");
        CommandRun run = CommandRun.of("cluster", "--input=" + file, "--columns=x,y", "--eps=1", "--device=jvm");
        assertEquals("0 of 0 clusters, 0 rows of noise\n", run.shouldSucceed().out());
        CommandRun written =
                CommandRun.of("cluster", "--input=" + file, "--columns=x,y", "--eps=1", "--device=jvm", "--output=-");
        assertEquals("row,cluster,core\n", written.shouldSucceed().out());
    }

    /** The center of places on both sides of the antimeridian is there, and not on the other side of the Earth. */
    @Test
    void shouldFindTheCenterOnTheSphere() throws IOException {
        Path file = write("fiji.csv", "lon,lat\n179.9,0.1\n-179.9,0.1\n179.9,-0.1\n-179.9,-0.1\n");
        CommandRun run = CommandRun.of(
                "cluster",
                "--input=" + file,
                "--columns=lon,lat",
                "--metric=haversine",
                "--eps=30",
                "--min-points=2",
                "--device=jvm");
        String center = run.shouldSucceed().out().lines().skip(1).findFirst().orElseThrow();
        assertTrue(center.matches("0 +4 +-?180\\.00 +(0|-?\\d\\.\\d+E-1\\d)"), center);
    }

    /** Opposite directions have no mean direction, but a center. */
    @Test
    void shouldFindTheCenterOfOppositeDirections() throws IOException {
        Path file = write("opposite.csv", "name,x,y\na,1,0\nb,-1,0\n");
        String[] options = {"--metric=cosine", "--eps=2", "--min-points=2", "--id=name", "--columns=x,y", "--device=jvm"
        };
        CommandRun run = CommandRun.of(List.of("cluster", "--input=" + file), options);
        assertTrue(run.shouldSucceed().out().contains("0        2     0  0  a"), run.out());
    }

    @Test
    void shouldClusterScaledColumns() {
        String plain = cluster("--min-points=3", "--output=-").shouldSucceed().out();
        CommandRun scaled = cluster("--min-points=3", "--weights=0.01,0.01", "--output=-");
        assertNotEquals(plain, scaled.shouldSucceed().out());
        assertTrue(scaled.err().contains("multiplied by weights=0.01,0.01"), scaled.err());
        CommandRun table = cluster("--min-points=3", "--weights=1,1", "--rows=1");
        assertTrue(table.shouldSucceed().out().contains("0.25000"), table.out());
    }

    @Test
    void shouldExplainWhereTheWorkRuns() throws IOException {
        Path line = write("line.csv", "x\n1\n2\n4\n");
        List<String> command = List.of("cluster", "--input=" + line, "--columns=x", "--device=jvm", "--explain");
        CommandRun run = CommandRun.of(command, "--eps=1").shouldSucceed();
        assertTrue(run.err().startsWith("KD_TREE for the clusters of 3 points of 1 dimensions"), run.err());
        run = CommandRun.of(command, "--method=hdbscan", "--min-cluster-size=5").shouldSucceed();
        assertTrue(
                run.err().startsWith("KD_TREE for the spanning tree of 3 points of 1 dimensions, minPoints=3"),
                run.err());
    }

    @Test
    void shouldReportFactsForScripts() {
        String json = cluster("--min-points=3", "--report=json").shouldSucceed().err();
        assertTrue(
                json.contains("\"rows\":8,\"method\":\"dbscan\",\"metric\":\"euclidean\",\"eps\":1.0,\"min_points\":3,"
                        + "\"clusters\":2,\"noise\":1"),
                json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"euclidean", "squared-euclidean", "manhattan", "chebyshev", "haversine", "cosine"})
    void shouldWriteTheAnswerOfTheEngine(Metric metric) throws IOException {
        double[] rows = new double[2 * 300];
        StringBuilder text = new StringBuilder("lon,lat\n");
        Random random = new Random(7);
        for (int row = 0; row < 300; row++) {
            rows[2 * row] = random.nextDouble() * 360 - 180;
            rows[2 * row + 1] = random.nextDouble() * 180 - 90;
            text.append(rows[2 * row]).append(',').append(rows[2 * row + 1]).append('\n');
        }
        double eps = metric == Metric.HAVERSINE
                ? 1200
                : metric == Metric.SQUARED_EUCLIDEAN ? 200 : metric == Metric.COSINE ? 5e-5 : 14;
        Path file = write("random.csv", text.toString());
        String written = CommandRun.of(
                        "cluster",
                        "--input=" + file,
                        "--columns=lon,lat",
                        "--device=jvm",
                        "--output=-",
                        "--eps=" + eps,
                        "--metric=" + metric.name())
                .shouldSucceed()
                .out();
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM))) {
            Clusters expected = engine.dbscan(Points.of(rows, 2), eps, 5, JoinOptions.DEFAULT.withMetric(metric));
            assertTrue(expected.clusters() > 1 && expected.noise() > 0, () -> "clusters=" + expected.clusters());
            StringBuilder csv = new StringBuilder("row,cluster,core\n");
            for (int row = 0; row < 300; row++) {
                csv.append(row + "," + expected.label(row) + "," + (expected.isCore(row) ? 1 : 0) + "\n");
            }
            assertEquals(csv.toString(), written);
        }
    }

    @Test
    void shouldFindRegionsOfTheDemo() {
        String out = CommandRun.of("cluster", "--demo", "--device=jvm", "--rows=20")
                .shouldSucceed()
                .out();
        assertTrue(out.startsWith("cluster  rows"), out);
        assertTrue(out.contains("20 of "), out);
        assertTrue(out.contains("Le Pré-Saint-Gervais"), out);
    }

    // The picture

    @Test
    void shouldDrawClustersInColorsAndNoiseInGray() throws IOException {
        Path picture = directory.resolve("map.png");
        cluster("--min-points=3", "--plot=" + picture).shouldSucceed();
        BufferedImage image = ImageIO.read(picture.toFile());
        assertEquals(1800, image.getWidth());
        boolean gray = false;
        boolean colored = false;
        for (int y = 20; y < image.getHeight() - 20; y++) {
            for (int x = 20; x < 1780; x++) {
                int rgb = image.getRGB(x, y);
                int red = rgb >> 16 & 0xff;
                int blue = rgb & 0xff;
                gray |= (rgb & 0xffffff) == 0xC4C4C4;
                colored |= Math.abs(red - blue) > 100;
            }
        }
        assertTrue(gray && colored);
    }

    @Test
    void shouldRefuseWhatItCannotDraw() throws IOException {
        cluster("--plot=" + directory.resolve("map.jpg")).shouldRefuse("--plot must end in .png");
        Path nowhere = directory.resolve("nowhere").resolve("map.png");
        cluster("--plot=" + nowhere).shouldRefuse("cannot write " + nowhere);
        Path picture = directory.resolve("map.png");
        CommandRun.of("cluster", "--input=" + towns, "--columns=x", "--eps=1", "--device=jvm", "--plot=" + picture)
                .shouldRefuse("--plot draws two columns: columns=1");
        assertFalse(Files.exists(picture));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    0, files.filter(file -> file.toString().contains("map")).count());
        }
    }

    // HDBSCAN*

    private CommandRun hierarchy(String... more) {
        List<String> command =
                List.of("cluster", "--input=" + towns, "--columns=x,y", "--method=hdbscan", "--device=jvm");
        return CommandRun.of(command, more);
    }

    @Test
    void shouldWriteProbabilitiesAndOutlierScores() {
        assertEquals(
                """
                name,cluster,probability,outlier_score,zip
                far,-1,0.000,0.984,9
                a,0,1.000,0.000,1
                b,0,1.000,0.000,2
                low,1,1.000,0.000,3
                c,0,1.000,0.000,4
                mid,0,1.000,0.000,5
                low2,1,1.000,0.000,6
                low3,1,1.000,0.000,7
                """,
                hierarchy(
                                "--min-cluster-size=3",
                                "--min-points=2",
                                "--id=name",
                                "--keep=zip",
                                "--precision=3",
                                "--output=-")
                        .shouldSucceed()
                        .out());
    }

    @Test
    void shouldSayWhatTheHierarchyFound() {
        CommandRun run = hierarchy("--min-cluster-size=3", "--min-points=2", "--report=json")
                .shouldSucceed();
        assertTrue(run.out().contains("2 of 2 clusters, 1 row of noise"), run.out());
        assertTrue(
                run.err()
                        .contains(
                                "\"method\":\"hdbscan\",\"metric\":\"euclidean\",\"min_cluster_size\":3,\"min_points\":2,"
                                        + "\"selection\":\"eom\",\"epsilon\":0.0,\"allow_single_cluster\":false,\"clusters\":2,\"noise\":1"),
                run.err());
        assertTrue(hierarchy("--min-cluster-size=3", "--min-points=2", "--epsilon=1000", "--selection=leaf")
                .shouldSucceed()
                .out()
                .contains("2 of 2 clusters"));
        assertTrue(hierarchy("--min-cluster-size=3", "--min-points=2", "--epsilon=1000", "--allow-single-cluster")
                .shouldSucceed()
                .out()
                .contains("1 of 1 cluster, 0 rows of noise"));
        assertTrue(
                hierarchy("--min-cluster-size=50").shouldSucceed().out().contains("0 of 0 clusters, 8 rows of noise"));
    }

    @Test
    void shouldRefuseOptionsOfTheOtherMethod() {
        hierarchy("--eps=1").shouldRefuse("--eps is for dbscan");
        hierarchy("--min-cluster-size=1").shouldRefuse("--min-cluster-size must be 2 or more: min-cluster-size=1");
        hierarchy("--epsilon=-1").shouldRefuse("--epsilon must be 0 or more: epsilon=-1.0");
        hierarchy("--min-points=0").shouldRefuse("--min-points must be 1 or more");
        cluster("--min-cluster-size=3").shouldRefuse("need --method=hdbscan");
        cluster("--allow-single-cluster").shouldRefuse("need --method=hdbscan");
    }
}
