package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.Shape;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StructureReportTest {

    private static final int[] SIZES = {0, 1, 2, 15, 16, 17, 31, 32, 33, 255, 257, 1000, 5000};
    private static final Workers WORKERS = new Workers(2);
    private static final JvmBackend BACKEND = new JvmBackend(WORKERS);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    private static Stream<Arguments> shapesAndSizes() {
        return Stream.of(Shape.values())
                .flatMap(shape -> IntStream.of(SIZES).mapToObj(size -> Arguments.of(shape, size)));
    }

    @ParameterizedTest
    @MethodSource("shapesAndSizes")
    void shouldFindSoundWhatWasBuilt(Shape shape, int size) {
        Points points = Points.of(shape.rows(size, 1 + size % 5, new Random(size)), 1 + size % 5);
        for (Duplicates duplicates : List.of(Duplicates.KEEP, Duplicates.DROP)) {
            assertSound(points, KdTreeOptions.DEFAULT.withDuplicates(duplicates));
        }
    }

    private static List<Metric> metrics() {
        return MetricCases.ofTrees();
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void shouldFindSoundInEveryMetric(Metric metric) {
        double[] rows = new Random(3)
                .doubles(2 * 3000, -1, 1)
                .map(x -> Math.rint(x * 90))
                .toArray();
        Points points = MetricCases.in(metric, Points.of(rows, 2));
        assertSound(points, KdTreeOptions.DEFAULT.withMetric(metric));
        assertSound(points, KdTreeOptions.DEFAULT.withMetric(metric).withDuplicates(Duplicates.DROP));
    }

    @Test
    void shouldFindSoundManyEqualPoints() {
        assertSound(Points.of(new double[2 * 20_000], 2), KdTreeOptions.DEFAULT);
        assertSound(Points.of(new double[2 * 20_000], 2), KdTreeOptions.DEFAULT.withDuplicates(Duplicates.DROP));
    }

    @Test
    void shouldFindSoundSortedAndCollinearPoints() {
        double[] sorted = IntStream.range(0, 20_000).asDoubleStream().toArray();
        double[] line = IntStream.range(0, 3 * 20_000)
                .mapToDouble(i -> (i / 3 * 7919L % 20_000) * (1 + i % 3))
                .toArray();
        assertSound(Points.of(sorted, 1), KdTreeOptions.DEFAULT);
        assertSound(Points.of(line, 3), KdTreeOptions.DEFAULT);
    }

    @Test
    void shouldFindSoundRowsThatDifferOnlyInDouble() {
        Random random = new Random(5);
        double[] rows = random.doubles(3000, 0, 1)
                .map(x -> 1e9 + Math.rint(x * 40) / 40)
                .toArray();
        rows[0] = 0;
        assertSound(Points.of(rows, 1), KdTreeOptions.DEFAULT);
        assertSound(Points.of(rows, 1), KdTreeOptions.DEFAULT.withDuplicates(Duplicates.DROP));
    }

    private static void assertSound(Points points, KdTreeOptions options) {
        try (KdTree tree =
                Placed.kdTree(Placement.on(new Context(BACKEND, WORKERS, Long.MAX_VALUE)), points, options)) {
            StructureReport report = tree.verify();
            assertEquals(List.of(), report.findings());
            assertEquals(0, report.violations());
            assertTrue(report.isSound());
            int n = points.size();
            assertTrue(tree.levels() <= (n == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(n)), () -> "" + tree.levels());
        }
    }

    /** Their squared difference is 0, and their images are the same. */
    @Test
    void shouldTellRowsApartThatAreVeryNear() {
        Points points = Points.of(new double[] {0, 1e-200, 2e-200, 1}, 1);
        KdTreeOptions options = KdTreeOptions.DEFAULT.withMetric(Metric.MANHATTAN);
        assertSound(points, options);
        assertSound(points, options.withDuplicates(Duplicates.DROP));
        try (KdTree tree =
                Placed.kdTree(Placement.on(new Context(BACKEND, WORKERS, Long.MAX_VALUE)), points, options)) {
            assertEquals(2, tree.closest(Points.of(new double[] {2.1e-200}, 1)).id(0, 0));
        }
    }

    @Test
    void shouldSayHowLong() {
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM));
                KdTree tree = engine.kdTree(Points.of(new double[] {1, 2, 3}, 1))) {
            StructureReport report = tree.verify();
            assertTrue(report.nanos() > 0, report::toString);
        }
    }

    @Test
    void shouldRefuseClosedTree() {
        KdTree tree = Placed.kdTree(
                Placement.on(new Context(BACKEND, WORKERS, Long.MAX_VALUE)),
                Points.of(new double[] {1, 2, 3}, 1),
                KdTreeOptions.DEFAULT);
        tree.close();
        assertThrows(IllegalStateException.class, tree::verify);
    }

    // Broken trees

    @Test
    void shouldFindTwoPointsSwapped() {
        Broken broken = new Broken(Shape.UNIFORM, Duplicates.KEEP);
        double[] points = broken.index.arrays().entries();
        for (int dim = 0; dim < Broken.DIMS; dim++) {
            double first = points[dim];
            points[dim] = points[points.length - Broken.DIMS + dim];
            points[points.length - Broken.DIMS + dim] = first;
        }
        broken.shouldBeFound("node 64: bound ", "has other coordinates");
    }

    @Test
    void shouldFindOneOrderBrokenInTheDimensionOfTheSplitAlone() {
        Broken broken = new Broken(Shape.UNIFORM, Duplicates.KEEP);
        int other = 1 - broken.index.splits()[broken.index.layout().rootBits()];
        broken.index.splits()[broken.index.layout().rootBits()] = other;
        broken.shouldBeFound("node 1: a point of the left child");
    }

    @Test
    void shouldFindALargerBoxOfALeaf() {
        Broken broken = new Broken(Shape.UNIFORM, Duplicates.KEEP);
        broken.index.arrays().boxes()[TreeLayout.box(64, Broken.DIMS)] -= 1;
        broken.shouldBeFound("node 64: bound 0");
    }

    @Test
    void shouldFindASmallerBoxOfAnInnerNode() {
        Broken broken = new Broken(Shape.UNIFORM, Duplicates.KEEP);
        broken.index.arrays().boxes()[TreeLayout.box(5, Broken.DIMS) + Broken.DIMS] -= 0.01;
        broken.shouldBeFound("node 5: bound 2");
    }

    @Test
    void shouldFindAWrongLeastRow() {
        for (int node : new int[] {5, 64}) {
            Broken broken = new Broken(Shape.UNIFORM, Duplicates.KEEP);
            broken.index.arrays().rows()[broken.index.layout().size() + node - 1]++;
            broken.shouldBeFound("node " + node + ": the least row");
        }
    }

    @Test
    void shouldFindNaN() {
        Broken broken = new Broken(Shape.UNIFORM, Duplicates.KEEP);
        broken.index.arrays().entries()[7] = Double.NaN;
        broken.shouldBeFound("slot 3: row ", "has other coordinates");
    }

    @Test
    void shouldFindARepeatedId() {
        Broken broken = new Broken(Shape.UNIFORM, Duplicates.KEEP);
        int[] ids = broken.index.arrays().rows();
        int lost = ids[100];
        ids[100] = ids[5];
        broken.shouldBeFound("row " + lost + " is in no place", "slot 100: row " + ids[5] + " is in another place too");
    }

    @Test
    void shouldFindIdsOfNoRow() {
        for (int id : new int[] {-7, -1, Broken.SIZE, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            Broken broken = new Broken(Shape.UNIFORM, Duplicates.KEEP);
            broken.index.arrays().rows()[3] = id;
            broken.shouldBeFound("slot 3: row " + id);
        }
    }

    @Test
    void shouldFindChainsThatDoNotAscendOrEnd() {
        for (int wrong : new int[] {0, 1, -2, Broken.SIZE}) {
            Broken broken = new Broken(Shape.DUPLICATES, Duplicates.KEEP);
            int row = IntStream.range(2, Broken.SIZE)
                    .filter(r -> broken.index.groups().next(r) != KdGroups.NONE)
                    .findFirst()
                    .orElseThrow();
            broken.breakChain(next -> next[row] = wrong, false);
            broken.shouldBeFound("slot ", " comes after row " + row);
        }
    }

    @Test
    void shouldFindARowThatIsInNoChain() {
        Broken broken = new Broken(Shape.DUPLICATES, Duplicates.KEEP);
        int head = broken.index.arrays().rows()[0];
        int second = broken.index.groups().next(head);
        broken.breakChain(
                next -> {
                    next[head] = next[second];
                    next[second] = KdGroups.NONE;
                },
                false);
        broken.shouldBeFound("row " + second + " is in no place");
    }

    @Test
    void shouldFindAnEqualRowThatWasNotDropped() {
        Broken broken = new Broken(Shape.DUPLICATES, Duplicates.KEEP);
        broken.breakChain(next -> {}, true);
        StructureReport report = broken.check();
        assertFalse(report.isSound());
        assertTrue(report.findings().get(0).contains("was not left out"), report::toString);
    }

    @Test
    void shouldFindARowDroppedThatHasNoEqual() {
        Broken broken = new Broken(Shape.UNIFORM, Duplicates.DROP);
        broken.breakChain(next -> {}, true);
        assertTrue(broken.check().isSound());
        int[] ids = broken.index.arrays().rows();
        int lost = ids[4];
        ids[4] = ids[5];
        broken.shouldBeFound(
                " is in another place too", "row " + lost + " was left out, and no earlier row is equal to it");
    }

    @Test
    void shouldKeepTheFirstFindingsAndCountAll() {
        Broken broken = new Broken(Shape.UNIFORM, Duplicates.KEEP);
        double[] boxes = broken.index.arrays().boxes();
        for (int i = 0; i < boxes.length; i++) {
            boxes[i] += 10;
        }
        int[] rows = broken.index.arrays().rows();
        for (int i = broken.index.layout().size(); i < rows.length; i++) {
            rows[i]++;
        }
        StructureReport report = broken.check();
        assertEquals(5, report.findings().size(), report::toString);
        assertTrue(report.violations() > 600, report::toString);
    }

    /** A tree of 2 dimensions whose arrays may be changed. */
    private static final class Broken {

        static final int SIZE = 1000;
        static final int DIMS = 2;

        KdIndex index;

        Broken(Shape shape, Duplicates duplicates) {
            Points points = Points.of(shape.rows(SIZE, DIMS, new Random(1)), DIMS);
            Context context = new Context(BACKEND, WORKERS, Long.MAX_VALUE);
            try (Lease<KdBuilder<Void>> lease = KdBuilder.lease(context, points)) {
                KdIndex built = lease.operation().build(lease, points, Norm.EUCLIDEAN, WORKERS, Progress.NONE);
                index = built.with(built.groups().treat(duplicates));
            }
            assertTrue(check().isSound());
        }

        void breakChain(Consumer<int[]> fault, boolean dropped) {
            int[] next = index.groups().toArray(SIZE);
            index = index.with(KdGroups.of(next, dropped));
            fault.accept(next);
        }

        StructureReport check() {
            return KdCheck.run(index, WORKERS);
        }

        void shouldBeFound(String... parts) {
            StructureReport report = check();
            assertFalse(report.isSound());
            String text = String.join("\n", report.findings());
            assertTrue(report.violations() >= report.findings().size(), report::toString);
            for (String part : parts) {
                assertTrue(text.contains(part), () -> "\"" + part + "\" is missing in:\n" + text);
            }
        }
    }
}
