package dev.gyre.spark;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Runs a join: surveys the sides, plans by their sizes, and makes the stages.
 *
 * <p>The answer depends only on the rows. The data that a stage sends does not depend on the order in which rows arrive, so a task that
 * runs again, on this executor or another one, sends the same data.
 */
final class JoinRun {

    /** Rows of all samples together, about. */
    private static final int SAMPLE = 1 << 18;

    private static final int LEAST_SAMPLE = 1 << 4;
    private static final int MOST_SAMPLE = 1 << 16;

    private final JavaSparkContext context;
    private final JoinSpec spec;
    private final SparkJoinOptions options;
    private final StructType schema;
    private final Counters counters;
    private final JavaRDD<ColumnarBatch> left;
    private final JavaRDD<ColumnarBatch> right;

    /**
     * Prepares a run.
     *
     * @param schema the columns of the result
     * @param left the rows of the left side
     * @param right the rows of the right side; in a self-join, those of the left side
     */
    JoinRun(
            SparkContext context,
            JoinSpec spec,
            SparkJoinOptions options,
            StructType schema,
            Counters counters,
            JavaRDD<ColumnarBatch> left,
            JavaRDD<ColumnarBatch> right) {
        this.context = JavaSparkContext.fromSparkContext(context);
        this.spec = spec;
        this.options = options;
        this.schema = schema;
        this.counters = counters;
        this.left = left;
        this.right = right;
    }

    /**
     * The result of a run.
     *
     * @param rows the rows, which tasks compute when they are asked for
     * @param plan the plan that was made
     */
    record Result(JavaRDD<ColumnarBatch> rows, SizePlan plan) {}

    /** Surveys, plans and makes the stages: two small jobs, or one if a side is broadcast. */
    Result run() {
        Survey.Total rights = survey(right, new InputColumns(spec, true));
        Survey.Total lefts = spec.self() ? rights : survey(left, new InputColumns(spec, false));
        SizePlan plan = SizePlan.of(
                spec,
                options,
                lefts.rows(),
                lefts.bytes(),
                rights.rows(),
                rights.bytes(),
                context.defaultParallelism(),
                Math.max(1, context.sc().statusTracker().getExecutorInfos().length - 1),
                right.getNumPartitions());
        counters.left().set(lefts.rows());
        counters.right().set(rights.rows());
        JavaRDD<ColumnarBatch> rows = switch (plan.method()) {
            case BROADCAST_RIGHT -> byRight(cell(rights, right, new InputColumns(spec, true)));
            case BROADCAST_LEFT -> byLeft(cell(lefts, left, new InputColumns(spec, false)));
            default -> partitioned(lefts, rights, plan);
        };
        return new Result(rows, plan);
    }

    private Survey.Total survey(JavaRDD<ColumnarBatch> side, InputColumns input) {
        int partitions = Math.max(1, side.getNumPartitions());
        int sampled = Math.clamp(SAMPLE / partitions, LEAST_SAMPLE, MOST_SAMPLE);
        long most = options.method() == SparkMethod.PARTITIONED ? -1 : options.broadcastBytes() / partitions;
        return new Survey.Total(side.mapPartitionsWithIndex(
                        (partition, batches) -> List.of(Survey.of(partition, batches, input, sampled, most))
                                .iterator(),
                        true)
                .collect());
    }

    private Broadcast<Cell> cell(Survey.Total total, JavaRDD<ColumnarBatch> side, InputColumns input) {
        Rows rows = total.all();
        if (rows == null) {
            rows = input.emptyRows();
            side.mapPartitions(batches -> BroadcastTasks.blocks(batches, input, Long.MAX_VALUE))
                    .collect()
                    .forEach(rows::addAll);
        }
        counters.broadcast().set(rows.bytes());
        counters.partitions().set(1);
        return context.broadcast(Cell.unsorted(rows, spec));
    }

    private JavaRDD<ColumnarBatch> byRight(Broadcast<Cell> cell) {
        JoinSpec itsSpec = spec;
        StructType columns = schema;
        counters.tasks().set(left.getNumPartitions());
        if (spec.kind() == JoinSpec.Kind.TOP_K) {
            InputColumns input = new InputColumns(spec, false);
            return best(left.mapPartitions(batches ->
                    BestPairs.of(BroadcastTasks.blocks(batches, input, BroadcastTasks.POINT_BYTES), cell.value())));
        }
        return left.mapPartitions(batches -> {
            Output output = new Output(itsSpec, columns);
            return itsSpec.kind() == JoinSpec.Kind.KNN
                    ? BroadcastTasks.neighbors(batches, cell.value(), output)
                    : BroadcastTasks.pairsOfLeft(batches, cell.value(), output);
        });
    }

    private JavaRDD<ColumnarBatch> byLeft(Broadcast<Cell> cell) {
        JoinSpec itsSpec = spec;
        StructType columns = schema;
        SQLMetric bytes = counters.shuffled();
        counters.tasks().set(right.getNumPartitions());
        if (itsSpec.kind() == JoinSpec.Kind.TOP_K) {
            InputColumns input = new InputColumns(spec, true);
            return best(right.mapPartitions(batches -> Pull.map(
                    BroadcastTasks.blocks(batches, input, BroadcastTasks.POINT_BYTES),
                    block -> BestPairs.between(cell.value(), Cell.of(0, block, itsSpec)))));
        }
        if (itsSpec.kind() != JoinSpec.Kind.KNN) {
            return right.mapPartitions(
                    batches -> BroadcastTasks.pairsOfRight(cell.value(), batches, new Output(itsSpec, columns)));
        }
        int tasks = Math.max(1, context.defaultParallelism());
        JavaPairRDD<Integer, Lists> found =
                right.mapPartitionsToPair(batches -> BroadcastTasks.candidates(cell.value(), batches, tasks, bytes));
        return Exchange.blocks(found, tasks)
                .mapPartitions(blocks -> BroadcastTasks.merge(cell.value(), blocks, new Output(itsSpec, columns)));
    }

    private JavaRDD<ColumnarBatch> partitioned(Survey.Total lefts, Survey.Total rights, SizePlan plan) {
        Rows sample = rights.sample(new InputColumns(spec, true).emptyRows());
        int width = spec.isOfBoxes() ? spec.width() : spec.spaceDims();
        Splits splits = Splits.of(sample.ids(), spec.space(sample), width, rights.weights(), plan.partitions());
        boolean isOwn = spec.self() && spec.kind() == JoinSpec.Kind.KNN && !splits.isSplitById();
        Tasks tasks = isOwn ? Tasks.one(splits.partitions()) : tasks(lefts, rights.rows(), splits);
        counters.partitions().set(splits.partitions());
        counters.tasks().set(tasks.count());
        Broadcast<Tasks> allTasks = context.broadcast(tasks);
        JavaRDD<Cell> cells = cells(context.broadcast(splits), allTasks);
        List<Cells.Bounds> bounds = cells.map(
                        cell -> Cells.Bounds.of(allTasks.value().partition(cell.task()), cell))
                .collect();
        Broadcast<Cells> allCells = context.broadcast(new Cells(splits, spec, bounds));
        return spec.kind() == JoinSpec.Kind.KNN
                ? neighbors(cells, isOwn, allCells, allTasks)
                : pairs(cells, allCells, allTasks);
    }

    /** Gives more tasks to partitions in which many queries begin. */
    private Tasks tasks(Survey.Total lefts, long rights, Splits splits) {
        Rows sample = lefts.sample(new InputColumns(spec, false).emptyRows());
        double[] weights = lefts.weights();
        double[] space = spec.space(sample);
        int width = sample.size() == 0 ? 0 : space.length / sample.size();
        double[] queries = new double[splits.partitions()];
        for (int row = 0; row < sample.size(); row++) {
            queries[splits.firstPartition(space, row * width)] += weights[row];
        }
        return Tasks.of(queries, SizePlan.queriesOfTask(spec, rights, splits.partitions()));
    }

    /** Returns the right rows of each task, which Spark keeps in memory as long as there is room. */
    private JavaRDD<Cell> cells(Broadcast<Splits> splits, Broadcast<Tasks> tasks) {
        InputColumns input = new InputColumns(spec, true);
        SQLMetric sent = counters.sentRight();
        SQLMetric bytes = counters.shuffled();
        int count = tasks.value().count();
        JavaPairRDD<Integer, Rows> rows = right.mapPartitionsToPair(batches -> {
            Exchange.Router router = (some, space, row, task) -> {
                int width = space.length / some.size();
                int partition = splits.value().partition(space, row * width, some.ids(), row);
                for (int each = tasks.value().first(partition);
                        each < tasks.value().end(partition);
                        each++) {
                    task.accept(each);
                }
            };
            return new Exchange.Spread(batches, input, router, count, sent, bytes);
        });
        return Exchange.blocks(rows, count)
                .mapPartitionsWithIndex(
                        (task, blocks) ->
                                List.of(KnnTasks.cell(task, blocks, input)).iterator(),
                        true)
                .persist(StorageLevel.MEMORY_ONLY());
    }

    private JavaRDD<Rows> lefts(Exchange.Router router, int tasks) {
        InputColumns input = new InputColumns(spec, false);
        SQLMetric sent = counters.sentLeft();
        SQLMetric bytes = counters.shuffled();
        return Exchange.blocks(
                left.mapPartitionsToPair(batches -> new Exchange.Spread(batches, input, router, tasks, sent, bytes)),
                tasks);
    }

    private JavaRDD<ColumnarBatch> neighbors(
            JavaRDD<Cell> cells, boolean isOwn, Broadcast<Cells> allCells, Broadcast<Tasks> allTasks) {
        JoinSpec itsSpec = spec;
        StructType columns = schema;
        SQLMetric visits = counters.visits();
        SQLMetric bytes = counters.shuffled();
        int count = allTasks.value().count();
        JavaRDD<KnnTasks.Home> homes;
        if (isOwn) {
            homes = cells.mapPartitions(cell -> KnnTasks.home(cell.next(), null, allCells, allTasks, visits), true);
        } else {
            Exchange.Router router = (some, space, row, task) -> task.accept(allTasks.value()
                    .of(
                            allCells.value().splits().firstPartition(space, row * (space.length / some.size())),
                            some.hash(row)));
            homes = cells.zipPartitions(
                    lefts(router, count),
                    (cell, queries) -> KnnTasks.home(cell.next(), queries, allCells, allTasks, visits));
        }
        if (allCells.value().splits().partitions() == 1) {
            return homes.mapPartitions(
                    home -> KnnTasks.merge(home, List.<Lists>of().iterator(), itsSpec, new Output(itsSpec, columns)));
        }
        JavaRDD<KnnTasks.Home> kept = homes.persist(StorageLevel.MEMORY_AND_DISK());
        JavaRDD<Visits> further = Exchange.blocks(
                kept.mapPartitionsToPair(home -> Pull.flatMap(home, each -> visits(each, bytes))), count);
        JavaRDD<Lists> found = Exchange.blocks(
                JavaPairRDD.fromJavaRDD(
                        cells.zipPartitions(further, (cell, queries) -> KnnTasks.visit(cell.next(), queries, bytes))),
                count);
        return kept.zipPartitions(
                found, (home, lists) -> KnnTasks.merge(home, lists, itsSpec, new Output(itsSpec, columns)));
    }

    private static Iterator<Tuple2<Integer, Visits>> visits(KnnTasks.Home home, SQLMetric bytes) {
        return Pull.map(home.visits().entrySet().iterator(), entry -> {
            bytes.add(entry.getValue().bytes());
            return new Tuple2<>(entry.getKey(), entry.getValue());
        });
    }

    private JavaRDD<ColumnarBatch> pairs(JavaRDD<Cell> cells, Broadcast<Cells> allCells, Broadcast<Tasks> allTasks) {
        JoinSpec itsSpec = spec;
        StructType columns = schema;
        double limit = spec.limit();
        int dims = spec.spaceDims();
        int upper = spec.isOfBoxes() ? dims : 0;
        int width = spec.isOfBoxes() ? 2 * dims : dims;
        Exchange.Router router = (some, space, row, task) -> allCells.value()
                .touched(
                        space,
                        row * width,
                        space,
                        row * width + upper,
                        new Cells.Bound(limit, null, 0),
                        partition -> task.accept(allTasks.value().of(partition, some.hash(row))));
        JavaRDD<Rows> lefts = lefts(router, allTasks.value().count());
        if (itsSpec.kind() == JoinSpec.Kind.TOP_K) {
            InputColumns input = new InputColumns(spec, false);
            return best(cells.zipPartitions(
                    lefts,
                    (cell, queries) -> BestPairs.of(
                            List.of(KnnTasks.together(queries, input)).iterator(), cell.next())));
        }
        return cells.zipPartitions(
                lefts, (cell, queries) -> RangeTasks.pairs(queries, cell.next(), new Output(itsSpec, columns)));
    }

    /** Chooses the best pairs of all tasks, in one task: each has k pairs at most. */
    private JavaRDD<ColumnarBatch> best(JavaRDD<BestPairs> found) {
        JoinSpec itsSpec = spec;
        StructType columns = schema;
        SQLMetric bytes = counters.shuffled();
        JavaPairRDD<Integer, BestPairs> toOne = found.mapToPair(pairs -> {
            bytes.add(pairs.bytes());
            return new Tuple2<>(0, pairs);
        });
        return Exchange.blocks(toOne, 1)
                .mapPartitions(pairs -> BestPairs.best(pairs, itsSpec, new Output(itsSpec, columns)));
    }
}
