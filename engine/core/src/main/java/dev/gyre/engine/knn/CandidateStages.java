package dev.gyre.engine.knn;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.engine.select.RowSelection;
import dev.gyre.engine.select.RowValues;
import dev.gyre.tasks.distance.KnnParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * The stages of a search for candidates, for any phase of any program, over images on the device.
 *
 * <p>The arrays: {@code dims x }{@link Float32Frame#stride stride} coordinates of points and {@code dims x } any stride of queries,
 * column-major, and the parameters of {@link KnnParameters}, all of which except the capacity may change from run to run.
 *
 * @param uploads arrays that a program uploads once, before the first run
 * @param stages the work, in order
 * @param ids the candidates that the stages find: {@code rows x capacity} ids, in any order within a row
 */
public record CandidateStages(Object[] uploads, List<Stage> stages, int[] ids) implements Steps {

    public CandidateStages {
        stages = List.copyOf(stages);
    }

    @Override
    public Object[] results() {
        return new Object[] {ids};
    }

    /**
     * Distance and selection in one pass. Memory on the device: {@code 8 b c} bytes for b rows and c candidates.
     *
     * @param rows queries at a time
     * @param norm a code of {@link dev.gyre.tasks.common.Norms}
     * @param layout declares the candidates and the temporary arrays
     */
    public static CandidateStages fused(
            float[] points, float[] queries, int[] parameters, int rows, int norm, int dims, Layout layout) {
        int capacity = parameters[KnnParameters.CAPACITY];
        float[] keys = layout.floats(rows, capacity);
        int[] ids = layout.ints(rows, capacity);
        Stage stage = KnnKernels.nearest(dims, capacity)
                .stage(rows, points, queries, parameters, keys, ids, norm, dims)
                .withSlice(KnnKernels.slice(points.length));
        return new CandidateStages(new Object[0], List.of(stage), ids);
    }

    /**
     * A matrix of keys, then a selection from its rows. Memory on the device: {@code 4 b m} bytes for b rows of m columns, the memory of
     * the selection, and {@code 8 b c} bytes for c candidates, {@code 12 b c} more if candidates are kept.
     *
     * @param parameters sizes, including those of the matrix
     * @param matrix {@code rows x columns} floats, which other stages may share
     * @param norm a code of {@link dev.gyre.tasks.common.Norms}
     * @param layout declares the candidates and the temporary arrays
     */
    public static CandidateStages twoStage(
            float[] points, float[] queries, int[] parameters, float[] matrix, int norm, int dims, Layout layout) {
        int capacity = parameters[KnnParameters.CAPACITY];
        int rows = parameters[KnnParameters.ROWS];
        int columns = parameters[KnnParameters.COLUMNS];
        int kept = parameters[KnnParameters.KEPT];
        RowValues keys = RowValues.of(matrix, rows, columns, Order.ASCENDING);
        RowSelection selection = RowSelection.of(keys, capacity, SelectionOptions.Method.AUTOMATIC, layout);
        Stage distances = KnnKernels.distances(
                rows, columns - kept, points, queries, parameters, matrix, norm, dims, layout.device());
        List<Stage> stages = new ArrayList<>();
        stages.add(distances);
        stages.addAll(selection.stages());
        Object[] uploads = selection.uploads();
        if (kept == 0) {
            return new CandidateStages(uploads, stages, selection.ids());
        }
        int slots = (int) Math.min((long) rows * kept, Integer.MAX_VALUE);
        float[] keptKeys = layout.floats(rows, kept);
        int[] keptIds = layout.ints(rows, kept);
        int[] newIds = layout.ints(rows, kept);
        stages.add(0, KnnKernels.LOAD.stage(slots, keptKeys, parameters, matrix));
        stages.add(KnnKernels.MERGE.stage(slots, selection.ids(), matrix, keptIds, parameters, keptKeys, newIds));
        stages.add(KnnKernels.STORE.stage(slots, newIds, keptIds));
        return new CandidateStages(uploads, stages, newIds);
    }
}
