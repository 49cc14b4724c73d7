/**
 * The k-nearest-neighbor join: candidates in float32 on a device, the exact answer on the host.
 *
 * <pre>
 * Points ── Metric.toSpace ──> doubles ── Float32Frame ──> float32, centered and scaled
 *                                 │                          │
 *                                 │                     KnnKernels (device): k + a few candidates per query
 *                                 │                          │
 *                                 └──────> Refinement (host) ┴──> Neighbors
 * </pre>
 */
package dev.gyre.engine.knn;
