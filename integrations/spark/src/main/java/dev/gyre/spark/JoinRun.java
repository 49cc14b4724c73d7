package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.storage.StorageLevel;

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
    private final SparkJoinOptions options;
    private final Counters counters;
    private final List<JavaRDD<?>> kept = new ArrayList<>();
    private Output output;
    private JoinSpec spec;
    private Side left;
    private Side right;

    /**
     * Prepares a run.
     *
     * @param output the columns of the result
     */
    JoinRun(SparkContext context, SparkJoinOptions options, Output output, Counters counters) {
        this.context = JavaSparkContext.fromSparkContext(context);
        this.options = options;
        this.output = output;
        this.counters = counters;
    }

    /**
     * The result of a run.
     *
     * @param rows the rows, which tasks compute when they are asked for
     * @param plan the plan that was made
     * @param kept what executors keep until it is released
     */
    record Result(JavaRDD<InternalRow> rows, SizePlan plan, List<JavaRDD<?>> kept) {}

    /** A side: its rows, and what is known of them. */
    private record Side(Source source, JavaRDD<InternalRow> rows, Survey survey) {

        JavaPairRDD<Integer, UnsafeRow> spread(Exchange.Router router, int tasks, SQLMetric sent) {
            Source itsSource = source;
            return rows.mapPartitionsToPair(
                    some -> new Exchange.Spread(itsSource.unsafe(some), itsSource, router, tasks, sent));
        }
    }

    /** Surveys, plans and makes the stages: two small jobs, or one if a side is broadcast. */
    Result run(Source lefts, Source rights, JavaRDD<InternalRow> leftRows, JavaRDD<InternalRow> rightRows) {
        spec = lefts.spec();
        if (spec.dims() == 0) {
            spec = spec.withDims(Math.max(1, Math.max(dims(lefts, leftRows), dims(rights, rightRows))));
            output = new Output(spec, output.columns(), output.rightFields());
        }
        right = survey(rights.with(spec), rightRows);
        left = spec.self() ? new Side(lefts.with(spec), leftRows, right.survey) : survey(lefts.with(spec), leftRows);
        SizePlan plan = SizePlan.of(
                spec,
                options,
                left.survey,
                right.survey,
                context.defaultParallelism(),
                Math.max(1, context.sc().statusTracker().getExecutorInfos().length - 1),
                rightRows.getNumPartitions());
        counters.left().set(left.survey.rows());
        counters.right().set(right.survey.rows());
        JavaRDD<InternalRow> rows = switch (plan.method()) {
            case BROADCAST_RIGHT -> byRight(cell(right));
            case BROADCAST_LEFT -> byLeft(cell(left));
            default -> partitioned(plan);
        };
        return new Result(rows, plan, kept);
    }

    /** Reads rows until one has coordinates. */
    private static int dims(Source source, JavaRDD<InternalRow> rows) {
        if (source.side().form() == JoinSpec.Form.COLUMNS) {
            return 0;
        }
        List<Integer> first = rows.mapPartitions(some -> Pull.limit(
                        Pull.present(Pull.map(source.unsafe(some), row -> {
                            int dims = source.dims(row);
                            return dims < 0 ? null : dims;
                        })),
                        1))
                .take(1);
        return first.isEmpty() ? 0 : first.get(0);
    }

    private Side survey(Source source, JavaRDD<InternalRow> rows) {
        int partitions = Math.max(1, rows.getNumPartitions());
        int sampled = Math.clamp(SAMPLE / partitions, LEAST_SAMPLE, MOST_SAMPLE);
        long most = options.method() == SparkMethod.PARTITIONED ? -1 : options.broadcastBytes() / partitions;
        List<Shared<Survey>> surveys = rows.mapPartitionsWithIndex(
                        (partition, some) -> List.of(
                                        new Shared<>(Survey.of(partition, source.unsafe(some), source, sampled, most)))
                                .iterator(),
                        true)
                .collect();
        return new Side(source, rows, Survey.total(source, surveys));
    }

    private Broadcast<Shared<Cell>> cell(Side side) {
        Rows rows = side.survey.all();
        if (rows == null) {
            Source source = side.source;
            rows = source.noRows();
            for (Shared<Rows> some : side.rows
                    .mapPartitions(all -> List.of(new Shared<>(Rows.of(source.fields(), source.unsafe(all))))
                            .iterator())
                    .collect()) {
                rows.addAll(some.value());
            }
        }
        counters.broadcast().set(rows.bytes());
        counters.partitions().set(1);
        return context.broadcast(new Shared<>(new Cell(0, rows, side.source, true)));
    }

    private JavaRDD<InternalRow> byRight(Broadcast<Shared<Cell>> cell) {
        Source source = left.source;
        Output columns = output;
        counters.tasks().set(left.rows.getNumPartitions());
        return left.rows.mapPartitions(rows ->
                BroadcastTasks.byRight(source.unsafe(rows), source, cell.value().value(), columns));
    }

    private JavaRDD<InternalRow> byLeft(Broadcast<Shared<Cell>> cell) {
        Source source = right.source;
        Output columns = output;
        counters.tasks().set(right.rows.getNumPartitions());
        if (spec.kind() != JoinSpec.Kind.KNN) {
            return right.rows.mapPartitions(
                    rows -> BroadcastTasks.byLeft(cell.value().value(), source.unsafe(rows), source, columns));
        }
        int tasks = Math.max(1, context.defaultParallelism());
        return Exchange.rows(
                        right.rows.mapPartitionsToPair(rows ->
                                BroadcastTasks.candidates(cell.value().value(), source.unsafe(rows), source, tasks)),
                        tasks,
                        HomeTasks.ANSWER_FIELDS,
                        counters.shuffled())
                .mapPartitionsWithIndex(
                        (task, answers) ->
                                BroadcastTasks.merge(task, tasks, cell.value().value(), source, answers, columns),
                        true);
    }

    private JavaRDD<InternalRow> partitioned(SizePlan plan) {
        Survey.Sample sample = right.survey.sample();
        double[] space = spec.space(sample.numbers(), sample.size());
        int width = spec.isOfBoxes() ? spec.width() : spec.spaceDims();
        Splits splits = Splits.of(sample.orders(), space, width, sample.weights(), plan.partitions());
        boolean isOwn = spec.self() && spec.kind() == JoinSpec.Kind.KNN && !splits.isSplitById();
        Tasks tasks = isOwn ? Tasks.one(splits.partitions()) : tasks(splits);
        counters.partitions().set(splits.partitions());
        counters.tasks().set(tasks.count());
        Broadcast<Shared<Tasks>> allTasks = context.broadcast(new Shared<>(tasks));
        JavaRDD<Cell> cells = cells(context.broadcast(new Shared<>(splits)), allTasks);
        List<Cells.Bounds> bounds = cells
                .map(cell ->
                        new Shared<>(Cells.Bounds.of(allTasks.value().value().partition(cell.task()), cell)))
                .collect()
                .stream()
                .map(Shared::value)
                .toList();
        Broadcast<Shared<Cells>> allCells = context.broadcast(new Shared<>(new Cells(splits, spec, bounds)));
        return spec.kind() == JoinSpec.Kind.KNN
                ? neighbors(cells, isOwn, splits, allCells, allTasks)
                : pairs(cells, allCells, allTasks);
    }

    /** Gives more tasks to partitions in which many queries begin. */
    private Tasks tasks(Splits splits) {
        Survey.Sample sample = left.survey.sample();
        double[] space = spec.space(sample.numbers(), sample.size());
        int width = sample.size() == 0 ? 0 : space.length / sample.size();
        double[] queries = new double[splits.partitions()];
        for (int row = 0; row < sample.size(); row++) {
            queries[splits.firstPartition(space, row * width)] += sample.weights()[row];
        }
        return Tasks.of(queries, SizePlan.queriesOfTask(spec, right.survey.rows(), splits.partitions()));
    }

    /** Returns the right rows of each task, which Spark keeps in memory as long as there is room. */
    private JavaRDD<Cell> cells(Broadcast<Shared<Splits>> splits, Broadcast<Shared<Tasks>> tasks) {
        Source source = right.source;
        int count = tasks.value().value().count();
        Exchange.Router router = (row, order, space, at, task) -> {
            Tasks all = tasks.value().value();
            int partition = splits.value().value().partition(space, at, order);
            for (int each = all.first(partition); each < all.end(partition); each++) {
                task.accept(each);
            }
        };
        JavaRDD<Cell> cells = Exchange.rows(
                        right.spread(router, count, counters.sentRight()), count, source.fields(), counters.shuffled())
                .mapPartitionsWithIndex(
                        (task, rows) -> List.of(Cell.of(task, rows, source, true, source.noRows()))
                                .iterator(),
                        true)
                .persist(StorageLevel.MEMORY_ONLY());
        kept.add(cells);
        return cells;
    }

    private JavaRDD<UnsafeRow> lefts(Exchange.Router router, int tasks) {
        return Exchange.rows(
                left.spread(router, tasks, counters.sentLeft()), tasks, left.source.fields(), counters.shuffled());
    }

    private JavaRDD<InternalRow> neighbors(
            JavaRDD<Cell> cells,
            boolean isOwn,
            Splits splits,
            Broadcast<Shared<Cells>> allCells,
            Broadcast<Shared<Tasks>> allTasks) {
        Source source = left.source;
        Output columns = output;
        int count = allTasks.value().value().count();
        JavaRDD<Shared<HomeTasks.Home>> homes;
        if (isOwn) {
            homes = cells.map(cell -> new Shared<>(HomeTasks.home(cell, null, source)));
        } else {
            Exchange.Router router = (row, order, space, at, task) -> task.accept(allTasks.value()
                    .value()
                    .of(allCells.value().value().splits().firstPartition(space, at), Source.hash(row)));
            homes = cells.zipPartitions(
                    lefts(router, count),
                    (cell, queries) -> List.of(new Shared<>(HomeTasks.home(cell.next(), queries, source)))
                            .iterator());
        }
        if (splits.partitions() == 1) {
            return cells.zipPartitions(
                    homes,
                    (cell, home) -> HomeTasks.merge(
                            cell.next(),
                            home.next().value(),
                            List.<UnsafeRow>of().iterator(),
                            columns));
        }
        homes.persist(StorageLevel.MEMORY_AND_DISK());
        kept.add(homes);
        JavaRDD<UnsafeRow> answers = answers(cells, homes, HomeTasks.visits(spec, source), allCells, allTasks);
        return cells.zipPartitions(homes, (cell, home) -> Pull.zip(cell, home))
                .zipPartitions(answers, (both, found) -> {
                    Pull.Both<Cell, Shared<HomeTasks.Home>> home = both.next();
                    return HomeTasks.merge(home.first(), home.second().value(), found, columns);
                });
    }

    /** Returns what queries find in further partitions, by their homes. */
    private JavaRDD<UnsafeRow> answers(
            JavaRDD<Cell> cells,
            JavaRDD<Shared<HomeTasks.Home>> homes,
            Source visits,
            Broadcast<Shared<Cells>> allCells,
            Broadcast<Shared<Tasks>> allTasks) {
        SQLMetric visited = counters.visits();
        SQLMetric bytes = counters.shuffled();
        int count = allTasks.value().value().count();
        JavaRDD<UnsafeRow> further = Exchange.rows(
                JavaPairRDD.fromJavaRDD(cells.zipPartitions(
                        homes,
                        (cell, home) -> Pull.map(
                                HomeTasks.visit(
                                        cell.next(),
                                        home.next().value(),
                                        allCells.value().value(),
                                        allTasks.value().value(),
                                        visits),
                                visit -> {
                                    visited.add(1);
                                    return visit;
                                }))),
                count,
                visits.fields(),
                bytes);
        return Exchange.rows(
                JavaPairRDD.fromJavaRDD(cells.zipPartitions(
                        further, (cell, queries) -> HomeTasks.answer(cell.next(), queries, visits))),
                count,
                HomeTasks.ANSWER_FIELDS,
                bytes);
    }

    private JavaRDD<InternalRow> pairs(
            JavaRDD<Cell> cells, Broadcast<Shared<Cells>> allCells, Broadcast<Shared<Tasks>> allTasks) {
        Source source = left.source;
        Output columns = output;
        double limit = spec.limit();
        int upper = spec.isOfBoxes() ? spec.spaceDims() : 0;
        boolean isTopK = spec.kind() == JoinSpec.Kind.TOP_K;
        Exchange.Router router = (row, order, space, at, task) -> allCells.value()
                .value()
                .touched(
                        space,
                        at,
                        space,
                        at + upper,
                        new Cells.Bound(limit, Cells.Bound.NO_ORDER),
                        partition -> task.accept(allTasks.value().value().of(partition, Source.hash(row))));
        return cells.zipPartitions(lefts(router, allTasks.value().value().count()), (cell, queries) -> {
            Cell rights = cell.next();
            return Pull.flatMap(
                    BroadcastTasks.cells(queries, source, isTopK), some -> RangeTasks.pairs(some, rights, columns));
        });
    }
}
