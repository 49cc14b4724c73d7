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
import org.junit.jupiter.params.provider.ValueSource;

/** What the answers of commands have besides their own columns, and in which form. */
class AnswerColumnsTest {

    private static final String KNN = "knn-join --columns=x --k=1";

    @TempDir
    private Path folder;

    private Path towns;
    private Path shops;

    @BeforeEach
    void write() throws IOException {
        towns = write("towns.csv", "zip,name,x\n00501,\"Holt, s\",0\n0777,Bonn,1\n9,Far,50\n");
        shops = write("shops.csv", "id,stars,at\n007,4.50,0.25\n008,3,100\n");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private String csv(String command, Path input, String... more) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of("--device=jvm", "--output=-"));
        if (input != null) {
            args.add("--input=" + input);
        }
        return CommandRun.of(args, more).shouldSucceed().out();
    }

    private CommandRun run(String command, String... more) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of("--device=jvm", "--input=" + towns));
        return CommandRun.of(args, more);
    }

    // Kept columns

    @Test
    void shouldKeepColumnsOfBothSidesOfAJoinOfOneFile() {
        assertEquals("""
                query,rank,neighbor,distance,left_zip,left_name,right_zip,right_name
                0,1,1,1.0,00501,"Holt, s",0777,Bonn
                1,1,0,1.0,0777,Bonn,00501,"Holt, s"
                2,1,1,49.0,9,Far,0777,Bonn
                """, csv(KNN, towns, "--keep=zip,name"));
    }

    @Test
    void shouldKeepColumnsOfEachOfTwoFiles() {
        assertEquals(
                """
                query,rank,neighbor,distance,left_id,left_stars,left_at,right_name
                007,1,0,0.25,007,4.50,0.25,"Holt, s"
                008,1,2,50.0,008,3,100,Far
                """,
                csv(
                        KNN,
                        towns,
                        "--query=" + shops,
                        "--query-columns=at",
                        "--query-id=id",
                        "--query-keep=*",
                        "--keep=name"));
    }

    @Test
    void shouldAddQueriesWithoutAMatch() {
        String[] near = {"--query=" + shops, "--query-columns=at", "--query-keep=id", "--keep=zip", "--left-join"};
        assertEquals(
                "query,rank,neighbor,distance,left_id,right_zip\n0,1,0,0.25,007,00501\n1,,,,008,\n",
                csv(KNN + " --radius=9", towns, near));
        assertEquals(
                "query,neighbor,distance,left_id,right_zip\n0,0,0.25,007,00501\n0,1,0.75,007,0777\n1,,,008,\n",
                csv("radius-join --columns=x --radius=9", towns, near));
        assertEquals(
                "query,neighbor,distance\n0,,\n1,,\n2,,\n",
                csv("radius-join --columns=x --radius=0.5 --left-join", towns));
        assertEquals(
                "query,neighbor,distance\n0,1,1.0\n1,0,1.0\n2,,\n",
                csv("radius-join --columns=x --radius=9 --max-matches=1 --left-join", towns));
    }

    @Test
    void shouldKeepColumnsOfBoxesAndAddUnmatchedOnes() throws IOException {
        Path boxes = write("boxes.csv", "name,a,b\nlow,0,10\nnone,20,30\n");
        assertEquals(
                """
                query,match,left_name,right_name
                0,0,"Holt, s",low
                1,0,Bonn,low
                2,,Far,
                """,
                csv(
                        "box-join --boxes=a,b --keep=name --left-join",
                        boxes,
                        "--query=" + towns,
                        "--query-columns=x",
                        "--query-keep=name"));
    }

    @Test
    void shouldKeepColumnsOfTheBestPairs() {
        String[] sides = {"--left=" + towns, "--right=" + shops, "--columns=x", "--right-columns=at"};
        assertEquals(
                """
                rank,left,right,score,distance,left_name,right_id,right_stars
                1,1,0,5.5,0.75,Bonn,007,4.50
                ,0,,,,"Holt, s",,
                ,2,,,,Far,,
                """,
                csv(
                        "top-join --k=1 --radius=5 --left-score=x --right-score=stars --left-keep=name --right-keep=id,stars --left-join",
                        null,
                        sides));
        assertEquals(
                "rank,left,right,score,distance,left_zip,right_zip\n1,0,1,1,1.0,00501,0777\n",
                csv("top-join --k=1 --radius=5 --columns=x --score=x --left-keep=zip", null, "--left=" + towns));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--keep=name", "--left-join"})
    void shouldRefuseWhatTheAnswerHasNoPlaceFor(String option) {
        run("radius-join --columns=x --radius=1", option)
                .shouldRefuse("are for CSV, Parquet and Arrow: --output is missing");
        run("radius-join --columns=x --radius=1 --count-only --output=-", option)
                .shouldRefuse("--count-only excludes");
        run("knn-join --columns=x", option, "--output=" + folder.resolve("ids.npy"))
                .shouldRefuse("--keep, --query-keep and --left-join are for CSV");
        run("radius-join --columns=x --radius=1 --pairs-once --left-join --output=-")
                .shouldRefuse("--pairs-once and --left-join");
        run("knn-join --columns=x --keep=nmae --output=-").shouldRefuse("no column \"nmae\"", "did you mean \"name\"?");
        run("knn-join --columns=x --query-keep=name --output=-").shouldRefuse("need --query");
    }

    // Sorted rows

    @Test
    void shouldSortWholeRowsAsTheyAre() throws IOException {
        Path file = write("rows.csv", "zip,rate,zip\n10001,0.000315,a\n00501, 1e-3,\"b,\"\n");
        assertEquals("zip,rate,zip\n00501, 1e-3,\"b,\"\n10001,0.000315,a\n", csv("sort --by=rate --descending", file));
        assertEquals("rank,row,rate\n1,1, 1e-3\n2,0,0.000315\n", csv("sort --by=rate --descending --ranks", file));
        assertEquals("rank,row,rate\n1,1, 1e-3\n", csv("top --by=rate --largest --k=1", file));
        assertEquals(
                "zip,name,x\n9,Far,50\n", csv("sort --by=x --group=name", write("far.csv", "zip,name,x\n9,Far,50\n")));
        run("sort --by=x --ranks --keep=zip").shouldRefuse("--keep", "excludes --ranks");
    }

    @Test
    void shouldSortEachColumnInItsOwnDirection() throws IOException {
        Path file = write("both.csv", "a,b,t\n1,1,x\n1,2,y\n2,0,y\n2,-0,z\n2,5,z\n1,2,x\n");
        String[] expected = {"2,0,y", "2,-0,z", "2,5,z", "1,1,x", "1,2,y", "1,2,x"};
        assertEquals(lines(expected), csv("sort --by=a,b --descending=a", file));
        assertEquals(
                lines("1,2,y", "1,2,x", "1,1,x", "2,5,z", "2,0,y", "2,-0,z"),
                csv("sort --by=a,b --descending=b", file));
        assertEquals(
                lines("2,5,z", "2,-0,z", "1,2,y", "2,0,y", "1,2,x", "1,1,x"),
                csv("sort --by=t,b --text=t --descending=t,b", file));
        assertEquals(lines("1,1,x", "1,2,x", "2,0,y", "1,2,y", "2,-0,z", "2,5,z"), csv("sort --by=t,b --text=t", file));
        assertEquals(
                "rank,row,a,b\n1,0,1,1\n2,1,1,2\n3,5,1,2\n",
                csv("sort --by=a,b --ranks", file)
                        .lines()
                        .limit(4)
                        .map(line -> line + "\n")
                        .reduce("", String::concat));
        assertEquals(
                "rank,row,a,b\n1,2,2,0\n2,3,2,-0\n3,4,2,5\n4,0,1,1\n", csv("top --by=a,b --largest=a --k=4", file));
        run("sort --by=x --descending=name").shouldRefuse("must be columns of --by: name");
    }

    private static String lines(String... rows) {
        return "a,b,t\n" + String.join("\n", rows) + "\n";
    }

    // The form of files

    @Test
    void shouldWriteTabsWhereTheNameSaysSo() throws IOException {
        for (String name : List.of("answer.tsv", "ANSWER.TAB")) {
            Path file = folder.resolve(name);
            run(KNN, "--keep=name", "--output=" + file).shouldSucceed();
            assertEquals("0\t1\t1\t1.0\tHolt, s\tBonn", Files.readAllLines(file).get(1));
            // Read as it was written.
            assertEquals("rank\n1\n1\n1\n", csv("sort --by=rank --keep=rank", file));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"o.json", "o.JSON.gz", "o.xlsx", "o.geojson", "o.fgb", "o.shp", "o.csv.zip"})
    void shouldRefuseNamesThatPromiseAnotherFormat(String name) throws IOException {
        Path file = folder.resolve(name);
        for (String command : List.of(KNN, "radius-join --columns=x --radius=1", "sort --by=x", "top --by=x --k=1")) {
            run(command, "--output=" + file).shouldRefuse("no file of the format ", "--output=" + file);
        }
        assertTrue(Files.notExists(file));
        run("sort --by=x", "--output=" + folder.resolve("o.dat")).shouldSucceed();
        run("sort --by=x", "--output=" + folder.resolve("o.2024")).shouldSucceed();
    }

    @Test
    void shouldRoundDistancesAndScores() {
        assertEquals(
                "query,neighbor,distance\n0,1,1.00\n1,0,1.00\n",
                csv("radius-join --columns=x --radius=5 --precision=2", towns));
        String far = csv("knn-join --demo --k=1 --precision=0", null)
                .lines()
                .skip(1)
                .findFirst()
                .orElseThrow();
        assertTrue(far.matches(".*,\\d+"), far);
        run("sort --by=x --precision=2 --output=-").shouldRefuse("--precision is for distances");
        run(KNN + " --precision=2").shouldRefuse("--precision is for CSV: --output is missing");
        run(KNN + " --precision=-1 --output=-").shouldRefuse("--precision must be in 0..30");
    }

    @Test
    void shouldTakeShortNames() throws IOException {
        Path file = folder.resolve("short.csv");
        CommandRun.of(
                        "knn-join",
                        "-i",
                        towns.toString(),
                        "--columns=x",
                        "-k",
                        "2",
                        "-o",
                        file.toString(),
                        "--device=jvm")
                .shouldSucceed();
        assertEquals(7, Files.readAllLines(file).size());
    }

    // Longitude and latitude

    @Test
    void shouldWarnOfLatitudeBeforeLongitude() throws IOException {
        Path places = write("places.csv", "lat,lon\n50,7\n51,8\n");
        for (String command :
                List.of("knn-join --k=1", "radius-join --radius=1", "kd build --output=" + folder.resolve("t.kd"))) {
            List<String> args = new ArrayList<>(List.of(command.split(" ")));
            args.addAll(List.of("--metric=haversine", "--columns=lat,lon", "--input=" + places, "--device=jvm"));
            String err = CommandRun.of(args).shouldSucceed().err();
            assertTrue(err.contains("haversine takes longitude first, then latitude; the columns are lat,lon"), err);
            args.set(args.indexOf("--columns=lat,lon"), "--columns=lon,lat");
            err = CommandRun.of(args).shouldSucceed().err();
            assertTrue(!err.contains("longitude first"), err);
        }
    }
}
