package dev.gyre.benchmarks;

/** The clusters of libraries. */
final class ClusterPeers {

    private ClusterPeers() {}

    static ClusterPeer.Library of(ClusterPeer peer) {
        return switch (peer) {
            case ELKI -> new ElkiClusters();
            case SMILE -> new SmileClusters();
        };
    }
}
