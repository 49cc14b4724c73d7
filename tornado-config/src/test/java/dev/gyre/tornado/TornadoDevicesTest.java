package dev.gyre.tornado;

import dev.gyre.engine.contract.BlockSortContract;
import dev.gyre.engine.contract.BoxJoinContract;
import dev.gyre.engine.contract.DbscanContract;
import dev.gyre.engine.contract.DistanceJoinContract;
import dev.gyre.engine.contract.DistinctContract;
import dev.gyre.engine.contract.FilteredJoinContract;
import dev.gyre.engine.contract.FoldContract;
import dev.gyre.engine.contract.GridContract;
import dev.gyre.engine.contract.KdRangeContract;
import dev.gyre.engine.contract.KdTreeContract;
import dev.gyre.engine.contract.KnnJoinContract;
import dev.gyre.engine.contract.LargeKContract;
import dev.gyre.engine.contract.PartitioningContract;
import dev.gyre.engine.contract.PointAnswersContract;
import dev.gyre.engine.contract.RTreeNearestContract;
import dev.gyre.engine.contract.RTreeSearchContract;
import dev.gyre.engine.contract.SelectionContract;
import dev.gyre.engine.contract.SingleQueryContract;
import dev.gyre.engine.contract.SortContract;
import dev.gyre.engine.contract.SpanningTreeContract;
import dev.gyre.engine.contract.SphereWindowsContract;
import dev.gyre.engine.contract.TopKHardCasesContract;
import dev.gyre.engine.contract.TopKJoinContract;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contracts on each device of TornadoVM. */
@OnTornadoVm
class TornadoDevicesTest {

    /** Compiled, compiled with all code kept, and made of the code that was kept then. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devicesAndCaches")
    class Executions extends ExecutionContract {

        @Parameter(0)
        private Device device;

        @Parameter(1)
        private Optional<Path> kernelCache;

        @Override
        Device device() {
            return device;
        }

        @Override
        BackendSettings settings() {
            return new BackendSettings(BackendSettings.DEFAULT_WORK_GROUP_SIZE, kernelCache);
        }
    }

    @Nested
    @OnDevices(thinning = 23)
    class KnnJoins extends KnnJoinContract {}

    @Nested
    @OnDevices(thinning = 97)
    class KnnTwoStageJoins extends KnnJoinContract {

        @Override
        protected JoinMethod method() {
            return JoinMethod.TWO_STAGE;
        }
    }

    @Nested
    @OnDevices(thinning = 97)
    class KnnTreeJoins extends KnnJoinContract {

        @Override
        protected JoinMethod method() {
            return JoinMethod.KD_TREE;
        }
    }

    @Nested
    @OnDevices(thinning = 41)
    class KdTrees extends KdTreeContract {}

    @Nested
    @OnDevices(thinning = 41)
    class RTreeNearest extends RTreeNearestContract {}

    /** A sort compiles a dozen kernels. */
    @Nested
    @OnDevices(thinning = 401)
    class Sorts extends SortContract {}

    @Nested
    @OnDevices(thinning = 17)
    class Partitionings extends PartitioningContract {}

    @Nested
    @OnDevices(thinning = 73)
    class Selections extends SelectionContract {}

    @Nested
    @OnDevices(thinning = 19)
    class Groups extends DistinctContract {}

    @Nested
    @OnDevices(thinning = 97)
    class BlockSorts extends BlockSortContract {}

    @Nested
    @OnDevices(thinning = 19)
    class Grids extends GridContract {}

    @Nested
    @OnDevices(thinning = 9)
    class AllPointAnswers extends PointAnswersContract {}

    @Nested
    @OnDevices(thinning = 43)
    class KdRanges extends KdRangeContract {}

    @Nested
    @OnDevices(thinning = 1)
    class SphereWindows extends SphereWindowsContract {}

    @Nested
    @OnDevices(thinning = 43)
    class FilteredJoins extends FilteredJoinContract {}

    @Nested
    @OnDevices(thinning = 43)
    class Dbscans extends DbscanContract {}

    @Nested
    @OnDevices(thinning = 43)
    class SpanningTrees extends SpanningTreeContract {}

    @Nested
    @OnDevices(thinning = 43)
    class Folds extends FoldContract {}

    @Nested
    @OnDevices(thinning = 43)
    class RTreeSearches extends RTreeSearchContract {}

    @Nested
    @OnDevices(thinning = 43)
    class DistanceJoins extends DistanceJoinContract {}

    @Nested
    @OnDevices(thinning = 16)
    class BoxJoins extends BoxJoinContract {}

    @Nested
    @OnDevices(thinning = 43)
    class SingleQueries extends SingleQueryContract {}

    @Nested
    @OnDevices(thinning = 1)
    class LargeK extends LargeKContract {}

    @Nested
    @OnDevices(thinning = 16)
    class TopKJoins extends TopKJoinContract {}

    @Nested
    @OnDevices(thinning = 16)
    class TopKHardCases extends TopKHardCasesContract {}
}
