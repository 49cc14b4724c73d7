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

class AutocorrelationCommandTest {

    @TempDir
    private Path folder;

    private Path board;

    @BeforeEach
    void writeBoard() throws IOException {
        StringBuilder text = new StringBuilder("name,x,y,price\n");
        for (int i = 0; i < 36; i++) {
            text.append("p" + i + "," + i % 6 + "," + i / 6 + "," + (i % 6 + i / 6) % 2 + "\n");
        }
        board = Files.writeString(folder.resolve("board.csv"), text);
    }

    private CommandRun run(String... more) {
        return CommandRun.of(List.of("autocorrelation", "--input=" + board, "--columns=x,y", "--device=jvm"), more);
    }

    /** All neighbors on a checkerboard differ. */
    @Test
    void shouldWriteBothStatistics() {
        CommandRun run = run("--value=price", "--radius=1", "--output=-", "--quiet", "--permutations=99", "--binary");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals(
                "statistic,value,expected,p_value\nmoran_i,-1," + -1.0 / 35 + ",0.01\ngeary_c," + 70.0 / 36
                        + ",1,0.01\n",
                run.out());
    }

    @Test
    void shouldWriteTheLocalValuesOfRows() {
        CommandRun run = run("--value=price", "-k=2", "--local", "--id=name", "--output=-", "--quiet");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().startsWith("name,local_i\np0,-1\np1,-1\n"), run.out());
        assertEquals(37, run.out().lines().count());
    }

    @Test
    void shouldReport() {
        CommandRun run = run("--value=price", "--radius=1", "--report=json", "--permutations=0");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("statistic"), run.out());
        assertTrue(run.err().contains("\"moran_i\""), run.err());
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        run("--radius=1").shouldRefuse("--value is missing");
        run("--value=price").shouldRefuse("--k or --radius is missing");
        run("--value=price", "--k=2", "--radius=1").shouldRefuse("--k and --radius exclude one another");
        run("--value=price", "--k=0").shouldRefuse("--k must be 1 or more");
        run("--value=price", "--k=1", "--permutations=-1").shouldRefuse("--permutations must be 0 or more");
        run("--value=name", "--k=1").shouldRefuse("name");
        run("--value=price", "--k=1", "--keep=x").shouldRefuse("--keep is for rows that the answer copies");
    }
}
