package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.select.RowSelection;
import dev.gyre.engine.select.RowValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A search by all distances, or a selection of the rows of a matrix, for the {@link KnnExperiment}. */
final class KnnCase implements Case {

    static final List<String> TITLES =
            List.of(("figure,device,method,q,n,dims,k,runs,resident median ns,resident fastest ns,"
                            + "whole median ns,whole fastest ns,copy bytes/s,peak flop/s")
                    .split(","));

    private static final String SHAPE = "UNIFORM";
    /** With all data on the device, where the result stays. */
    private static final String RESIDENT = "resident";

    private static final String WHOLE = "whole";

    private final KnnFigure figure;
    private final Enum<?> method;
    private final Size size;
    private final Data data;
    private final DevicePeak peak;
    private final boolean jvm;
    private PreparedWork prepared;

    /**
     * Sizes of a search, or of a selection of rows.
     *
     * @param q queries, or rows of the matrix
     * @param n points, or columns of the matrix
     * @param dims dimensions, 0 for a selection
     * @param k neighbors of each query, or values kept of each row
     */
    record Size(int q, int n, int dims, int k) {

        double pairs() {
            return (double) q * n;
        }

        private Size withoutK() {
            return new Size(q, n, dims, 0);
        }

        @Override
        public String toString() {
            return "q=" + q + ", n=" + n + (dims == 0 ? "" : ", dims=" + dims) + ", k=" + k;
        }
    }

    /** What cases of the same sizes, but for k, have in common: it is made by the first of them. */
    static final class Data {

        private Size size;
        private float[] matrix;
        private Points points;
        private Points queries;

        private void release() {
            size = null;
            matrix = null;
            points = null;
            queries = null;
        }

        /** Queries are no points, but of the same distribution. */
        private void make(Size wanted) {
            if (wanted.withoutK().equals(size)) {
                return;
            }
            release();
            if (wanted.dims == 0) {
                matrix = RowData.UNIFORM.rows(wanted.q, wanted.n);
            } else {
                double[] rows = BenchmarkData.floatPoints(SHAPE, wanted.n + wanted.q, wanted.dims)
                        .toRowMajor();
                int split = wanted.n * wanted.dims;
                points = Points.of(Arrays.copyOf(rows, split), wanted.dims);
                queries = Points.of(Arrays.copyOfRange(rows, split, rows.length), wanted.dims);
            }
            size = wanted.withoutK();
        }
    }

    /**
     * A case.
     *
     * @param figure the experiment
     * @param method how: a {@link SelectionMethod} of a selection, else a {@link JoinMethod}
     * @param size sizes
     * @param data shared with other cases
     * @param peak what the device can do
     * @param jvm whether it is a JVM, where nothing is copied
     */
    KnnCase(KnnFigure figure, Enum<?> method, Size size, Data data, DevicePeak peak, boolean jvm) {
        this.figure = figure;
        this.method = method;
        this.size = size;
        this.data = data;
        this.peak = peak;
        this.jvm = jvm;
    }

    /** All cases of a figure, case by case. */
    static List<KnnCase> all(KnnFigure figure, KnnFigure.Scale scale, DevicePeak peak, boolean jvm) {
        Data data = new Data();
        List<KnnCase> cases = new ArrayList<>();
        for (Size size : figure.sizes(scale)) {
            figure.methods().forEach(method -> cases.add(new KnnCase(figure, method, size, data, peak, jvm)));
        }
        return cases;
    }

    @Override
    public String series() {
        return figure + " by " + method + ", " + size.withoutK();
    }

    @Override
    public List<String> timings() {
        return figure.isSelection() && jvm ? List.of(RESIDENT) : List.of(RESIDENT, WHOLE);
    }

    @Override
    public String question() {
        return figure + ", " + size;
    }

    private ResidentWork work(Engine engine) {
        if (!figure.isSelection()) {
            return KnnWork.of((JoinMethod) method, data.queries, data.points, size.k, engine);
        }
        try {
            RowValues values = RowValues.of(data.matrix, size.q, size.n, Order.ASCENDING);
            RowSelection selection = RowSelection.of(values, size.k, (SelectionMethod) method, engine.device());
            return ResidentWork.of(toString(), data.matrix, selection);
        } catch (IllegalArgumentException e) {
            throw new SkipException(e.getMessage());
        }
    }

    /** The stages over data on the device; then whole joins, or the stages with all copies. */
    @Override
    public Supplier<Run> open(Engine engine, String timing) {
        try {
            data.make(size);
            if (figure.isSelection() || timing.equals(RESIDENT)) {
                return openStages(engine, timing);
            }
        } catch (OutOfMemoryError e) {
            data.release();
            throw e;
        }
        close();
        JoinOptions options = JoinOptions.DEFAULT.withMethod((JoinMethod) method);
        Neighbors[] found = new Neighbors[1];
        return () -> {
            found[0] = null;
            long nanos = Run.time(() -> found[0] = engine.knnJoin(data.queries, data.points, size.k, options));
            return new Run(nanos, Map.of(), Run.UNKNOWN, (long) Arrays.hashCode(found[0].toIdArray()));
        };
    }

    private Supplier<Run> openStages(Engine engine, String timing) {
        if (prepared == null) {
            ResidentWork work = work(engine);
            String tooLarge = work.tooLarge(engine.device(), engine.settings().memoryLimit());
            if (tooLarge != null) {
                throw new SkipException(tooLarge);
            }
            prepared = work.prepare(engine);
        }
        PreparedWork ready = prepared;
        return timing.equals(RESIDENT)
                ? () -> Run.of(ready::load, ready::run)
                : () -> Run.of(ready::restore, ready::copyAndRun);
    }

    @Override
    public void close() {
        if (prepared != null) {
            prepared.close();
            prepared = null;
        }
    }

    @Override
    public List<Row> rows(String device, Map<String, Runs> found) {
        Runs resident = found.get(RESIDENT);
        Runs whole = found.getOrDefault(WHOLE, timings().contains(WHOLE) ? null : resident);
        if (whole == null) {
            return List.of();
        }
        return List.of(Row.of(
                TITLES,
                List.of(
                        figure,
                        device,
                        Sizes.title(method),
                        size.q,
                        size.n,
                        size.dims,
                        size.k,
                        resident.count(),
                        resident.median(),
                        resident.fastest(),
                        whole.median(),
                        whole.fastest(),
                        peak.copyRate(),
                        peak.flops())));
    }

    @Override
    public String toString() {
        return figure + " by " + Sizes.title(method) + ", " + size;
    }
}
