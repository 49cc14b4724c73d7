/** The embedded API, the JVM backend and the command line of Gyre. */
@SuppressWarnings("requires-automatic")
module dev.gyre.engine {
    requires dev.gyre.tasks;
    requires de.siegmar.fastcsv;
    requires info.picocli;
    requires me.tongfei.progressbar;

    exports dev.gyre.engine;
    exports dev.gyre.engine.data;
    exports dev.gyre.engine.device;
    exports dev.gyre.engine.index;
    exports dev.gyre.engine.io;
    exports dev.gyre.engine.join;
    exports dev.gyre.engine.jvm;
    exports dev.gyre.engine.kdtree;
    exports dev.gyre.engine.knn;
    exports dev.gyre.engine.partition;
    exports dev.gyre.engine.plan;
    exports dev.gyre.engine.probe;
    exports dev.gyre.engine.program;
    exports dev.gyre.engine.range;
    exports dev.gyre.engine.sample;
    exports dev.gyre.engine.select;
    exports dev.gyre.engine.sort;
    exports dev.gyre.engine.verify;

    opens dev.gyre.engine.cli to
            info.picocli;

    uses dev.gyre.engine.device.BackendProvider;
    uses dev.gyre.engine.program.KernelCatalog;
    uses dev.gyre.engine.verify.OperationCheck;

    provides dev.gyre.engine.program.KernelCatalog with
            dev.gyre.engine.kdtree.KdCheckKernels,
            dev.gyre.engine.kdtree.KdKernels,
            dev.gyre.engine.kdtree.KdSearchKernels,
            dev.gyre.engine.knn.KnnKernels,
            dev.gyre.engine.partition.DigitKernels,
            dev.gyre.engine.partition.HistogramKernels,
            dev.gyre.engine.partition.MoveKernels,
            dev.gyre.engine.partition.ReductionKernels,
            dev.gyre.engine.partition.ScanKernels,
            dev.gyre.engine.partition.SegmentKernels,
            dev.gyre.engine.probe.ProbeKernels,
            dev.gyre.engine.select.RadixKernels,
            dev.gyre.engine.select.SampleKernels,
            dev.gyre.engine.select.SelectionKernels,
            dev.gyre.engine.sort.BlockKernels,
            dev.gyre.engine.sort.SortKernels;
    provides dev.gyre.engine.verify.OperationCheck with
            dev.gyre.engine.index.NeighborIndexCheck,
            dev.gyre.engine.kdtree.KdStructureCheck,
            dev.gyre.engine.kdtree.KdRangeCheck,
            dev.gyre.engine.kdtree.KdTreeCheck,
            dev.gyre.engine.knn.KnnJoinCheck,
            dev.gyre.engine.partition.CompactionCheck,
            dev.gyre.engine.partition.HistogramCheck,
            dev.gyre.engine.partition.MoveCheck,
            dev.gyre.engine.partition.MultiwayPartitionCheck,
            dev.gyre.engine.partition.ReduceCheck,
            dev.gyre.engine.partition.ScanCheck,
            dev.gyre.engine.partition.SegmentedPartitionCheck,
            dev.gyre.engine.partition.TwoWayPartitionCheck,
            dev.gyre.engine.select.SelectionCheck,
            dev.gyre.engine.sort.BlockSortCheck,
            dev.gyre.engine.sort.DistinctCheck,
            dev.gyre.engine.sort.SortCheck;
}
