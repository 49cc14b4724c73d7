package dev.gyre.spark;

import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.op.Keys;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.execution.metric.SQLMetric;

/**
 * The clusters by DBSCAN of the rows of a partition and those near it: in reach of two steps of eps. All rows in reach of the first step have
 * all of their neighbors here. So it is known which of them are core rows, and core rows that are near each other are in one cluster, at
 * least in the partitions of both. A row that is in clusters of two partitions joins them.
 *
 * <p>Rows near the partition are in the order of their partitions and places there, so that a task that runs again has the same clusters.
 */
final class ClusterPart implements Serializable {

    private static final long serialVersionUID = 1;

    /** Columns of a link: row of the task that owns it, then the cluster of another one. */
    static final int LINK_FIELDS = 2;

    private static final int SMALL_ROW = 128;

    /** For each row near the partition, {@link #name} of its task and its row there. */
    private final long[] names;

    /** Their numbers, row-major. */
    private final double[] numbers;

    /** For each row of the partition, then for those near it, the cluster; and whether it is a core row among these rows. */
    private final int[] labels;

    private final boolean[] core;
    private final int clusters;

    private ClusterPart(long[] names, double[] numbers, Clusters found) {
        this.names = names;
        this.numbers = numbers;
        this.labels = found.toLabelArray();
        this.core = found.toCoreArray();
        this.clusters = found.clusters();
    }

    /** Returns the name of a row or a cluster of a task. */
    private static long name(int task, int index) {
        return (long) task << 32 | index;
    }

    /** Returns a label in the result, which is marked for core rows. */
    private static double marked(int label, boolean isCore) {
        return isCore ? label + 0.5 : label;
    }

    static int label(double marked) {
        return (int) Math.floor(marked);
    }

    static boolean isCore(double marked) {
        return marked != Math.floor(marked);
    }

    /** Sends the rows of a cell to the other partitions that they are near. */
    static Sends near(Cell cell, Space space, SQLMetric sent) {
        JoinSpec spec = cell.source().spec();
        int width = spec.width();
        double[] numbers = cell.numbers();
        double[] coordinates = spec.space(numbers, cell.size());
        Space.Bound limit = Space.Bound.of(spec.limitOfTwo());
        UnsafeRowWriter writer = new UnsafeRowWriter(1 + width, SMALL_ROW);
        return new Sends(sent) {
            private int next;

            @Override
            UnsafeRow read(IntConsumer task) {
                if (next == cell.size()) {
                    return null;
                }
                int row = next++;
                space.touched(coordinates, row * spec.spaceWidth(), limit, partition -> {
                    if (partition != cell.task()) {
                        task.accept(partition);
                    }
                });
                writer.reset();
                writer.zeroOutNullBytes();
                writer.write(0, name(cell.task(), row));
                for (int i = 0; i < width; i++) {
                    writer.write(1 + i, numbers[row * width + i]);
                }
                return writer.getRow();
            }
        };
    }

    /** Finds the clusters of a cell and the rows near it. */
    static ClusterPart of(Cell cell, Iterator<UnsafeRow> near) {
        int width = cell.source().spec().width();
        Rows rows = new Rows(1 + width);
        near.forEachRemaining(rows::add);
        long[] unordered = rows.words(new int[] {0});
        int[] order = ExecutorEngine.run(engine -> engine.sorting().argsort(Keys.of(unordered)));
        rows.order(order);
        long[] names = Arrays.stream(order).mapToLong(row -> unordered[row]).toArray();
        double[] numbers = Arrays.stream(
                        rows.words(IntStream.rangeClosed(1, width).toArray()))
                .mapToDouble(Double::longBitsToDouble)
                .toArray();
        return new ClusterPart(names, numbers, clusters(cell, all(cell, numbers)));
    }

    private static double[] all(Cell cell, double[] near) {
        double[] own = cell.numbers();
        double[] all = Arrays.copyOf(own, Math.addExact(own.length, near.length));
        System.arraycopy(near, 0, all, own.length, near.length);
        return all;
    }

    private static Clusters clusters(Cell cell, double[] numbers) {
        JoinSpec spec = cell.source().spec();
        JoinOptions options =
                JoinOptions.DEFAULT.withMetric(spec.metricObject()).withMonitor(ExecutorEngine.MONITOR);
        return ExecutorEngine.run(engine ->
                engine.dbscan(spec.points(numbers, numbers.length / spec.width()), spec.radius(), spec.k(), options));
    }

    /** Sends the clusters of core rows near the partition to the tasks that own these rows. */
    Sends links(int task, SQLMetric sent) {
        int own = labels.length - names.length;
        UnsafeRowWriter writer = new UnsafeRowWriter(LINK_FIELDS, SMALL_ROW);
        return new Sends(sent) {
            private int next;

            @Override
            UnsafeRow read(IntConsumer to) {
                if (next == names.length) {
                    return null;
                }
                int row = next++;
                if (core[own + row]) {
                    to.accept((int) (names[row] >>> 32));
                }
                writer.reset();
                writer.zeroOutNullBytes();
                writer.write(0, (int) names[row]);
                writer.write(1, name(task, labels[own + row]));
                return writer.getRow();
            }
        };
    }

    /** Finds what the driver needs to know. */
    Joined joined(Cell cell, Iterator<UnsafeRow> links) {
        Set<Link> all = new HashSet<>();
        while (links.hasNext()) {
            UnsafeRow link = links.next();
            all.add(new Link(labels[link.getInt(0)], link.getLong(1)));
        }
        Rows min = cell.source().noRows();
        UnsafeRow row = min.newRow();
        int[] places = new int[clusters];
        Arrays.fill(places, -1);
        for (int i = 0; i < cell.size(); i++) {
            if (core[i] && places[labels[i]] < 0) {
                places[labels[i]] = min.size();
                min.add(cell.rows().get(i, row));
            }
        }
        return new Joined(places, min, List.copyOf(all));
    }

    /** Returns the rows of the partition with their labels. */
    Found found(Cell cell, int[] numbersOfClusters) {
        int[] min = labels(cell, numbersOfClusters);
        Lists lists = new Lists(cell.size(), cell.size());
        for (int row = 0; row < cell.size(); row++) {
            lists.begin();
            lists.add(row, marked(min[row], core[row]));
        }
        return Found.of(cell, 0, lists, cell);
    }

    /**
     * Returns the numbers of the clusters of all rows here; those of other partitions may have too large ones if they are no core rows. A row on
     * the border is in the cluster of the smallest number here, which need not have the smallest number of all. Then clusters are found again,
     * with the core rows in the order of these numbers.
     */
    private int[] labels(Cell cell, int[] numbersOfClusters) {
        int[] known = Arrays.stream(labels)
                .map(label -> label < 0 ? label : numbersOfClusters[label])
                .toArray();
        boolean isInOrder = IntStream.range(1, clusters)
                .allMatch(cluster -> numbersOfClusters[cluster - 1] <= numbersOfClusters[cluster]);
        boolean hasBorder = IntStream.range(0, cell.size()).anyMatch(row -> labels[row] >= 0 && !core[row]);
        if (isInOrder || !hasBorder) {
            return known;
        }
        long[] keys = new long[known.length];
        Arrays.setAll(keys, row -> core[row] ? known[row] : Integer.MAX_VALUE);
        int[] order = ExecutorEngine.run(engine -> engine.sorting().argsort(Keys.of(keys)));
        int width = cell.source().spec().width();
        int[] again =
                clusters(cell, Cell.gather(all(cell, numbers), order, width)).toLabelArray();
        int[] numbersAgain = new int[clusters];
        for (int i = 0; i < order.length; i++) {
            if (core[order[i]]) {
                numbersAgain[again[i]] = known[order[i]];
            } else if (again[i] >= 0) {
                known[order[i]] = numbersAgain[again[i]];
            }
        }
        return known;
    }

    /**
     * A row that is in clusters of two partitions.
     *
     * @param cluster the cluster of the partition that owns it
     * @param other {@link #name} of the other one
     */
    private record Link(int cluster, long other) implements Serializable {

        private static final long serialVersionUID = 1;
    }

    /**
     * The clusters of a partition.
     *
     * @param places for each cluster, where its least core row that the partition owns is in {@code min}; -1 if it has none
     * @param min these rows
     * @param links the clusters of other partitions that have a core row in common with one of them
     */
    record Joined(int[] places, Rows min, List<Link> links) implements Serializable {

        private static final long serialVersionUID = 1;

        /** Joins the clusters of all partitions; returns for each its number, by the order of the least core rows. */
        static int[][] number(Source source, List<Joined> parts) {
            int[] first = new int[parts.size() + 1];
            Rows rows = source.noRows();
            for (int task = 0; task < parts.size(); task++) {
                first[task + 1] = Math.addExact(first[task], parts.get(task).places.length);
            }
            int[] parents = IntStream.range(0, first[parts.size()]).toArray();
            int[] min = new int[parents.length];
            for (int task = 0; task < parts.size(); task++) {
                Joined part = parts.get(task);
                for (int cluster = 0; cluster < part.places.length; cluster++) {
                    int slot = part.places[cluster];
                    min[first[task] + cluster] = slot < 0 ? -1 : rows.size() + slot;
                }
                rows.addAll(part.min);
                for (Link link : part.links) {
                    int other = first[(int) (link.other >>> 32)] + (int) link.other;
                    parents[root(parents, first[task] + link.cluster)] = root(parents, other);
                }
            }
            int[] numbers = numbers(source, rows, parents, min);
            return IntStream.range(0, parts.size())
                    .mapToObj(task -> Arrays.copyOfRange(numbers, first[task], first[task + 1]))
                    .toArray(int[][]::new);
        }

        private static int[] numbers(Source source, Rows rows, int[] parents, int[] min) {
            List<Integer> byRow = new ArrayList<>(rows.size());
            for (int cluster = 0; cluster < parents.length; cluster++) {
                if (min[cluster] >= 0) {
                    byRow.add(cluster);
                }
            }
            UnsafeRow left = rows.newRow();
            UnsafeRow right = rows.newRow();
            byRow.sort((a, b) -> {
                rows.get(min[a], left);
                rows.get(min[b], right);
                int byOrder = Long.compare(source.order(left), source.order(right));
                return byOrder != 0 ? byOrder : source.compare(left, right);
            });
            int[] numbers = new int[parents.length];
            Arrays.fill(numbers, -1);
            int count = 0;
            for (int cluster : byRow) {
                int root = root(parents, cluster);
                if (numbers[root] < 0) {
                    numbers[root] = count++;
                }
            }
            for (int cluster = 0; cluster < parents.length; cluster++) {
                numbers[cluster] = numbers[root(parents, cluster)];
            }
            return numbers;
        }

        /** Halves the path on its way. */
        private static int root(int[] parents, int cluster) {
            int at = cluster;
            while (parents[at] != at) {
                parents[at] = parents[parents[at]];
                at = parents[at];
            }
            return at;
        }
    }
}
