package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.rtree.RTreeCheck;
import dev.gyre.engine.rtree.RTreeIndex;
import dev.gyre.engine.sort.Cuts;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.rtree.HilbertKeys;
import dev.gyre.tasks.rtree.RTreeParameters;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Compares the order that a packing gives to boxes with one that is made by sorting rows with comparators, and checks the structure of the
 * tree.
 */
final class RTreeBuildCheck {

    private static final int LARGE = 20_000;
    private static final int RARELY = 8;

    private RTreeBuildCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int size = random.nextInt(RARELY) == 0 ? random.nextInt(LARGE) : sample.size();
        Boxes boxes = BoxCases.draw(sample, size, random);
        Packing packing = Packing.values()[1 + random.nextInt(Packing.values().length - 1)];
        int nodeSize = 2 + random.nextInt(63);
        int[] expected = order(boxes, packing, nodeSize);
        RTreeIndex index = RTreeIndex.build(context, boxes, packing, nodeSize, Monitor.NONE)
                .index();
        int slot = Arrays.mismatch(expected, index.ids());
        Optional<String> difference = slot < 0
                ? RTreeCheck.run(index, context).findings().stream().findFirst()
                : Optional.of("slot=" + slot + ", expected=" + expected[slot] + ", actual=" + index.ids()[slot]);
        return difference.map(
                text -> packing + ", n=" + size + ", dims=" + boxes.dims() + ", nodeSize=" + nodeSize + ", " + text);
    }

    private static int[] order(Boxes boxes, Packing packing, int nodeSize) {
        int size = boxes.size();
        if (size == 0) {
            return new int[0];
        }
        int dims = boxes.dims();
        int[][] keys = keys(boxes);
        Integer[] rows = IntStream.range(0, size).boxed().toArray(Integer[]::new);
        if (packing == Packing.HILBERT) {
            int[] curve = curve(keys, size);
            Arrays.sort(rows, Comparator.comparingInt(row -> curve[row]));
        } else {
            Arrays.sort(rows, Comparator.comparingInt(row -> keys[0][row]));
        }
        if (packing == Packing.STR) {
            int slabs = (int) Math.ceil(Math.pow(Math.ceilDiv(size, nodeSize), 1.0 / dims));
            for (int dim = 1; dim < dims; dim++) {
                long tile = nodeSize * Math.round(Math.pow(slabs, dims - dim));
                int[] column = keys[dim];
                for (long from = 0; from < size; from += tile) {
                    Arrays.sort(
                            rows,
                            (int) from,
                            (int) Math.min(size, from + tile),
                            Comparator.<Integer>comparingInt(row -> column[row])
                                    .thenComparing(Comparator.naturalOrder()));
                }
            }
        }
        return Arrays.stream(rows).mapToInt(Integer::intValue).toArray();
    }

    private static int[][] keys(Boxes boxes) {
        int dims = boxes.dims();
        double[] extent = boxes.extent();
        double[] cuts = new double[dims * CoordinateKeys.CUTS];
        int[][] keys = new int[dims][boxes.size()];
        for (int dim = 0; dim < dims; dim++) {
            int column = dim;
            Cuts.write(
                    Cuts.sample(boxes.size(), row -> middle(boxes, row, column)),
                    extent[dim],
                    extent[dims + dim],
                    dim,
                    cuts);
            Arrays.setAll(keys[dim], row -> CoordinateKeys.key(middle(boxes, row, column), cuts, column));
        }
        return keys;
    }

    private static double middle(Boxes boxes, int row, int dim) {
        return (boxes.lower(row, dim) + boxes.upper(row, dim)) / 2;
    }

    private static int[] curve(int[][] keys, int size) {
        int dims = keys.length;
        int[] parameters = new int[RTreeParameters.LENGTH];
        parameters[RTreeParameters.SIZE] = size;
        parameters[RTreeParameters.DIMENSIONS] = dims;
        parameters[RTreeParameters.STRIDE] = size;
        int[] columns = new int[(dims + 1) * size];
        for (int dim = 0; dim < dims; dim++) {
            System.arraycopy(keys[dim], 0, columns, dim * size, size);
        }
        HilbertKeys.makeKeys(0, size, parameters, columns);
        return Arrays.copyOfRange(columns, dims * size, (dims + 1) * size);
    }
}
