/**
 * The operations that an {@link dev.gyre.engine.Engine} hands out: sorting, partitioning and selection of arrays, kd-trees, and an
 * index of points that picks the fastest search for each call.
 */
package dev.gyre.engine.op;
