/** Balanced kd-trees: built by sorting and partitioning, searched in batches. */
package dev.gyre.engine.kdtree;
