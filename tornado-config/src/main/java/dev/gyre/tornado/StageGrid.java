package dev.gyre.tornado;

import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import java.util.Optional;
import uk.ac.manchester.tornado.api.WorkerGrid1D;

/**
 * The threads of a stage on a device.
 *
 * @param threads all threads, a multiple of the group
 * @param group threads of a work-group
 */
record StageGrid(int threads, int group) {

    static StageGrid of(Stage stage, int workGroupSize) {
        Optional<WorkGroupVariant> variant = stage.kernel().workGroupVariant();
        int threadsPerItem = variant.map(WorkGroupVariant::threadsPerItem).orElse(1);
        int itemsPerThread = variant.map(WorkGroupVariant::itemsPerThread).orElse(1);
        int group = threadsPerItem > 1 ? threadsPerItem : workGroupSize;
        int threads = Math.multiplyExact(Math.ceilDiv(stage.items(), itemsPerThread), threadsPerItem);
        return new StageGrid(Math.multiplyExact(Math.ceilDiv(threads, group), group), group);
    }

    WorkerGrid1D workerGrid() {
        WorkerGrid1D grid = new WorkerGrid1D(threads);
        grid.setLocalWork(group, 1, 1);
        return grid;
    }
}
