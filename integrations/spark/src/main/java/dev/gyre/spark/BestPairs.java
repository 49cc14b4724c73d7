package dev.gyre.spark;

import dev.gyre.engine.data.TopPairs;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Growing columns of the best pairs of tasks, from which the best of all are chosen. */
final class BestPairs implements Externalizable {

    private static final long serialVersionUID = 1;

    private Ids left;
    private Ids right;
    private double[] scores = new double[0];
    private double[] distances = new double[0];

    /** For deserialization. */
    public BestPairs() {}

    private BestPairs(Ids left, Ids right) {
        this.left = left;
        this.right = right;
    }

    /** Finds the best pairs of each block of left rows with the rows of a cell. */
    static Iterator<BestPairs> of(Iterator<Rows> lefts, Cell right) {
        return Pull.map(lefts, block -> between(Cell.of(0, block, right.spec()), right));
    }

    /** Finds the best pairs of two cells. Rows ascend by id, so that ties are resolved by ids. */
    static BestPairs between(Cell left, Cell right) {
        JoinSpec spec = right.spec();
        BestPairs best = new BestPairs(left.ids().empty(), right.ids().empty());
        if (left.size() == 0 || right.size() == 0) {
            return best;
        }
        TopPairs pairs = ExecutorEngine.get()
                .topKJoin(
                        left.points(),
                        spec.scores(left.rows()),
                        right.points(),
                        spec.scores(right.rows()),
                        spec.topKOptions());
        for (int rank = 0; rank < pairs.size(); rank++) {
            best.left.add(left.ids(), pairs.left(rank));
            best.right.add(right.ids(), pairs.right(rank));
        }
        best.scores = pairs.toScoreArray();
        best.distances = pairs.toDistanceArray();
        return best;
    }

    /** {@return the approximate bytes on the heap} */
    long bytes() {
        return left.bytes() + right.bytes() + 2L * scores.length * Double.BYTES;
    }

    private void addAll(BestPairs other) {
        int size = scores.length;
        left.addAll(other.left);
        right.addAll(other.right);
        scores = Arrays.copyOf(scores, size + other.scores.length);
        distances = Arrays.copyOf(distances, scores.length);
        System.arraycopy(other.scores, 0, scores, size, other.scores.length);
        System.arraycopy(other.distances, 0, distances, size, other.scores.length);
    }

    /** Chooses the best of all pairs: by score, then by left id, then by right id. */
    static Iterator<ColumnarBatch> best(Iterator<BestPairs> found, JoinSpec spec, Output output) {
        if (!found.hasNext()) {
            return List.<ColumnarBatch>of().iterator();
        }
        BestPairs all = found.next();
        found.forEachRemaining(all::addAll);
        Integer[] order = new Integer[all.scores.length];
        Arrays.setAll(order, i -> i);
        Comparator<Integer> byScore = Comparator.comparingDouble(i -> all.scores[i]);
        Arrays.sort(
                order,
                (spec.score().isAscending() ? byScore : byScore.reversed())
                        .thenComparing((a, b) -> all.left.compare(a, all.left, b))
                        .thenComparing((a, b) -> all.right.compare(a, all.right, b)));
        int count = Math.min(spec.k(), order.length);
        output.begin(Math.max(1, count));
        for (int rank = 0; rank < count; rank++) {
            int pair = order[rank];
            output.addScored(rank + 1, all.left, all.right, pair, all.scores[pair], all.distances[pair]);
        }
        return List.of(output.end()).iterator();
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeObject(left);
        out.writeObject(right);
        Wire.writeDoubles(out, scores, scores.length);
        Wire.writeDoubles(out, distances, scores.length);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
        left = (Ids) in.readObject();
        right = (Ids) in.readObject();
        scores = Wire.readDoubles(in, left.size());
        distances = Wire.readDoubles(in, left.size());
    }
}
