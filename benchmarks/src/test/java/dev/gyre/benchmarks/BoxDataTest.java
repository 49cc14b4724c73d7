package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gyre.benchmarks.BoxData.Work;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each call over boxes finds all pairs that intersect, and so does each library. */
class BoxDataTest {

    private static final int N = 700;
    private static final int WINDOWS = 90;

    @ParameterizedTest
    @EnumSource(Work.class)
    void shouldFindWhatIntersects(Work work) {
        for (BoxShape shape : BoxShape.values()) {
            BoxData data = data(shape, work);
            try (Engine engine = Backends.open("jvm");
                    Call.Opened opened = data.open(engine)) {
                assertEquals(expected(data), answered(opened), shape.name());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    void shouldHaveOtherLibrariesFindTheSame(Work work) {
        for (BoxPeer peer : BoxPeer.values()) {
            for (BoxShape shape : BoxShape.values()) {
                if (peer == BoxPeer.FLATBUSH && !FlatbushProcess.isInstalled()) {
                    continue;
                }
                BoxData data = data(shape, work);
                try (Engine engine = Backends.open("jvm");
                        Call.Opened opened = data.open(engine, peer)) {
                    assertEquals(expected(data), answered(opened), peer + ", " + shape);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"UNIFORM, 1, 9", "UNIFORM, 2.5, 56", "CLUSTERED, 1, 9", "COASTLINES, 1, 9"})
    void shouldHaveAboutNineHits(BoxShape shape, double scale, double expected) {
        int windows = 2_000;
        BoxData data = shape.make(Work.WINDOWS, 200_000, windows, scale, new Random(5));
        try (Engine engine = Backends.open("jvm");
                var tree = engine.rTree(Boxes.of(data.boxes(), 2))) {
            double hits = IntStream.of(tree.count(Boxes.of(data.windows(), 2), BoxPredicate.INTERSECTS))
                            .sum()
                    / (double) windows;
            assertTrue(hits > 0.5 * expected && hits < 2 * expected, "hits: " + hits);
        }
    }

    @Test
    void shouldRunFlatbushByOneThreadOnly() {
        assumeTrue(FlatbushProcess.isInstalled());
        assertTrue(BoxPeer.FLATBUSH.runsOn("jvm-1"));
        assertTrue(!BoxPeer.FLATBUSH.runsOn("jvm"));
    }

    private static BoxData data(BoxShape shape, Work work) {
        return shape.make(work, N, work == Work.SELF_JOIN ? 0 : WINDOWS, 2.5, new Random(3));
    }

    /** The hash of the second answer. */
    private static long answered(Call.Opened opened) {
        opened.fresh().get().get().release().run();
        CallAnswer answer = opened.fresh().get().get();
        long hash = answer.hash().getAsLong();
        answer.release().run();
        return hash;
    }

    private static long expected(BoxData data) {
        Boxes boxes = Boxes.of(data.boxes(), 2);
        Boxes windows = data.isSelfJoin() ? boxes : Boxes.of(data.windows(), 2);
        int[][] found = new int[windows.size()][];
        int[] offsets = new int[windows.size() + 1];
        for (int window = 0; window < found.length; window++) {
            int query = window;
            found[window] = IntStream.range(0, boxes.size())
                    .filter(row -> !(data.isSelfJoin() && row == query))
                    .filter(row -> BoxPredicate.INTERSECTS.holds(windows, query, boxes, row))
                    .toArray();
            offsets[window + 1] = offsets[window] + found[window].length;
        }
        int[] ids = Arrays.stream(found).flatMapToInt(Arrays::stream).toArray();
        assertTrue(ids.length > 0, "nothing intersects");
        return BoxData.answer(offsets, ids).hash().getAsLong();
    }
}
