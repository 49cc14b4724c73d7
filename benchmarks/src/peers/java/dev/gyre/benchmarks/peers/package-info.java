/** Other libraries on the same data, each behind {@link dev.gyre.benchmarks.peers.KnnPeer}. In the profile "peers" only. */
package dev.gyre.benchmarks.peers;
