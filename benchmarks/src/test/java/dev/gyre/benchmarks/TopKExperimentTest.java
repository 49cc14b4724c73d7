package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopKExperimentTest extends CommandTest {

    @Test
    void shouldMeasureAllMethods() throws IOException {
        assertEquals(
                0,
                run(
                        "top-k",
                        "--quick",
                        "--device=jvm-1,jvm",
                        "--data=THESIS,EQUAL,AGAINST,WITH,HOT_SPOT",
                        "--sizes=131072x65536",
                        "--k=100,7"));
        List<Row> rows = rows(new TopKExperiment());
        assertEquals(5 * 2 * (6 + 5), rows.size());
        for (Row row : rows) {
            assertTrue(row.number("fastest ns") <= row.number("median ns"), row::toString);
            assertTrue(row.integer("pairs") <= row.integer("k"), row::toString);
            assertEquals(2048, row.integer("left"), row::toString);
        }
        String report = report();
        assertTrue(report.contains("## HOT_SPOT, left = 2048, right = 1024"), report);
    }

    /** All methods, where many pairs are near: the experiment compares their scores by hash alone. */
    @Test
    void shouldFindTheSameScoresByAllMethods() {
        TopKData.Rows left = TopKData.HOT_SPOT.rows(3000, true);
        TopKData.Rows right = TopKData.HOT_SPOT.rows(900, false);
        try (Engine engine = Backends.open("jvm-1")) {
            double[] expected =
                    TopKPeer.JOIN_THEN_SELECT.find(engine, left, right, 500).scores();
            assertEquals(500, expected.length);
            for (TopKPeer peer : TopKPeer.usual()) {
                assertArrayEquals(expected, peer.find(engine, left, right, 500).scores(), peer::toString);
            }
        }
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("top-k", "--quick", "--device=jvm", "--k=0"));
        assertEquals(2, run("top-k", "--quick", "--device=jvm", "--runs=0"));
        assertEquals(2, run("top-k", "--quick", "--device=jvm", "--sizes=10"));
    }
}
