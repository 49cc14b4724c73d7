package dev.gyre.benchmarks;

/** Clusters of other libraries, on one thread: in a build with the profile {@code peers}. */
enum ClusterPeer implements Peer {
    /** ELKI, with a kd-tree for Euclidean distances, else with a vantage-point tree. */
    ELKI("ELKI"),
    /** Smile, with a kd-tree; its HDBSCAN* computes all pairs. */
    SMILE("Smile");

    private final String title;

    ClusterPeer(String title) {
        this.title = title;
    }

    /** The calls of a library. Labels are any numbers; those of noise are {@link #NOISE}. */
    interface Library {

        int NOISE = -1;

        /** Finds clusters by Euclidean distances; {@code minPoints} counts the row itself. */
        int[] dbscan(double[][] rows, double eps, int minPoints);

        /** Finds clusters by excess of mass; {@code minPoints} counts the row itself. */
        int[] hdbscan(double[][] rows, boolean haversine, int minClusterSize, int minPoints);
    }

    Library library() {
        try {
            return (Library) Class.forName("dev.gyre.benchmarks.ClusterPeers")
                    .getDeclaredMethod("of", ClusterPeer.class)
                    .invoke(null, this);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not in this build: " + this, e);
        }
    }

    @Override
    public boolean runsOn(String device) {
        return KnnPeer.areBuilt() && device.equals(Backends.JVM_1);
    }

    @Override
    public String toString() {
        return title;
    }
}
