/**
 * Sorts, partitions, selects and joins points, on all cores and on GPUs.
 *
 * <p>{@link dev.gyre.engine.Engine} is the entry; {@link dev.gyre.engine.op} has the operations, {@link dev.gyre.engine.data} points,
 * metrics and results, {@link dev.gyre.engine.io} files of vectors, {@link dev.gyre.engine.program} the model for kernels of one's own.
 */
@SuppressWarnings({"requires-automatic", "module"})
module dev.gyre.engine {
    requires dev.gyre.tasks;

    exports dev.gyre.engine;
    exports dev.gyre.engine.data;
    exports dev.gyre.engine.io;
    exports dev.gyre.engine.op;
    exports dev.gyre.engine.program;
    exports dev.gyre.engine.device to
            dev.gyre.tornado;
    exports dev.gyre.engine.plan to
            dev.gyre.cli,
            dev.gyre.tornado;
    exports dev.gyre.engine.verify to
            dev.gyre.cli,
            dev.gyre.tornado;

    uses dev.gyre.engine.device.BackendProvider;
    uses dev.gyre.engine.program.KernelCatalog;

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
            dev.gyre.engine.verify.ProbeKernels,
            dev.gyre.engine.select.RadixKernels,
            dev.gyre.engine.select.SampleKernels,
            dev.gyre.engine.select.SelectionKernels,
            dev.gyre.engine.sort.BlockKernels,
            dev.gyre.engine.sort.SortKernels;
}
