package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.FloatImage;
import dev.gyre.engine.program.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * A built tree on the host. Immutable.
 *
 * @param points the points, in the space of the metric
 * @param norm the norm of distances
 * @param image the frame of the tree's float32 coordinates
 * @param layout where the nodes are
 * @param arrays what the kernels read
 * @param splits by which dimension windows are split, by the binary logarithm of their size
 * @param groups equal points
 */
record KdIndex(
        Points points, Norm norm, FloatImage image, KdLayout layout, KdArrays arrays, int[] splits, KdGroups groups) {

    /** A tree without points: one leaf, whose box is nowhere. */
    static KdIndex empty(Points points, Norm norm, Device device, Workers workers) {
        KdLayout layout = KdLayout.of(0, points.dims(), KdTable.leafBits(device));
        return new KdIndex(
                points,
                norm,
                new FloatImage(points, points, norm, workers),
                layout,
                new KdArrays(new float[0], new float[layout.boxFloats()], new int[0]),
                new int[Integer.SIZE],
                KdGroups.single());
    }

    /** The same tree with other groups. */
    KdIndex with(KdGroups newGroups) {
        return new KdIndex(points, norm, image, layout, arrays, splits, newGroups);
    }

    /** A phase that brings the arrays onto a device, and other phases. */
    List<Phase> withLoad(String name, Phase... phases) {
        List<Phase> all = new ArrayList<>();
        all.add(Phase.named(name)
                .upload(arrays.points(), arrays.boxes(), arrays.ids())
                .build());
        all.addAll(List.of(phases));
        return all;
    }

    /** Bytes of the arrays on a device. */
    long deviceBytes() {
        return 4L * ((long) arrays.points().length + arrays.boxes().length + arrays.ids().length);
    }

    /** Bytes of the largest of these arrays. */
    long largestArrayBytes() {
        return 4L * Math.max(arrays.points().length, arrays.boxes().length);
    }
}
