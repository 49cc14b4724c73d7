package dev.gyre.tornado;

import dev.gyre.engine.Settings;
import dev.gyre.engine.contract.BlockSortContract;
import dev.gyre.engine.contract.BoxJoinContract;
import dev.gyre.engine.contract.DistanceJoinContract;
import dev.gyre.engine.contract.DistinctContract;
import dev.gyre.engine.contract.GridContract;
import dev.gyre.engine.contract.KdRangeContract;
import dev.gyre.engine.contract.KdTreeContract;
import dev.gyre.engine.contract.KnnJoinContract;
import dev.gyre.engine.contract.PartitioningContract;
import dev.gyre.engine.contract.RTreeNearestContract;
import dev.gyre.engine.contract.RTreeSearchContract;
import dev.gyre.engine.contract.SelectionContract;
import dev.gyre.engine.contract.SortContract;
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

    /** Every problem of another size is compiled anew, so that few are run. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class KnnJoins extends KnnJoinContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 23;
        }

        @Override
        protected int largeSize() {
            return 2000;
        }

        @Override
        protected int sampledQueries() {
            return 50;
        }
    }

    /** Thinned for the same reason. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class KnnTwoStageJoins extends KnnJoinContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected JoinMethod method() {
            return JoinMethod.TWO_STAGE;
        }

        @Override
        protected int thinning() {
            return 97;
        }

        @Override
        protected int largeSize() {
            return 5000;
        }

        @Override
        protected int sampledQueries() {
            return 50;
        }
    }

    /** Thinned for the same reason. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class KnnTreeJoins extends KnnJoinContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected JoinMethod method() {
            return JoinMethod.KD_TREE;
        }

        @Override
        protected int thinning() {
            return 97;
        }

        @Override
        protected int largeSize() {
            return 5000;
        }

        @Override
        protected int sampledQueries() {
            return 50;
        }
    }

    /** Thinned for the same reason. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class KdTrees extends KdTreeContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 41;
        }

        @Override
        protected int severalK() {
            return 1;
        }

        @Override
        protected int[] windowSizes() {
            return new int[] {2047, 2048, 2049, 4097};
        }
    }

    /** Each metric and number of dimensions is compiled. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class RTreeNearest extends RTreeNearestContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 41;
        }
    }

    /** A sort compiles a dozen kernels; the prepared programs run many cases through one compilation. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class Sorts extends SortContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 401;
        }

        @Override
        protected int preparedCases() {
            return 150;
        }

        @Override
        protected int largeSize() {
            return 100_000;
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class Partitionings extends PartitioningContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 17;
        }
    }

    /** Thinned for the same reason. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class Selections extends SelectionContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 73;
        }

        @Override
        protected int largeSize() {
            return 200_000;
        }
    }

    /** Thinned for the same reason. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class Groups extends DistinctContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 19;
        }
    }

    /** Thinned for the same reason; the prepared programs run many cases through one compilation. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class BlockSorts extends BlockSortContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 97;
        }

        @Override
        protected int preparedCases() {
            return 240;
        }
    }

    /** Thinned for the same reason: each search compiles two programs, after those of the tree. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class Grids extends GridContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 19;
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class KdRanges extends KdRangeContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 43;
        }
    }

    /** Thinned for the same reason: each search compiles two programs, after those of the tree. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class RTreeSearches extends RTreeSearchContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 43;
        }
    }

    /** Thinned for the same reason. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class DistanceJoins extends DistanceJoinContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 43;
        }
    }

    /** Thinned for the same reason. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class BoxJoins extends BoxJoinContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 16;
        }
    }

    /** Thinned for the same reason. */
    @Nested
    @ParameterizedClass
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    class TopKJoins extends TopKJoinContract {

        @Parameter
        private Device device;

        @Override
        protected Settings settings() {
            return Settings.DEFAULT.withDevice(device.id());
        }

        @Override
        protected int thinning() {
            return 16;
        }
    }
}
