package dev.gyre.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.KnownSizeEstimation;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The queries of a task, and their neighbors among its rows, which bound the distance. A query then visits the other partitions that its
 * ball touches, and their answers are sent home and merged.
 */
final class Home implements Serializable, KnownSizeEstimation {

    private static final long serialVersionUID = 1;

    /** Columns of a visit before the id, if there is one, and the numbers: home, query, bound. */
    private static final int VISIT_HEAD = 3;

    /** Columns of an answer: query, key, and the row that was found. */
    static final int ANSWER_FIELDS = 3;

    private static final int SMALL_ROW = 128;

    /** Queries whose answers are merged together. */
    private static final int MERGED = 1 << 12;

    /** The queries; null if they are the rows of the task. */
    private final Cell queries;

    /** Rows without coordinates, which have no neighbors. */
    private final Rows skipped;

    private final Lists lists;

    /** The query of the first list. */
    private final int first;

    private Home(Cell queries, Rows skipped, Lists lists, int first) {
        this.queries = queries;
        this.skipped = skipped;
        this.lists = lists;
        this.first = first;
    }

    /**
     * Answers the queries of a task at home.
     *
     * @param cell the rows of the task
     * @param input its queries; null if they are its rows
     */
    static Home of(Cell cell, Iterator<UnsafeRow> input, Source source) {
        Rows skipped = source.noRows();
        Cell queries = input == null ? null : Cell.of(cell.task(), input, source, true, skipped, Long.MAX_VALUE);
        return new Home(queries, skipped, Search.neighbors(input == null ? cell : queries, cell), 0);
    }

    /** Makes the home of consecutive queries without neighbors, those of one of several tasks: see {@link #task}. */
    static Home ofNone(Cell queries, int task, int tasks) {
        Lists none = new Lists();
        int first = (int) Math.ceilDiv((long) task * queries.size(), tasks);
        for (int row = first; row < queries.size() && task(row, queries, tasks) == task; row++) {
            none.begin();
        }
        return new Home(queries, queries.source().noRows(), none, first);
    }

    private static int task(int row, Cell queries, int tasks) {
        return (int) ((long) row * tasks / queries.size());
    }

    @Override
    public long estimatedSize() {
        return lists.bytes() + skipped.bytes() + (queries == null ? 0 : queries.estimatedSize());
    }

    /** The source of queries that visit another partition: an id if the join needs it, and numbers. */
    static Source visits(JoinSpec spec, Source queries) {
        List<DataType> types =
                new ArrayList<>(List.of(DataTypes.IntegerType, DataTypes.IntegerType, DataTypes.DoubleType));
        if (spec.self()) {
            types.add(queries.side().idWidth() == 0 ? DataTypes.StringType : DataTypes.LongType);
        }
        int[] numbers = new int[spec.width()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = types.size();
            types.add(DataTypes.DoubleType);
        }
        JoinSpec.Side side = new JoinSpec.Side(
                "id",
                spec.self() ? types.get(VISIT_HEAD) : null,
                spec.self(),
                queries.side().columns(),
                JoinSpec.Form.COLUMNS);
        int id = spec.self() ? VISIT_HEAD : -1;
        return new Source(spec.withLeft(side), false, id, numbers, types.toArray(new DataType[0]));
    }

    /** Sends queries on to the partitions that their balls touch. */
    static final class Visits extends Sends {

        private final Cell cell;
        private final Lists lists;
        private final Cell queries;
        private final Space space;
        private final double[] coordinates;
        private final int dims;
        private final int own;
        private final UnsafeRow query;
        private final UnsafeRowWriter writer;
        private int next;
        private boolean isVisiting;

        Visits(Cell cell, Home home, Space space, Source visits, SQLMetric sent) {
            super(sent);
            this.cell = cell;
            this.lists = home.lists;
            this.queries = home.queries == null ? cell : home.queries;
            this.space = space;
            this.coordinates = cell.source().spec().space(queries.numbers(), queries.size());
            this.dims = cell.source().spec().spaceDims();
            this.own = space.partitionOf(cell.task());
            this.query = queries.rows().newRow();
            this.writer = new UnsafeRowWriter(visits.types().length, SMALL_ROW);
        }

        @Override
        UnsafeRow read(IntConsumer task) {
            if (next == queries.size()) {
                return null;
            }
            int row = next++;
            int at = row * dims;
            int last = lists.end(row) - 1;
            JoinSpec spec = cell.source().spec();
            Space.Bound bound = lists.count(row) == spec.k()
                    ? Space.Bound.of(lists.key(last))
                    : space.bound(coordinates, at, spec.k() + (spec.self() ? space.maxOfAnId() : 0));
            isVisiting = false;
            space.touched(coordinates, at, bound, partition -> isVisiting |= partition != own);
            if (isVisiting) {
                visit(
                        row,
                        lists.count(row) == spec.k()
                                ? new Space.Bound(bound.key(), cell.order(lists.row(last)))
                                : bound,
                        task);
            }
            return writer.getRow();
        }

        /** Visits the partitions that may have rows before the last neighbor in the order of (key, row). */
        private void visit(int row, Space.Bound bound, IntConsumer task) {
            queries.rows().get(row, query);
            isVisiting = false;
            space.touched(coordinates, row * dims, bound, partition -> {
                if (partition != own) {
                    isVisiting = true;
                    task.accept(space.task(partition, Source.hash(query)));
                }
            });
            if (isVisiting) {
                write(row, bound.key());
            }
        }

        private void write(int row, double bound) {
            Source source = queries.source();
            writer.reset();
            writer.zeroOutNullBytes();
            writer.write(0, cell.task());
            writer.write(1, row);
            writer.write(2, bound);
            int at = VISIT_HEAD;
            if (source.spec().self()) {
                if (source.side().idWidth() == 0) {
                    writer.write(at++, query.getUTF8String(source.id()));
                } else {
                    writer.write(at++, queries.order(row));
                }
            }
            int width = source.spec().width();
            for (int i = 0; i < width; i++) {
                writer.write(at + i, queries.numbers()[row * width + i]);
            }
        }
    }

    /** Sends what was found to the homes of the queries. */
    static final class Answers extends Sends {

        private final Iterator<Found> all;

        /** The number of tasks over which the queries themselves are distributed; 0 if they are visits, which say where they come from. */
        private final int tasks;

        private final Cell queries;
        private final UnsafeRowWriter writer = new UnsafeRowWriter(ANSWER_FIELDS, SMALL_ROW);
        private Found found;
        private UnsafeRow visit;
        private UnsafeRow right;
        private int list;
        private int home;
        private int query;
        private int entry;
        private int end;

        /** Answers visits. */
        Answers(Cell cell, Iterator<UnsafeRow> visits, Source source, SQLMetric sent) {
            this(Search.among(visits, source, cell), null, 0, sent);
        }

        /** Answers queries that several tasks have, each among rows of its own. */
        Answers(Cell queries, Iterator<UnsafeRow> rights, Source source, int tasks, SQLMetric sent) {
            this(Search.among(queries, rights, source), queries, tasks, sent);
        }

        private Answers(Iterator<Found> all, Cell queries, int tasks, SQLMetric sent) {
            super(sent);
            this.all = all;
            this.queries = queries;
            this.tasks = tasks;
        }

        @Override
        UnsafeRow read(IntConsumer task) {
            while (entry == end) {
                if (found != null && list + 1 < found.lists().size()) {
                    list++;
                    begin(found.lists());
                } else if (all.hasNext()) {
                    found = all.next();
                    list = -1;
                } else {
                    return null;
                }
            }
            task.accept(home);
            right = found.rights()
                    .get(
                            found.lists().row(entry),
                            right == null ? found.rights().newRow() : right);
            writer.reset();
            writer.zeroOutNullBytes();
            writer.write(0, query);
            writer.write(1, found.lists().key(entry++));
            writer.write(2, right.getBytes());
            return writer.getRow();
        }

        private void begin(Lists lists) {
            query = found.first() + list;
            entry = lists.start(list);
            end = lists.end(list);
            if (queries != null) {
                home = task(query, queries, tasks);
                return;
            }
            visit = found.lefts().get(query, visit == null ? found.lefts().newRow() : visit);
            home = visit.getInt(0);
            query = visit.getInt(1);
            // Others come after the neighbors at home.
            while (end > entry && lists.key(end - 1) > visit.getDouble(2)) {
                end--;
            }
        }
    }

    /** A neighbor of a query: a row as in {@link Found}, and its key. */
    private record Candidate(double key, int row) {}

    /** Merges the neighbors at home with the answers of other tasks. */
    Iterator<Found> merged(Cell cell, Iterator<UnsafeRow> answers) {
        Merge merge = new Merge(cell, answers);
        Rows lefts = (queries == null ? cell : queries).rows();
        return CollectionConverters.asJava(Search.parts(
                        lists.size(),
                        MERGED,
                        (from, to) ->
                                new Found(lefts, first + from, merge.lists(from, to), cell.rows(), merge.others, 0))
                .concat(() -> scala.collection.Iterator$.MODULE$.single(Found.nothing(skipped))));
    }

    private final class Merge {

        private final Cell cell;

        /** The rows of the answers, their keys, and for each the answer before it to the same query, or -1. */
        private final Rows others;

        private double[] keys = new double[16];
        private int[] previous = new int[16];

        /** The last answer to each query, or -1. */
        private final int[] last = new int[lists.size()];

        Merge(Cell cell, Iterator<UnsafeRow> input) {
            this.cell = cell;
            this.others = cell.source().noRows();
            Arrays.fill(last, -1);
            while (input.hasNext()) {
                UnsafeRow answer = input.next();
                int at = others.size();
                if (at == keys.length) {
                    keys = Arrays.copyOf(keys, at + (at >> 1));
                    previous = Arrays.copyOf(previous, keys.length);
                }
                int query = answer.getInt(0) - first;
                keys[at] = answer.getDouble(1);
                previous[at] = last[query];
                last[query] = at;
                others.addInner(answer, 2);
            }
        }

        Lists lists(int from, int to) {
            Lists merged = new Lists(to - from, lists.end(to - 1) - lists.start(from));
            int list = from;
            while (list < to) {
                int open = list;
                while (open < to && last[open] < 0) {
                    open++;
                }
                merged.addAll(lists, list, open);
                if (open < to) {
                    merged.begin();
                    candidates(open).stream()
                            .limit(cell.source().spec().k())
                            .forEach(each -> merged.add(each.row, each.key));
                }
                list = open + 1;
            }
            return merged;
        }

        private List<Candidate> candidates(int list) {
            List<Candidate> all = new ArrayList<>();
            for (int entry = lists.start(list); entry < lists.end(list); entry++) {
                all.add(new Candidate(lists.key(entry), lists.row(entry)));
            }
            for (int at = last[list]; at >= 0; at = previous[at]) {
                all.add(new Candidate(keys[at], ~at));
            }
            all.sort(Comparator.comparingDouble(Candidate::key).thenComparing(this::compareRows));
            return all;
        }

        private int compareRows(Candidate a, Candidate b) {
            Source source = cell.source();
            UnsafeRow left = row(a);
            UnsafeRow right = row(b);
            int byOrder = Long.compare(source.order(left), source.order(right));
            return byOrder != 0 ? byOrder : source.compare(left, right);
        }

        private UnsafeRow row(Candidate each) {
            return each.row < 0
                    ? others.get(~each.row, others.newRow())
                    : cell.rows().get(each.row, others.newRow());
        }
    }
}
