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
    exports dev.gyre.engine.device to
            dev.gyre.tornado;
    exports dev.gyre.engine.file to
            dev.gyre.jts;
    exports dev.gyre.engine.jvm to
            dev.gyre.jts;
    exports dev.gyre.engine.plan to
            dev.gyre.cli,
            dev.gyre.tornado;
    exports dev.gyre.engine.verify to
            dev.gyre.cli,
            dev.gyre.tornado;

    uses dev.gyre.engine.device.BackendProvider;
}
