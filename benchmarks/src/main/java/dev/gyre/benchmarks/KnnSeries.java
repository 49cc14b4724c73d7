package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.select.RowSelection;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Measures the cases of a {@link KnnFigure} on one device. Not safe for use by several threads. */
final class KnnSeries {

    private static final String SHAPE = "UNIFORM";
    private static final String RESIDENT = "resident";
    private static final String WHOLE = "whole";

    private final Engine engine;
    private final String device;
    private final Budget budget;
    private final DevicePeak peak;
    private final Consumer<String> lines;

    private KnnCase prepared;
    private float[] matrix;
    private Points points;
    private Points queries;

    /** By case: what the first method answered, to compare the others with. */
    private final Map<KnnCase, Integer> answers = new HashMap<>();

    /**
     * How often a case is timed.
     *
     * @param warmupNanos time of the runs that are not counted, at least; one run is always made
     * @param runs how often, 1 or more, at least, unless the most time has passed
     * @param leastNanos time of the runs at least
     * @param mostNanos time after which no further run begins
     * @param largestNanos time of a run after which no larger k is tried
     */
    record Budget(long warmupNanos, int runs, long leastNanos, long mostNanos, long largestNanos) {}

    /**
     * Measures on a device.
     *
     * @param engine the device
     * @param device its name in reports
     * @param budget how often
     * @param peak what the device can do
     * @param lines takes points as CSV, and why points are missing
     */
    KnnSeries(Engine engine, String device, Budget budget, DevicePeak peak, Consumer<String> lines) {
        this.engine = engine;
        this.device = device;
        this.budget = budget;
        this.peak = peak;
        this.lines = lines;
    }

    /** Measures all methods of a figure, case by case; larger k only while the smaller ones were done in time. */
    void measure(KnnFigure figure, KnnFigure.Scale scale) {
        Map<Enum<?>, KnnCase> tooLong = new HashMap<>();
        answers.clear();
        for (KnnCase size : figure.cases(scale)) {
            for (Enum<?> method : figure.methods()) {
                if (tooLong.containsKey(method) && tooLong.get(method).isLike(size)) {
                    continue;
                }
                String problem = measure(figure, method, size);
                if (problem != null) {
                    lines.accept(problem.replaceAll("\\s+", " "));
                    tooLong.put(method, size);
                }
            }
        }
        release();
    }

    private void release() {
        prepared = null;
        matrix = null;
        points = null;
        queries = null;
    }

    /** Why larger k are left out, or null. */
    private String measure(KnnFigure figure, Enum<?> method, KnnCase size) {
        String what = figure + " by " + KnnMethods.name(method) + " on " + device + ", " + size + " and larger k: ";
        try {
            StepTimes times = new StepTimes();
            String tooLarge = figure.isSelection()
                    ? select((SelectionMethod) method, size, times)
                    : search((JoinMethod) method, size, times);
            if (tooLarge != null) {
                return PointsFile.SKIPPED + what + tooLarge;
            }
            lines.accept(point(figure, method, size, times).toCsv());
            long last = times.later(WHOLE).fastest();
            return last > budget.largestNanos()
                    ? PointsFile.SKIPPED
                            + what.replace(" and larger k", ", larger k")
                            + "a run took " + last / 1_000_000 + " ms"
                    : null;
        } catch (OutOfMemoryError e) {
            release();
            return PointsFile.SKIPPED + what + "the Java heap of "
                    + Runtime.getRuntime().maxMemory() + " bytes is too small";
        } catch (IllegalArgumentException e) {
            return PointsFile.SKIPPED + what + e.getMessage();
        } catch (DeviceException | IllegalStateException e) {
            return PointsFile.FAILED + what + e.getMessage();
        }
    }

    private KnnPoint point(KnnFigure figure, Enum<?> method, KnnCase size, StepTimes times) {
        return new KnnPoint(
                figure,
                device,
                KnnMethods.name(method),
                size,
                times.runs(RESIDENT),
                times.later(RESIDENT).median(),
                times.later(RESIDENT).fastest(),
                times.later(WHOLE).median(),
                times.later(WHOLE).fastest(),
                peak.copyRate(),
                peak.flops());
    }

    /** Warms up, and then runs as often as the budget has it. */
    private void repeat(Runnable run, StepTimes times, String... steps) {
        long begin = System.nanoTime();
        do {
            run.run();
        } while (System.nanoTime() - begin < budget.warmupNanos());
        for (String step : steps) {
            times.keepLast(step);
        }
        long start = System.nanoTime();
        long passed = 0;
        for (int count = 0;
                count == 0 || passed < budget.mostNanos() && (count < budget.runs() || passed < budget.leastNanos());
                count++) {
            run.run();
            passed = System.nanoTime() - start;
        }
    }

    /** The stages of a search over data on the device, and whole joins, which prepare and compile theirs anew each time. */
    private String search(JoinMethod method, KnnCase size, StepTimes times) {
        if (prepared == null || !prepared.isLike(size)) {
            release();
            makePoints(size);
            prepared = size;
        }
        ResidentWork work;
        try (Workers workers = new Workers(engine.settings().threads())) {
            work = KnnMethods.resident(method, queries, points, size.k(), workers, engine.device());
        }
        String tooLarge = tooLarge(work);
        if (tooLarge != null) {
            return tooLarge;
        }
        try (PreparedWork onDevice = work.prepare(engine)) {
            repeat(() -> times.time(RESIDENT, onDevice::run), times, RESIDENT);
        }
        JoinOptions options = JoinOptions.DEFAULT.withMethod(method);
        Neighbors[] found = new Neighbors[1];
        Runnable join = () -> {
            found[0] = null;
            times.time(WHOLE, () -> found[0] = engine.knnJoin(queries, points, size.k(), options));
        };
        repeat(join, times, WHOLE);
        requireSame(size, Arrays.hashCode(found[0].toIdArray()));
        return null;
    }

    private String tooLarge(ResidentWork work) {
        return ScalingSeries.tooLarge(work, engine.device(), engine.settings().memoryLimit());
    }

    private void requireSame(KnnCase size, int answer) {
        Integer expected = answers.putIfAbsent(size, answer);
        if (expected != null && expected != answer) {
            throw new IllegalStateException("the methods must have the same answer: " + size);
        }
    }

    /** Queries that are not points, of the same distribution. */
    private void makePoints(KnnCase size) {
        double[] rows = BenchmarkData.floatPoints(SHAPE, size.n() + size.q(), size.dims())
                .toRowMajor();
        int split = size.n() * size.dims();
        points = Points.of(Arrays.copyOf(rows, split), size.dims());
        queries = Points.of(Arrays.copyOfRange(rows, split, rows.length), size.dims());
    }

    /** A selection over a matrix that is on the device; with all copies too where there is something to copy. */
    private String select(SelectionMethod method, KnnCase size, StepTimes times) {
        if (prepared == null || !prepared.isLike(size)) {
            release();
            matrix = RowData.UNIFORM.rows(size.q(), size.n());
            prepared = size;
        }
        RowSelection selection =
                RowSelection.of(matrix, size.q(), size.n(), size.k(), Order.ASCENDING, method, engine.device());
        ResidentWork work = ResidentWork.of(KnnMethods.name(method), matrix, selection);
        String tooLarge = tooLarge(work);
        if (tooLarge != null) {
            return tooLarge;
        }
        try (PreparedWork onDevice = work.prepare(engine)) {
            repeat(() -> times.time(RESIDENT, onDevice::run), times, RESIDENT);
            if (Backends.isJvm(device)) {
                times.copy(RESIDENT, WHOLE);
            } else {
                repeat(() -> times.time(WHOLE, onDevice::copyAndRun), times, WHOLE);
            }
        }
        return null;
    }
}
