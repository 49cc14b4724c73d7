package dev.gyre.benchmarks;

import java.util.Map;
import java.util.TreeMap;

/** The peers by the names that {@code sets.txt} has. */
final class KnnPeers {

    static final String JTS_STR_TREE = "jts-strtree";

    private static final Map<String, KnnPeer> BY_NAME = new TreeMap<>(Map.of(
            "elki-linear",
            Elki::linearScan,
            "elki-kdtree",
            Elki.kdTree(16),
            "elki-kdtree-2",
            Elki.kdTree(2),
            "elki-small-kdtree",
            Elki.smallKdTree(1),
            "smile-linear",
            Smile::linearSearch,
            "smile-kdtree",
            Smile::kdTree,
            "tinspin-kdtree",
            Tinspin::kdTree,
            JTS_STR_TREE,
            Jts::strTree));

    private KnnPeers() {}

    static Map<String, KnnPeer> byName() {
        return BY_NAME;
    }

    static KnnPeer named(String name) {
        KnnPeer peer = BY_NAME.get(name);
        if (peer == null) {
            throw new IllegalArgumentException("unknown peer " + name + "; known: " + BY_NAME.keySet());
        }
        return peer;
    }
}
