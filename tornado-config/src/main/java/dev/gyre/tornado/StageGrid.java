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
        int own = variant.map(WorkGroupVariant::threads).orElse(1);
        int items = variant.map(WorkGroupVariant::items).orElse(1);
        int group = own > 1 ? own : workGroupSize;
        int threads = Math.multiplyExact(Math.ceilDiv(stage.items(), items), own);
        return new StageGrid(Math.multiplyExact(Math.ceilDiv(threads, group), group), group);
    }

    WorkerGrid1D workerGrid() {
        WorkerGrid1D grid = new WorkerGrid1D(threads);
        grid.setLocalWork(group, 1, 1);
        return grid;
    }
}
