package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Aggregate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RTreeAggregatesTest {

    private static final Workers WORKERS = new Workers(2);
    private static final Context CONTEXT = new Context(new JvmBackend(WORKERS), WORKERS, Long.MAX_VALUE);

    @AfterAll
    static void close() {
        CONTEXT.close();
        WORKERS.close();
    }

    @ParameterizedTest
    @CsvSource({"0, 16", "1, 16", "16, 16", "17, 16", "3000, 16", "100, 2", "4097, 64", "64, 4"})
    void shouldReduceWhatIsBelowEachNode(int size, int nodeSize) {
        Sample sample = new Sample(Shape.UNIFORM, size, 2, size);
        Random random = sample.random();
        Boxes boxes = BoxCases.draw(sample, size, random);
        RTreeIndex index = RTreeIndex.build(CONTEXT, boxes, Packing.STR, nodeSize, Monitor.NONE)
                .index();
        double[] column = random.ints(size, -1000, 1000).asDoubleStream().toArray();
        for (Aggregate aggregate : Aggregate.values()) {
            double[][] levels = RTreeAggregates.of(CONTEXT, index, aggregate, column);
            assertEquals(index.layout().levels() + 1, levels.length);
            long entries = 1;
            for (int level = 0; level < levels.length; level++) {
                double[] expected = new double[index.layout().count(level)];
                for (int node = 0; node < expected.length; node++) {
                    DoubleStream below = IntStream.range(
                                    (int) (node * entries), (int) Math.min(size, (node + 1) * entries))
                            .mapToDouble(slot -> column[index.ids()[slot]]);
                    expected[node] = reduced(aggregate, below);
                }
                assertArrayEquals(expected, levels[level], aggregate + ", level " + level);
                entries *= nodeSize;
            }
        }
    }

    private static double reduced(Aggregate aggregate, DoubleStream values) {
        return switch (aggregate) {
            case MAX -> values.max().orElseThrow();
            case MIN -> values.min().orElseThrow();
            case SUM -> values.sum();
            case COUNT -> values.count();
        };
    }

    @Test
    void shouldRefuseWhatIsNoColumn() {
        Boxes boxes = Boxes.of(new double[] {3, 4, 1, 2}, 1);
        RTree tree = Placed.rTree(Placement.on(CONTEXT), boxes, RTreeOptions.DEFAULT);
        assertEquals("[[7.0, 9.0], [9.0]]", Arrays.deepToString(tree.aggregate(Aggregate.MAX, new double[] {9, 7})));
        assertThrows(IllegalArgumentException.class, () -> tree.aggregate(Aggregate.SUM, new double[1]));
        for (Aggregate aggregate : Aggregate.values()) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> tree.aggregate(aggregate, new double[] {Double.NaN, 1}));
            assertTrue(e.getMessage().contains("0"), e.getMessage());
        }
        tree.close();
        assertThrows(IllegalStateException.class, () -> tree.aggregate(Aggregate.MAX, new double[] {9, 7}));
    }
}
