package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutliersCommandTest extends RowCommandContract {

    private Path line;

    @Override
    List<String> command() {
        return List.of("outliers", "--columns=x,y", "--k=2");
    }

    @Override
    List<String> demo() {
        return List.of("outliers", "--demo");
    }

    @BeforeEach
    void writeLine() throws IOException {
        line = write("line.csv", "name,x,color\na,0,red\nb,1,blue\nc,2,red\nd,9,green\n");
    }

    @Test
    void shouldWriteARecordForEachRowInItsOrder() {
        assertEquals("""
                row,k_distance,mean_distance,lof
                0,1.0,1.0,1.0
                1,1.0,1.0,1.0
                2,1.0,1.0,1.0
                3,7.0,7.0,6.9999999994
                """, csv("--k=1"));
        assertEquals("""
                name,k_distance,mean_distance,lof,color
                a,2.000,1.500,0.875,red
                b,1.000,1.000,1.333,blue
                c,2.000,1.500,0.875,red
                d,8.000,7.500,4.375,green
                """, csv("--k=2", "--id=name", "--keep=color", "--precision=3"));
    }

    @Test
    void shouldShowTheLargestFactorsFirst() {
        CommandRun run = outliers("--k=2", "--id=name", "--rows=2").shouldSucceed();
        assertEquals("""
                name  k_distance  mean_distance  lof
                d     8.0000      7.5000         4.3750
                b     1.0000      1.0000         1.3333
                2 of 4 rows, the largest lof first; --rows N shows more, --output FILE writes all
                """, run.out());
        assertTrue(run.err().startsWith("jvm "), run.err());
        assertTrue(run.err().contains(": 4 rows, k=2 in "), run.err());
    }

    @Test
    void shouldTakeAllOthersWhereKIsLarger() {
        assertEquals(csv("--k=3"), csv("--k=2000000000"));
        assertTrue(outliers("--k=99", "--report=json").shouldSucceed().err().contains("\"k\":3"));
    }

    @Test
    void shouldTakeOneRowAndNone() throws IOException {
        Path one = write("one.csv", "x\n5\n");
        assertEquals(
                "row,k_distance,mean_distance,lof\n0,Infinity,Infinity,1.0\n",
                of(one, "--columns=x", "--output=-").shouldSucceed().out());
        assertEquals(
                "row  k_distance  mean_distance  lof\n0    none        none           1.0000\n"
                        + "1 of 1 row, the largest lof first\n",
                of(one, "--columns=x").shouldSucceed().out());
        Path none = write("none.csv", "x\n");
        assertEquals(
                "0 of 0 rows, the largest lof first\n",
                of(none, "--columns=x").shouldSucceed().out());
    }

    @Test
    void shouldWriteKilometres() throws IOException {
        Path places = write("places.csv", "lon,lat\n0,0\n0,1\n0,3\n");
        assertTrue(of(places, "--columns=lon,lat", "--metric=haversine", "--k=1")
                .shouldSucceed()
                .out()
                .contains("2    222.39 km   222.39 km      2.0000\n"));
    }

    @Test
    void shouldRefuseWrongOptions() {
        outliers("--k=0").shouldRefuse("--k must be 1 or more: k=0");
        outliers("--metric=inner-product").shouldRefuse("outliers need distances: --metric=inner-product");
        outliers("--keep=color").shouldRefuse("--keep is for CSV, Parquet and Arrow: --output is missing");
        outliers("--output=" + directory.resolve("scores.npy")).shouldRefuse("this command writes CSV");
        of(line, "--columns=z").shouldRefuse("no column \"z\"");
        outliers("--output=" + line).shouldRefuse("the output would replace the input");
    }

    private CommandRun outliers(String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--columns=x");
        return of(line, args.toArray(String[]::new));
    }

    private static CommandRun of(Path file, String... more) {
        return CommandRun.of(List.of("outliers", "--input=" + file, "--device=jvm"), more);
    }

    private String csv(String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        return outliers(args.toArray(String[]::new)).shouldSucceed().out();
    }
}
