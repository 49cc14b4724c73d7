package dev.gyre.benchmarks;

import java.util.function.IntFunction;
import org.locationtech.jts.index.SpatialIndex;
import org.locationtech.jts.index.hprtree.HPRtree;
import org.locationtech.jts.index.strtree.STRtree;

/** R-trees of other libraries, for boxes of two dimensions. */
enum BoxPeer implements Peer {
    /** JTS's packed Hilbert R-tree. */
    HPR_TREE("HPRtree") {
        @Override
        Library open(BoxData data, int nodeSize, int threads) {
            return new JtsBoxes(data, maker(nodeSize, HPRtree::new, HPRtree::new), threads);
        }
    },
    /** JTS's STR-packed R-tree. */
    STR_TREE("STRtree") {
        @Override
        Library open(BoxData data, int nodeSize, int threads) {
            return new JtsBoxes(data, maker(nodeSize, STRtree::new, STRtree::new), threads);
        }
    },
    /** A packed Hilbert R-tree in JavaScript, run by Node on one thread, if it is installed. */
    FLATBUSH("flatbush") {
        @Override
        Library open(BoxData data, int nodeSize, int threads) {
            return new FlatbushProcess(data, nodeSize);
        }

        @Override
        public boolean runsOn(String device) {
            return device.equals(Backends.JVM_1) && FlatbushProcess.isInstalled();
        }
    };

    private final String title;

    BoxPeer(String title) {
        this.title = title;
    }

    /** Boxes and windows in the form of a library. Not safe for use by several threads. */
    interface Library extends AutoCloseable {

        /** Builds a tree, and keeps it in place of the last one. */
        void build();

        /** Finds the boxes that intersect each window, one window at a time, on all threads. */
        CallAnswer search();

        @Override
        void close();
    }

    /**
     * Brings data into the library's form.
     *
     * @param nodeSize children of a node, or 0 for the library's default
     * @param threads threads that search; the libraries build with one thread
     */
    abstract Library open(BoxData data, int nodeSize, int threads);

    @Override
    public boolean runsOn(String device) {
        return Backends.isJvm(device);
    }

    private static JtsBoxes.Maker maker(
            int nodeSize, JtsBoxes.Maker unlessGiven, IntFunction<SpatialIndex> ofNodeSize) {
        return nodeSize == 0 ? unlessGiven : () -> ofNodeSize.apply(nodeSize);
    }

    @Override
    public String toString() {
        return title;
    }
}
