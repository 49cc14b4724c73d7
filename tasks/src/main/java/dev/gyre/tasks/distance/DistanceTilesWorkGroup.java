package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.BoundedHeap;
import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link DistanceTiles} with a work-group for each tile: each thread sums up 8 x 8 keys in registers, from {@value #DEPTH}
 * dimensions of 128 queries and 128 points at a time in local memory. What comes next is read ahead, into registers.
 *
 * <p>{@link Norms#EXPANDED} is summed up as two parts, products and squares: one operation for each pair and dimension.
 *
 * <p>The sums are 64 variables, and not an array, because TornadoVM's PTX keeps arrays in memory, where this is 40 times slower.
 */
public final class DistanceTilesWorkGroup {

    /** Threads of a work-group: 16 x 16. */
    public static final int THREADS = 256;

    private static final int TILE = DistanceTiles.TILE;
    private static final int DEPTH = 16;

    private DistanceTilesWorkGroup() {}

    /**
     * Fills tiles of the matrix; shapes and result as {@link DistanceTiles#fill}.
     *
     * @param context the work-group
     * @param items number of tiles
     * @param points coordinates of the points
     * @param queries coordinates of the queries
     * @param parameters sizes
     * @param matrix keys
     * @param norm a code of {@link Norms}, no power
     * @param dims number of dimensions
     */
    public static void fill(
            KernelContext context,
            int items,
            float[] points,
            float[] queries,
            int[] parameters,
            float[] matrix,
            int norm,
            int dims) {
        int item = context.groupIdx;
        int thread = context.localIdx;
        float[] queryTile = context.allocateFloatLocalArray(TILE * DEPTH);
        float[] pointTile = context.allocateFloatLocalArray(TILE * DEPTH);
        int n = parameters[KnnParameters.POINTS];
        int stride = parameters[KnnParameters.POINT_STRIDE];
        int queryStride = parameters[KnnParameters.QUERY_STRIDE];
        int rows = parameters[KnnParameters.ROWS];
        int columns = parameters[KnnParameters.COLUMNS];
        int kept = parameters[KnnParameters.KEPT];
        int lastQuery = parameters[KnnParameters.QUERIES] - 1;
        int across = (columns - kept + TILE - 1) / TILE;
        int firstRow = item / across * TILE;
        int firstColumn = item % across * TILE;
        // What this thread reads: one query and one point, every second dimension.
        int query = Math.min(parameters[KnnParameters.FIRST_QUERY] + firstRow + thread % TILE, lastQuery);
        int point = Math.min(firstColumn + thread % TILE, stride - 1);
        int depth = thread / TILE;
        int lastDim = dims - 1;
        float a0 = queries[Math.min(depth + 0, lastDim) * queryStride + query];
        float a1 = queries[Math.min(depth + 2, lastDim) * queryStride + query];
        float a2 = queries[Math.min(depth + 4, lastDim) * queryStride + query];
        float a3 = queries[Math.min(depth + 6, lastDim) * queryStride + query];
        float a4 = queries[Math.min(depth + 8, lastDim) * queryStride + query];
        float a5 = queries[Math.min(depth + 10, lastDim) * queryStride + query];
        float a6 = queries[Math.min(depth + 12, lastDim) * queryStride + query];
        float a7 = queries[Math.min(depth + 14, lastDim) * queryStride + query];
        float b0 = points[Math.min(depth + 0, lastDim) * stride + point];
        float b1 = points[Math.min(depth + 2, lastDim) * stride + point];
        float b2 = points[Math.min(depth + 4, lastDim) * stride + point];
        float b3 = points[Math.min(depth + 6, lastDim) * stride + point];
        float b4 = points[Math.min(depth + 8, lastDim) * stride + point];
        float b5 = points[Math.min(depth + 10, lastDim) * stride + point];
        float b6 = points[Math.min(depth + 12, lastDim) * stride + point];
        float b7 = points[Math.min(depth + 14, lastDim) * stride + point];
        float s00 = 0f;
        float s01 = 0f;
        float s02 = 0f;
        float s03 = 0f;
        float s04 = 0f;
        float s05 = 0f;
        float s06 = 0f;
        float s07 = 0f;
        float s10 = 0f;
        float s11 = 0f;
        float s12 = 0f;
        float s13 = 0f;
        float s14 = 0f;
        float s15 = 0f;
        float s16 = 0f;
        float s17 = 0f;
        float s20 = 0f;
        float s21 = 0f;
        float s22 = 0f;
        float s23 = 0f;
        float s24 = 0f;
        float s25 = 0f;
        float s26 = 0f;
        float s27 = 0f;
        float s30 = 0f;
        float s31 = 0f;
        float s32 = 0f;
        float s33 = 0f;
        float s34 = 0f;
        float s35 = 0f;
        float s36 = 0f;
        float s37 = 0f;
        float s40 = 0f;
        float s41 = 0f;
        float s42 = 0f;
        float s43 = 0f;
        float s44 = 0f;
        float s45 = 0f;
        float s46 = 0f;
        float s47 = 0f;
        float s50 = 0f;
        float s51 = 0f;
        float s52 = 0f;
        float s53 = 0f;
        float s54 = 0f;
        float s55 = 0f;
        float s56 = 0f;
        float s57 = 0f;
        float s60 = 0f;
        float s61 = 0f;
        float s62 = 0f;
        float s63 = 0f;
        float s64 = 0f;
        float s65 = 0f;
        float s66 = 0f;
        float s67 = 0f;
        float s70 = 0f;
        float s71 = 0f;
        float s72 = 0f;
        float s73 = 0f;
        float s74 = 0f;
        float s75 = 0f;
        float s76 = 0f;
        float s77 = 0f;
        float n0 = 0f;
        float n1 = 0f;
        float n2 = 0f;
        float n3 = 0f;
        float n4 = 0f;
        float n5 = 0f;
        float n6 = 0f;
        float n7 = 0f;
        for (int start = 0; start < dims; start += DEPTH) {
            context.localBarrier();
            queryTile[thread] = a0;
            queryTile[thread + 256] = a1;
            queryTile[thread + 512] = a2;
            queryTile[thread + 768] = a3;
            queryTile[thread + 1024] = a4;
            queryTile[thread + 1280] = a5;
            queryTile[thread + 1536] = a6;
            queryTile[thread + 1792] = a7;
            pointTile[thread] = b0;
            pointTile[thread + 256] = b1;
            pointTile[thread + 512] = b2;
            pointTile[thread + 768] = b3;
            pointTile[thread + 1024] = b4;
            pointTile[thread + 1280] = b5;
            pointTile[thread + 1536] = b6;
            pointTile[thread + 1792] = b7;
            context.localBarrier();
            int ahead = start + DEPTH + depth;
            a0 = queries[Math.min(ahead + 0, lastDim) * queryStride + query];
            a1 = queries[Math.min(ahead + 2, lastDim) * queryStride + query];
            a2 = queries[Math.min(ahead + 4, lastDim) * queryStride + query];
            a3 = queries[Math.min(ahead + 6, lastDim) * queryStride + query];
            a4 = queries[Math.min(ahead + 8, lastDim) * queryStride + query];
            a5 = queries[Math.min(ahead + 10, lastDim) * queryStride + query];
            a6 = queries[Math.min(ahead + 12, lastDim) * queryStride + query];
            a7 = queries[Math.min(ahead + 14, lastDim) * queryStride + query];
            b0 = points[Math.min(ahead + 0, lastDim) * stride + point];
            b1 = points[Math.min(ahead + 2, lastDim) * stride + point];
            b2 = points[Math.min(ahead + 4, lastDim) * stride + point];
            b3 = points[Math.min(ahead + 6, lastDim) * stride + point];
            b4 = points[Math.min(ahead + 8, lastDim) * stride + point];
            b5 = points[Math.min(ahead + 10, lastDim) * stride + point];
            b6 = points[Math.min(ahead + 12, lastDim) * stride + point];
            b7 = points[Math.min(ahead + 14, lastDim) * stride + point];
            int length = Math.min(DEPTH, dims - start);
            for (int dim = 0; dim < length; dim++) {
                int fromPoints = dim * TILE + thread % 16;
                int fromQueries = dim * TILE + thread / 16;
                float p0 = pointTile[fromPoints];
                float p1 = pointTile[fromPoints + 16];
                float p2 = pointTile[fromPoints + 32];
                float p3 = pointTile[fromPoints + 48];
                float p4 = pointTile[fromPoints + 64];
                float p5 = pointTile[fromPoints + 80];
                float p6 = pointTile[fromPoints + 96];
                float p7 = pointTile[fromPoints + 112];
                if (norm == Norms.EXPANDED) {
                    n0 = n0 + p0 * p0;
                    n1 = n1 + p1 * p1;
                    n2 = n2 + p2 * p2;
                    n3 = n3 + p3 * p3;
                    n4 = n4 + p4 * p4;
                    n5 = n5 + p5 * p5;
                    n6 = n6 + p6 * p6;
                    n7 = n7 + p7 * p7;
                }
                float q0 = queryTile[fromQueries];
                s00 = add(norm, s00, p0, q0);
                s01 = add(norm, s01, p1, q0);
                s02 = add(norm, s02, p2, q0);
                s03 = add(norm, s03, p3, q0);
                s04 = add(norm, s04, p4, q0);
                s05 = add(norm, s05, p5, q0);
                s06 = add(norm, s06, p6, q0);
                s07 = add(norm, s07, p7, q0);
                float q1 = queryTile[fromQueries + 16];
                s10 = add(norm, s10, p0, q1);
                s11 = add(norm, s11, p1, q1);
                s12 = add(norm, s12, p2, q1);
                s13 = add(norm, s13, p3, q1);
                s14 = add(norm, s14, p4, q1);
                s15 = add(norm, s15, p5, q1);
                s16 = add(norm, s16, p6, q1);
                s17 = add(norm, s17, p7, q1);
                float q2 = queryTile[fromQueries + 32];
                s20 = add(norm, s20, p0, q2);
                s21 = add(norm, s21, p1, q2);
                s22 = add(norm, s22, p2, q2);
                s23 = add(norm, s23, p3, q2);
                s24 = add(norm, s24, p4, q2);
                s25 = add(norm, s25, p5, q2);
                s26 = add(norm, s26, p6, q2);
                s27 = add(norm, s27, p7, q2);
                float q3 = queryTile[fromQueries + 48];
                s30 = add(norm, s30, p0, q3);
                s31 = add(norm, s31, p1, q3);
                s32 = add(norm, s32, p2, q3);
                s33 = add(norm, s33, p3, q3);
                s34 = add(norm, s34, p4, q3);
                s35 = add(norm, s35, p5, q3);
                s36 = add(norm, s36, p6, q3);
                s37 = add(norm, s37, p7, q3);
                float q4 = queryTile[fromQueries + 64];
                s40 = add(norm, s40, p0, q4);
                s41 = add(norm, s41, p1, q4);
                s42 = add(norm, s42, p2, q4);
                s43 = add(norm, s43, p3, q4);
                s44 = add(norm, s44, p4, q4);
                s45 = add(norm, s45, p5, q4);
                s46 = add(norm, s46, p6, q4);
                s47 = add(norm, s47, p7, q4);
                float q5 = queryTile[fromQueries + 80];
                s50 = add(norm, s50, p0, q5);
                s51 = add(norm, s51, p1, q5);
                s52 = add(norm, s52, p2, q5);
                s53 = add(norm, s53, p3, q5);
                s54 = add(norm, s54, p4, q5);
                s55 = add(norm, s55, p5, q5);
                s56 = add(norm, s56, p6, q5);
                s57 = add(norm, s57, p7, q5);
                float q6 = queryTile[fromQueries + 96];
                s60 = add(norm, s60, p0, q6);
                s61 = add(norm, s61, p1, q6);
                s62 = add(norm, s62, p2, q6);
                s63 = add(norm, s63, p3, q6);
                s64 = add(norm, s64, p4, q6);
                s65 = add(norm, s65, p5, q6);
                s66 = add(norm, s66, p6, q6);
                s67 = add(norm, s67, p7, q6);
                float q7 = queryTile[fromQueries + 112];
                s70 = add(norm, s70, p0, q7);
                s71 = add(norm, s71, p1, q7);
                s72 = add(norm, s72, p2, q7);
                s73 = add(norm, s73, p3, q7);
                s74 = add(norm, s74, p4, q7);
                s75 = add(norm, s75, p5, q7);
                s76 = add(norm, s76, p6, q7);
                s77 = add(norm, s77, p7, q7);
            }
        }
        int row = firstRow + thread / 16;
        int column = firstColumn + thread % 16;
        int columnsLeft = columns - kept - column;
        int pointsLeft = n - column;
        if (row < rows) {
            int to = (row) * columns + kept + column;
            if (0 < columnsLeft) {
                matrix[to] = key(norm, s00, n0, pointsLeft - 0);
            }
            if (16 < columnsLeft) {
                matrix[to + 16] = key(norm, s01, n1, pointsLeft - 16);
            }
            if (32 < columnsLeft) {
                matrix[to + 32] = key(norm, s02, n2, pointsLeft - 32);
            }
            if (48 < columnsLeft) {
                matrix[to + 48] = key(norm, s03, n3, pointsLeft - 48);
            }
            if (64 < columnsLeft) {
                matrix[to + 64] = key(norm, s04, n4, pointsLeft - 64);
            }
            if (80 < columnsLeft) {
                matrix[to + 80] = key(norm, s05, n5, pointsLeft - 80);
            }
            if (96 < columnsLeft) {
                matrix[to + 96] = key(norm, s06, n6, pointsLeft - 96);
            }
            if (112 < columnsLeft) {
                matrix[to + 112] = key(norm, s07, n7, pointsLeft - 112);
            }
        }
        if (row + 16 < rows) {
            int to = (row + 16) * columns + kept + column;
            if (0 < columnsLeft) {
                matrix[to] = key(norm, s10, n0, pointsLeft - 0);
            }
            if (16 < columnsLeft) {
                matrix[to + 16] = key(norm, s11, n1, pointsLeft - 16);
            }
            if (32 < columnsLeft) {
                matrix[to + 32] = key(norm, s12, n2, pointsLeft - 32);
            }
            if (48 < columnsLeft) {
                matrix[to + 48] = key(norm, s13, n3, pointsLeft - 48);
            }
            if (64 < columnsLeft) {
                matrix[to + 64] = key(norm, s14, n4, pointsLeft - 64);
            }
            if (80 < columnsLeft) {
                matrix[to + 80] = key(norm, s15, n5, pointsLeft - 80);
            }
            if (96 < columnsLeft) {
                matrix[to + 96] = key(norm, s16, n6, pointsLeft - 96);
            }
            if (112 < columnsLeft) {
                matrix[to + 112] = key(norm, s17, n7, pointsLeft - 112);
            }
        }
        if (row + 32 < rows) {
            int to = (row + 32) * columns + kept + column;
            if (0 < columnsLeft) {
                matrix[to] = key(norm, s20, n0, pointsLeft - 0);
            }
            if (16 < columnsLeft) {
                matrix[to + 16] = key(norm, s21, n1, pointsLeft - 16);
            }
            if (32 < columnsLeft) {
                matrix[to + 32] = key(norm, s22, n2, pointsLeft - 32);
            }
            if (48 < columnsLeft) {
                matrix[to + 48] = key(norm, s23, n3, pointsLeft - 48);
            }
            if (64 < columnsLeft) {
                matrix[to + 64] = key(norm, s24, n4, pointsLeft - 64);
            }
            if (80 < columnsLeft) {
                matrix[to + 80] = key(norm, s25, n5, pointsLeft - 80);
            }
            if (96 < columnsLeft) {
                matrix[to + 96] = key(norm, s26, n6, pointsLeft - 96);
            }
            if (112 < columnsLeft) {
                matrix[to + 112] = key(norm, s27, n7, pointsLeft - 112);
            }
        }
        if (row + 48 < rows) {
            int to = (row + 48) * columns + kept + column;
            if (0 < columnsLeft) {
                matrix[to] = key(norm, s30, n0, pointsLeft - 0);
            }
            if (16 < columnsLeft) {
                matrix[to + 16] = key(norm, s31, n1, pointsLeft - 16);
            }
            if (32 < columnsLeft) {
                matrix[to + 32] = key(norm, s32, n2, pointsLeft - 32);
            }
            if (48 < columnsLeft) {
                matrix[to + 48] = key(norm, s33, n3, pointsLeft - 48);
            }
            if (64 < columnsLeft) {
                matrix[to + 64] = key(norm, s34, n4, pointsLeft - 64);
            }
            if (80 < columnsLeft) {
                matrix[to + 80] = key(norm, s35, n5, pointsLeft - 80);
            }
            if (96 < columnsLeft) {
                matrix[to + 96] = key(norm, s36, n6, pointsLeft - 96);
            }
            if (112 < columnsLeft) {
                matrix[to + 112] = key(norm, s37, n7, pointsLeft - 112);
            }
        }
        if (row + 64 < rows) {
            int to = (row + 64) * columns + kept + column;
            if (0 < columnsLeft) {
                matrix[to] = key(norm, s40, n0, pointsLeft - 0);
            }
            if (16 < columnsLeft) {
                matrix[to + 16] = key(norm, s41, n1, pointsLeft - 16);
            }
            if (32 < columnsLeft) {
                matrix[to + 32] = key(norm, s42, n2, pointsLeft - 32);
            }
            if (48 < columnsLeft) {
                matrix[to + 48] = key(norm, s43, n3, pointsLeft - 48);
            }
            if (64 < columnsLeft) {
                matrix[to + 64] = key(norm, s44, n4, pointsLeft - 64);
            }
            if (80 < columnsLeft) {
                matrix[to + 80] = key(norm, s45, n5, pointsLeft - 80);
            }
            if (96 < columnsLeft) {
                matrix[to + 96] = key(norm, s46, n6, pointsLeft - 96);
            }
            if (112 < columnsLeft) {
                matrix[to + 112] = key(norm, s47, n7, pointsLeft - 112);
            }
        }
        if (row + 80 < rows) {
            int to = (row + 80) * columns + kept + column;
            if (0 < columnsLeft) {
                matrix[to] = key(norm, s50, n0, pointsLeft - 0);
            }
            if (16 < columnsLeft) {
                matrix[to + 16] = key(norm, s51, n1, pointsLeft - 16);
            }
            if (32 < columnsLeft) {
                matrix[to + 32] = key(norm, s52, n2, pointsLeft - 32);
            }
            if (48 < columnsLeft) {
                matrix[to + 48] = key(norm, s53, n3, pointsLeft - 48);
            }
            if (64 < columnsLeft) {
                matrix[to + 64] = key(norm, s54, n4, pointsLeft - 64);
            }
            if (80 < columnsLeft) {
                matrix[to + 80] = key(norm, s55, n5, pointsLeft - 80);
            }
            if (96 < columnsLeft) {
                matrix[to + 96] = key(norm, s56, n6, pointsLeft - 96);
            }
            if (112 < columnsLeft) {
                matrix[to + 112] = key(norm, s57, n7, pointsLeft - 112);
            }
        }
        if (row + 96 < rows) {
            int to = (row + 96) * columns + kept + column;
            if (0 < columnsLeft) {
                matrix[to] = key(norm, s60, n0, pointsLeft - 0);
            }
            if (16 < columnsLeft) {
                matrix[to + 16] = key(norm, s61, n1, pointsLeft - 16);
            }
            if (32 < columnsLeft) {
                matrix[to + 32] = key(norm, s62, n2, pointsLeft - 32);
            }
            if (48 < columnsLeft) {
                matrix[to + 48] = key(norm, s63, n3, pointsLeft - 48);
            }
            if (64 < columnsLeft) {
                matrix[to + 64] = key(norm, s64, n4, pointsLeft - 64);
            }
            if (80 < columnsLeft) {
                matrix[to + 80] = key(norm, s65, n5, pointsLeft - 80);
            }
            if (96 < columnsLeft) {
                matrix[to + 96] = key(norm, s66, n6, pointsLeft - 96);
            }
            if (112 < columnsLeft) {
                matrix[to + 112] = key(norm, s67, n7, pointsLeft - 112);
            }
        }
        if (row + 112 < rows) {
            int to = (row + 112) * columns + kept + column;
            if (0 < columnsLeft) {
                matrix[to] = key(norm, s70, n0, pointsLeft - 0);
            }
            if (16 < columnsLeft) {
                matrix[to + 16] = key(norm, s71, n1, pointsLeft - 16);
            }
            if (32 < columnsLeft) {
                matrix[to + 32] = key(norm, s72, n2, pointsLeft - 32);
            }
            if (48 < columnsLeft) {
                matrix[to + 48] = key(norm, s73, n3, pointsLeft - 48);
            }
            if (64 < columnsLeft) {
                matrix[to + 64] = key(norm, s74, n4, pointsLeft - 64);
            }
            if (80 < columnsLeft) {
                matrix[to + 80] = key(norm, s75, n5, pointsLeft - 80);
            }
            if (96 < columnsLeft) {
                matrix[to + 96] = key(norm, s76, n6, pointsLeft - 96);
            }
            if (112 < columnsLeft) {
                matrix[to + 112] = key(norm, s77, n7, pointsLeft - 112);
            }
        }
    }

    private static float add(int norm, float sum, float point, float query) {
        return norm == Norms.EXPANDED ? sum + point * query : Norms.addPair(norm, sum, point, query);
    }

    private static float key(int norm, float sum, float squares, int pointsLeft) {
        float key = norm == Norms.EXPANDED ? squares - 2f * sum : sum;
        return pointsLeft > 0 ? key : BoundedHeap.EMPTY_KEY;
    }
}
