package dev.gyre.engine.kdtree;

/**
 * The arrays of a kd-tree, as the kernels read them.
 *
 * @param points slots x dims coordinates, row-major
 * @param boxes for each node dims lower and dims upper bounds
 * @param ids for each slot its row: the first one of the rows that are equal
 */
record KdArrays(float[] points, float[] boxes, int[] ids) {}
