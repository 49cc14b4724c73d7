/**
 * The kernels: plain Java loops over primitive arrays. It reads no module: TornadoVM, which compiles the kernels for devices, runs on
 * the class path.
 */
module dev.gyre.tasks {
    exports dev.gyre.tasks.common;
    exports dev.gyre.tasks.distance;
    exports dev.gyre.tasks.grid;
    exports dev.gyre.tasks.partition;
    exports dev.gyre.tasks.rtree;
    exports dev.gyre.tasks.scan;
    exports dev.gyre.tasks.select;
    exports dev.gyre.tasks.sort;
    exports dev.gyre.tasks.topk;
    exports dev.gyre.tasks.tree;
}
