/**
 * Sorts, partitions, selects and joins points, on all cores and on GPUs.
 *
 * <p>{@link dev.gyre.engine.Engine} is the entry; {@link dev.gyre.engine.op} has the operations, {@link dev.gyre.engine.data}
 * points, metrics and results, {@link dev.gyre.engine.io} files of vectors, {@link dev.gyre.engine.program} the model for kernels
 * of one's own.
 */
@SuppressWarnings("module")
module dev.gyre.engine {
    requires dev.gyre.tasks;
    requires transitive org.eclipse.collections.api;
    requires org.apache.commons.compress;
    requires org.eclipse.collections.impl;

    exports dev.gyre.engine;
    exports dev.gyre.engine.data;
    exports dev.gyre.engine.io;
    exports dev.gyre.engine.op;
    exports dev.gyre.engine.program;
    exports dev.gyre.engine.canary to
            dev.gyre.tornado,
            dev.gyre.verify;
    exports dev.gyre.engine.cluster to
            dev.gyre.verify;
    exports dev.gyre.engine.cost to
            dev.gyre.cli,
            dev.gyre.verify;
    exports dev.gyre.engine.device to
            dev.gyre.tornado,
            dev.gyre.verify;
    exports dev.gyre.engine.file to
            dev.gyre.jts;
    exports dev.gyre.engine.fold to
            dev.gyre.verify;
    exports dev.gyre.engine.grid to
            dev.gyre.methods,
            dev.gyre.verify;
    exports dev.gyre.engine.host to
            dev.gyre.methods;
    exports dev.gyre.engine.join to
            dev.gyre.methods,
            dev.gyre.verify;
    exports dev.gyre.engine.jvm to
            dev.gyre.jts,
            dev.gyre.methods,
            dev.gyre.verify;
    exports dev.gyre.engine.kdtree to
            dev.gyre.verify;
    exports dev.gyre.engine.knn to
            dev.gyre.methods,
            dev.gyre.verify;
    exports dev.gyre.engine.partition to
            dev.gyre.verify;
    exports dev.gyre.engine.plan to
            dev.gyre.verify;
    exports dev.gyre.engine.pool to
            dev.gyre.methods,
            dev.gyre.verify;
    exports dev.gyre.engine.range to
            dev.gyre.verify;
    exports dev.gyre.engine.rtree to
            dev.gyre.verify;
    exports dev.gyre.engine.select to
            dev.gyre.verify;
    exports dev.gyre.engine.sort to
            dev.gyre.verify;
    exports dev.gyre.engine.team to
            dev.gyre.methods,
            dev.gyre.verify;
    exports dev.gyre.engine.topk to
            dev.gyre.verify;

    uses dev.gyre.engine.canary.Verifier;
    uses dev.gyre.engine.device.BackendProvider;
    uses dev.gyre.engine.join.HybridJoin;
}
