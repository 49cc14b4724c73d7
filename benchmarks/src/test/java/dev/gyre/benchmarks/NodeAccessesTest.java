package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.benchmarks.BoxData.Work;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Aggregate;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.op.RTree;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.index.hprtree.HPRtree;
import org.locationtech.jts.index.strtree.STRtree;

class NodeAccessesTest extends CommandTest {

    private static final double[] EVERYTHING = {-1e9, -1e9, 1e9, 1e9};
    private static final double[] NOTHING = {1e9, 1e9, 1e9, 1e9};

    @ParameterizedTest
    @CsvSource({"50, 64", "64, 64", "65, 64", "1000, 2", "999, 3", "4097, 16"})
    void shouldCountAllOfATreeWhereAWindowHasAll(int n, int nodeSize) {
        BoxData data = data(n);
        int nodes = 0;
        int boxes = 0;
        for (int count = n; count > 1; count = Math.ceilDiv(count, nodeSize)) {
            nodes += Math.ceilDiv(count, nodeSize);
            boxes += count;
        }
        for (double[] window : List.of(EVERYTHING, NOTHING)) {
            boolean all = window == EVERYTHING;
            NodeAccesses expected = all ? new NodeAccesses(nodes, boxes) : null;
            try (Engine engine = Backends.open("jvm");
                    RTree tree = engine.rTree(Boxes.of(data.boxes(), 2), RTreeOptions.DEFAULT.withNodeSize(nodeSize))) {
                check(expected, NodeAccesses.of(tree, window));
            }
            try (JtsBoxes jts = new JtsBoxes(data, () -> new HPRtree(nodeSize), 1)) {
                jts.build();
                check(expected, jts.accesses(nodeSize, window));
            }
            try (JtsBoxes jts = new JtsBoxes(data, () -> new STRtree(nodeSize), 1)) {
                jts.build();
                NodeAccesses actual = jts.accesses(nodeSize, window);
                // The slices of an STRtree are not full, so it has more nodes.
                assertTrue(all ? actual.boxes() >= boxes : actual.nodes() == 1, actual::toString);
                assertEquals(all ? actual.nodes() - 1 : 0, all ? actual.boxes() - n : 0);
            }
        }
    }

    /** Checks the expected counts, or the root alone if there are none. */
    private static void check(NodeAccesses expected, NodeAccesses actual) {
        if (expected == null) {
            assertEquals(1, actual.nodes());
        } else {
            assertEquals(expected, actual);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"X_SORT", "STR", "HILBERT"})
    void shouldBuildOnTheDeviceWhatTheEngineBuilds(Packing packing) {
        for (int n : new int[] {1, 16, 17, 5_000}) {
            List<Object> found =
                    BenchmarksTest.found(DeviceWork.R_TREE_BUILD, "n=" + n + ",nodeSize=7,packing=" + packing);
            double[] boxes = DeviceWork.boxes(Sizes.of("n=" + n), 1).boxes();
            try (Engine engine = Backends.open("jvm");
                    RTree tree = engine.rTree(
                            Boxes.of(boxes, 2),
                            RTreeOptions.DEFAULT.withPacking(packing).withNodeSize(7))) {
                double[] ids = tree.aggregate(
                                Aggregate.MAX,
                                IntStream.range(0, n).asDoubleStream().toArray())[0];
                assertArrayEquals(
                        DoubleStream.of(ids).mapToInt(id -> (int) id).toArray(), (int[]) found.get(0), "n = " + n);
                double[] levels = (double[]) found.get(1);
                assertArrayEquals(
                        tree.boxes().extent(),
                        Arrays.copyOfRange(levels, levels.length - 4, levels.length),
                        "the root");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 17, 3_000})
    void shouldFindOnTheDeviceWhatTheEngineFinds(int n) {
        List<Object> actual = BenchmarksTest.found(DeviceWork.R_TREE_WINDOWS, "n=" + n + ",nodeSize=5");
        BoxData data = DeviceWork.boxes(Sizes.of("n=" + n), n);
        try (Engine engine = Backends.open("jvm");
                RTree tree = engine.rTree(Boxes.of(data.boxes(), 2))) {
            Matches expected = tree.search(Boxes.of(data.windows(), 2), BoxPredicate.INTERSECTS);
            int[] offsets = expected.toOffsetArray();
            assertArrayEquals(Arrays.copyOf(offsets, n), (int[]) actual.get(0));
            int[] found = (int[]) actual.get(1);
            for (int window = 0; window < n; window++) {
                Arrays.sort(found, offsets[window], offsets[window + 1]);
            }
            assertArrayEquals(expected.toIdArray(), Arrays.copyOf(found, expected.size()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"r-tree-window", "resident-r-tree"})
    void shouldWriteAReportOfASet(String set) throws IOException {
        assertEquals(0, run(set, "--quick", "--device", "jvm"));
        String report = report();
        List<String> parts = set.equals("r-tree-window")
                ? List.of("us/window", "| box-window | 200 | HPRtree on jvm | ", "| Gyre, jvm | ")
                : List.of("ns/row", "| HILBERT | ", "withTransfers");
        parts.forEach(part -> assertTrue(report.contains(part), part + " in " + report));
    }

    private static BoxData data(int n) {
        return BoxShape.UNIFORM.make(Work.WINDOWS, n, 1, 1, new Random(7));
    }
}
