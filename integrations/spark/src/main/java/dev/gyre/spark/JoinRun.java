package dev.gyre.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.metric.SQLMetric;
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

    /** Share of the heap for the rows of a side that are broadcast in a local run, where all that they need is memory. */
    private static final int LOCAL_SHARE = 32;

    private static final int MIN_SAMPLE = 1 << 4;
    private static final int MAX_SAMPLE = 1 << 16;

    private final JavaSparkContext context;
    private final SparkJoinOptions options;
    private final Map<Counter, SQLMetric> counters;
    private final List<Runnable> kept = new ArrayList<>();
    private Output output;
    private JoinSpec spec;
    private Side left;
    private Side right;

    /**
     * Prepares a run.
     *
     * @param output the columns of the result
     */
    JoinRun(SparkContext context, SparkJoinOptions options, Output output, Map<Counter, SQLMetric> counters) {
        this.context = JavaSparkContext.fromSparkContext(context);
        boolean isOpen =
                this.context.isLocal() && options.broadcastBytes() == SparkJoinOptions.DEFAULT.broadcastBytes();
        this.options =
                isOpen ? options.withBroadcastBytes(Math.max(options.broadcastBytes(), heap() / LOCAL_SHARE)) : options;
        this.output = output;
        this.counters = counters;
    }

    /**
     * The result of a run.
     *
     * @param rows the rows, which tasks compute when they are asked for
     * @param plan the plan that was made
     * @param kept releases what executors keep; tasks that still need it make it again, or get it again from the driver
     */
    record Result(JavaRDD<InternalRow> rows, SizePlan plan, List<Runnable> kept) {}

    /**
     * A side.
     *
     * @param parts in a local run the rows of the partitions that are kept until the query ends, by their numbers; otherwise null
     */
    private record Side(Source source, JavaRDD<UnsafeRow> rows, Survey survey, Here<Map<Integer, Rows>> parts) {}

    /** What tasks get from the driver: the value itself in a local run, else a broadcast. */
    @FunctionalInterface
    private interface Sent<T> extends Serializable {
        T value();
    }

    /**
     * Surveys, plans and makes the stages: two small jobs, or one if a side is broadcast.
     *
     * @param leftRows the left rows, in Spark's own layout of bytes, which its exchanges need too
     */
    Result run(Source lefts, Source rights, JavaRDD<UnsafeRow> leftRows, JavaRDD<UnsafeRow> rightRows) {
        spec = lefts.spec();
        if (spec.dims() == 0) {
            spec = spec.withDims(Math.max(1, Math.max(dims(lefts, leftRows), dims(rights, rightRows))));
            output = new Output(spec, output.columns());
        }
        right = survey(rights.with(spec), rightRows);
        left = spec.self()
                ? new Side(lefts.with(spec), leftRows, right.survey, right.parts)
                : survey(lefts.with(spec), leftRows);
        SizePlan plan = SizePlan.of(
                spec,
                options,
                left.survey,
                right.survey,
                context.defaultParallelism(),
                Math.max(1, context.sc().statusTracker().getExecutorInfos().length - 1),
                heap(),
                rightRows.getNumPartitions());
        counters.get(Counter.LEFT).set(left.survey.rows());
        counters.get(Counter.RIGHT).set(right.survey.rows());
        JavaRDD<Found> found = switch (plan.method()) {
            case BROADCAST_RIGHT -> byRight();
            case BROADCAST_LEFT -> byLeft();
            default -> spec.kind() == JoinSpec.Kind.DBSCAN ? clusters(plan) : partitioned(plan);
        };
        if (spec.kind() == JoinSpec.Kind.PAIR_COUNTS) {
            found = total(found);
        }
        Output columns = output;
        return new Result(found.mapPartitions(columns::rows), plan, kept);
    }

    private long heap() {
        return context.isLocal()
                ? Runtime.getRuntime().maxMemory()
                : context.getConf().getSizeAsBytes("spark.executor.memory", "1g");
    }

    /** Reads rows until one has coordinates. */
    private static int dims(Source source, JavaRDD<UnsafeRow> rows) {
        if (source.side().form() == JoinSpec.Form.COLUMNS) {
            return 0;
        }
        List<Integer> first = rows.map(source::dims).filter(dims -> dims >= 0).take(1);
        return first.isEmpty() ? 0 : first.get(0);
    }

    private Side survey(Source source, JavaRDD<UnsafeRow> rows) {
        int partitions = Math.max(1, rows.getNumPartitions());
        int sampled = Math.clamp(SAMPLE / partitions, MIN_SAMPLE, MAX_SAMPLE);
        long max = options.method() == SparkMethod.PARTITIONED ? -1 : options.broadcastBytes() / partitions;
        Here<Map<Integer, Rows>> parts = context.isLocal() ? new Here<>(new ConcurrentHashMap<>()) : null;
        List<Survey> found = Shared.collect(rows.mapPartitionsWithIndex(
                (partition, some) -> {
                    Survey survey = Survey.of(partition, some, source, sampled, max);
                    return List.of(new Shared<>(
                                    parts == null
                                            ? survey
                                            : survey.without(
                                                    all -> parts.value().put(partition, all))))
                            .iterator();
                },
                true));
        if (parts == null) {
            return new Side(source, rows, Survey.total(source, found), null);
        }
        kept.add(parts.value()::clear);
        List<Survey> surveys = IntStream.range(0, found.size())
                .mapToObj(i -> found.get(i).with(parts.value().get(i)))
                .toList();
        return new Side(source, rows, Survey.total(source, surveys), parts);
    }

    private Sent<Cell> cell(Side side) {
        Source source = side.source;
        Rows rows = side.survey.all();
        if (rows == null) {
            rows = source.noRows();
            Shared.collect(side.rows.mapPartitions(some ->
                            List.of(new Shared<>(Cell.accepted(some, source))).iterator()))
                    .forEach(rows::addAll);
        }
        counters.get(Counter.BROADCAST).set(rows.bytes());
        counters.get(Counter.PARTITIONS).set(1);
        return send(new Cell(0, rows, source, true));
    }

    private <T extends Serializable> Sent<T> send(T value) {
        if (context.isLocal()) {
            return new Here<>(value)::value;
        }
        Broadcast<Shared<T>> all = context.broadcast(new Shared<>(value));
        kept.add(() -> all.unpersist(false));
        return () -> all.value().value();
    }

    private <T> JavaRDD<T> keep(JavaRDD<T> rows, StorageLevel level) {
        kept.add(() -> rows.unpersist(false));
        return rows.persist(level);
    }

    private JavaRDD<Found> byRight() {
        Sent<Cell> cell = cell(right);
        Source source = left.source;
        Here<Map<Integer, Rows>> parts = left.parts;
        counters.get(Counter.TASKS).set(left.rows.getNumPartitions());
        return left.rows.mapPartitionsWithIndex(
                (partition, rows) -> {
                    Rows here = parts == null || source.keepsSkipped()
                            ? null
                            : parts.value().get(partition);
                    if (here == null) {
                        return Search.among(rows, source, cell.value());
                    }
                    Rows own = source.noRows();
                    own.addAll(here);
                    return Search.among(new Cell(0, own, source, Search.sorts(source)), cell.value());
                },
                true);
    }

    private JavaRDD<Found> byLeft() {
        Sent<Cell> cell = cell(left);
        Source source = right.source;
        counters.get(Counter.TASKS).set(right.rows.getNumPartitions());
        if (spec.kind() != JoinSpec.Kind.KNN) {
            return right.rows.mapPartitions(rows -> Search.among(cell.value(), rows, source));
        }
        int tasks = Math.max(1, context.defaultParallelism());
        SQLMetric sent = counters.get(Counter.ANSWERS);
        return Sends.shuffled(
                        right.rows.mapPartitions(rows -> new Home.Answers(cell.value(), rows, source, tasks, sent)),
                        tasks,
                        Home.ANSWER_FIELDS,
                        counters.get(Counter.SHUFFLED))
                .mapPartitionsWithIndex(
                        (task, answers) -> Home.ofNone(cell.value(), task, tasks)
                                .merged(new Cell(0, source.noRows(), source, false), answers),
                        true);
    }

    /** Says which tasks need a row. */
    @FunctionalInterface
    interface Router extends Serializable {

        /**
         * Names the tasks.
         *
         * @param row a row
         * @param space its coordinates in the space of the metric
         * @param task accepts a task
         */
        void route(UnsafeRow row, double[] space, IntConsumer task);
    }

    /** Distributes the rows of a side over tasks; rows without coordinates, if they stay, go to any of them. */
    private static Sends spread(Iterator<UnsafeRow> rows, Source source, Router router, int tasks, SQLMetric sent) {
        boolean isPlain = source.spec().isPlain();
        double[] numbers = new double[source.spec().width()];
        return new Sends(sent) {
            @Override
            UnsafeRow read(IntConsumer task) {
                if (!rows.hasNext()) {
                    return null;
                }
                UnsafeRow row = rows.next();
                if (Cell.accepts(source, row, numbers)) {
                    router.route(row, isPlain ? numbers : source.spec().space(numbers, 1), task);
                } else if (source.keepsSkipped()) {
                    task.accept(Source.hash(row) % tasks);
                }
                return row;
            }
        };
    }

    private JavaRDD<UnsafeRow> spread(Side side, Router router, int tasks, SQLMetric sent) {
        Source source = side.source;
        return Sends.shuffled(
                side.rows.mapPartitions(rows -> spread(rows, source, router, tasks, sent)),
                tasks,
                source.types().length,
                counters.get(Counter.SHUFFLED));
    }

    private JavaRDD<Found> partitioned(SizePlan plan) {
        Space split = Space.split(spec, right.survey.sample(), plan.partitions());
        boolean isKnn = spec.kind() == JoinSpec.Kind.KNN;
        boolean isOwn = spec.self() && isKnn && !split.isSplitById();
        Space space = isOwn
                ? split
                : split.withTasks(
                        left.survey.sample(),
                        plan.queriesOfTask(spec, right.survey.rows(), split.partitions())
                                * left.survey.sample().size()
                                / Math.max(1, left.survey.rows()));
        int tasks = space.tasks();
        counters.get(Counter.PARTITIONS).set(space.partitions());
        counters.get(Counter.TASKS).set(tasks);
        Sent<Space> unbounded = send(space);
        JavaRDD<Cell> cells = cells(unbounded, tasks);
        if (isOwn && space.partitions() == 1) {
            return cells.mapPartitions(cell -> {
                Cell own = cell.next();
                return Search.among(own, own);
            });
        }
        Sent<Space> bounded = bounded(space, unbounded, cells);
        JavaRDD<UnsafeRow> queries =
                isOwn ? null : spread(left, queryRouter(bounded), tasks, counters.get(Counter.LEFT_SENT));
        if (isKnn && space.partitions() > 1) {
            return neighbors(cells, queries, bounded, tasks);
        }
        Source source = left.source;
        return cells.zipPartitions(queries, (cell, lefts) -> Search.among(lefts, source, cell.next()));
    }

    private Sent<Space> bounded(Space space, Sent<Space> unbounded, JavaRDD<Cell> cells) {
        return send(space.withBounds(Shared.collect(cells.map(
                cell -> new Shared<>(Space.Bounds.of(unbounded.value().partitionOf(cell.task()), cell))))));
    }

    /** Adds up the counts of all tasks. In a self-join they have each pair from both sides, and each row with itself. */
    private JavaRDD<Found> total(JavaRDD<Found> found) {
        long[] total = new long[spec.radii().size()];
        for (long[] some : Shared.collect(found.map(Found::counts).map(Shared::new))) {
            for (int i = 0; i < some.length; i++) {
                total[i] = Math.addExact(total[i], some[i]);
            }
        }
        if (spec.self()) {
            Arrays.setAll(total, i -> (total[i] - right.survey.rows()) / 2);
        }
        return context.parallelize(List.of(0), 1).map(part -> Found.counts(total));
    }

    /** Finds the clusters of each partition among its rows and those near it, joins them on the driver, and numbers them. */
    private JavaRDD<Found> clusters(SizePlan plan) {
        Space space = Space.split(spec, right.survey.sample(), plan.partitions());
        int tasks = space.tasks();
        counters.get(Counter.PARTITIONS).set(space.partitions());
        counters.get(Counter.TASKS).set(tasks);
        Sent<Space> unbounded = send(space);
        JavaRDD<Cell> cells = cells(unbounded, tasks);
        Sent<Space> bounded = bounded(space, unbounded, cells);
        SQLMetric sent = counters.get(Counter.LEFT_SENT);
        SQLMetric shuffled = counters.get(Counter.SHUFFLED);
        JavaRDD<UnsafeRow> near = Sends.shuffled(
                cells.mapPartitions(cell -> ClusterPart.near(cell.next(), bounded.value(), sent)),
                tasks,
                1 + spec.dims(),
                shuffled);
        JavaRDD<Shared<ClusterPart>> parts = keep(
                cells.zipPartitions(
                        near,
                        (cell, rows) -> List.of(new Shared<>(ClusterPart.of(cell.next(), rows)))
                                .iterator()),
                StorageLevel.MEMORY_AND_DISK());
        SQLMetric linked = counters.get(Counter.ANSWERS);
        JavaRDD<UnsafeRow> links = Sends.shuffled(
                parts.mapPartitionsWithIndex((task, part) -> part.next().value().links(task, linked), true),
                tasks,
                ClusterPart.LINK_FIELDS,
                shuffled);
        Source source = right.source;
        Sent<int[][]> numbers = send(ClusterPart.Joined.number(
                source,
                Shared.collect(cells.zipPartitions(
                                parts,
                                (cell, part) -> List.of(new Tuple2<>(
                                                cell.next(), part.next().value()))
                                        .iterator())
                        .zipPartitions(links, (both, some) -> {
                            Tuple2<Cell, ClusterPart> pair = both.next();
                            return List.of(new Shared<>(pair._2().joined(pair._1(), some)))
                                    .iterator();
                        }))));
        return cells.zipPartitions(parts, (some, part) -> {
            Cell cell = some.next();
            return List.of(part.next().value().found(cell, numbers.value()[cell.task()]))
                    .iterator();
        });
    }

    /** Returns the right rows of each task, which Spark keeps in memory as long as there is room. */
    private JavaRDD<Cell> cells(Sent<Space> split, int tasks) {
        Source source = right.source;
        Router router = (row, space, task) -> split.value().tasksOf(space, 0, source.order(row), task);
        JavaRDD<Cell> cells = spread(right, router, tasks, counters.get(Counter.RIGHT_SENT))
                .mapPartitionsWithIndex(
                        (task, rows) -> List.of(Cell.of(task, rows, source, true, source.noRows(), Long.MAX_VALUE))
                                .iterator(),
                        true);
        return keep(cells, StorageLevel.MEMORY_ONLY());
    }

    /** Sends a query of a join of neighbors to its home, and other left rows to all partitions that they touch. */
    private Router queryRouter(Sent<Space> bounded) {
        Space.Bound limit = spec.kind() == JoinSpec.Kind.KNN ? null : Space.Bound.of(spec.limit());
        return (row, coordinates, task) -> {
            Space space = bounded.value();
            if (limit == null) {
                task.accept(space.task(space.home(coordinates, 0), Source.hash(row)));
            } else {
                space.touched(coordinates, 0, limit, partition -> task.accept(space.task(partition, Source.hash(row))));
            }
        };
    }

    /** @param queries the queries of each task; null if they are its rows */
    private JavaRDD<Found> neighbors(JavaRDD<Cell> cells, JavaRDD<UnsafeRow> queries, Sent<Space> bounded, int tasks) {
        Source source = left.source;
        JavaRDD<Shared<Home>> atHome = queries == null
                ? cells.map(cell -> new Shared<>(Home.of(cell, null, source)))
                : cells.zipPartitions(
                        queries,
                        (cell, some) -> List.of(new Shared<>(Home.of(cell.next(), some, source)))
                                .iterator());
        JavaRDD<Shared<Home>> homes = keep(atHome, StorageLevel.MEMORY_AND_DISK());
        Source visits = Home.visits(spec, source);
        SQLMetric visited = counters.get(Counter.VISITS);
        SQLMetric answered = counters.get(Counter.ANSWERS);
        JavaRDD<UnsafeRow> further = Sends.shuffled(
                cells.zipPartitions(
                        homes,
                        (cell, home) ->
                                new Home.Visits(cell.next(), home.next().value(), bounded.value(), visits, visited)),
                tasks,
                visits.types().length,
                counters.get(Counter.SHUFFLED));
        JavaRDD<UnsafeRow> answers = Sends.shuffled(
                cells.zipPartitions(further, (cell, some) -> new Home.Answers(cell.next(), some, visits, answered)),
                tasks,
                Home.ANSWER_FIELDS,
                counters.get(Counter.SHUFFLED));
        return cells.zipPartitions(
                        homes,
                        (cell, home) -> List.of(
                                        new Tuple2<>(cell.next(), home.next().value()))
                                .iterator())
                .zipPartitions(answers, (both, found) -> {
                    Tuple2<Cell, Home> home = both.next();
                    return home._2().merged(home._1(), found);
                });
    }
}
