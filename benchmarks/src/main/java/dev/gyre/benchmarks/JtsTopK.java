package dev.gyre.benchmarks;

import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.hprtree.HPRtree;

/** The top-k join as a user of JTS would write it: an HPRtree of the right points, a query for each left one, and a heap of the k best sums. */
final class JtsTopK {

    private static final int SLICE = 1 << 10;

    private JtsTopK() {}

    static double[] join(TopKData.Rows left, TopKData.Rows right, int k, int threads) {
        HPRtree tree = new HPRtree();
        for (int row = 0; row < right.size(); row++) {
            tree.insert(new Envelope(right.x(row), right.x(row), right.y(row), right.y(row)), row);
        }
        tree.build();
        Queue<PriorityQueue<Double>> heaps = new ConcurrentLinkedQueue<>();
        try (Workers workers = new Workers(threads)) {
            ThreadLocal<PriorityQueue<Double>> own = ThreadLocal.withInitial(() -> {
                PriorityQueue<Double> heap = new PriorityQueue<>();
                heaps.add(heap);
                return heap;
            });
            workers.forEachSlice(left.size(), SLICE, (begin, end) -> {
                for (int row = begin; row < end; row++) {
                    find(tree, left, row, right, k, own.get());
                }
            });
        }
        double[] all = heaps.stream()
                .flatMap(PriorityQueue::stream)
                .mapToDouble(score -> -score)
                .sorted()
                .limit(k)
                .toArray();
        return Arrays.stream(all).map(score -> -score).toArray();
    }

    private static void find(
            HPRtree tree, TopKData.Rows left, int row, TopKData.Rows right, int k, PriorityQueue<Double> heap) {
        double x = left.x(row);
        double y = left.y(row);
        tree.query(new Envelope(x - 1, x + 1, y - 1, y + 1), item -> {
            int other = (Integer) item;
            double dx = x - right.x(other);
            double dy = y - right.y(other);
            if (dx * dx + dy * dy <= 1) {
                double score = left.scores()[row] + right.scores()[other];
                if (heap.size() < k) {
                    heap.add(score);
                } else if (score > heap.peek()) {
                    heap.poll();
                    heap.add(score);
                }
            }
        });
    }
}
