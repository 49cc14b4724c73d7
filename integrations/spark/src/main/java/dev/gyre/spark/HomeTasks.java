package dev.gyre.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.KnownSizeEstimation;
import scala.Tuple2;

/**
 * The tasks of a join of nearest neighbors over partitions: each query is first answered in its home partition, which bounds the
 * distance. It then visits the other partitions that its ball touches, and their answers are sent home and merged.
 */
final class HomeTasks {

    /** Columns of a visit before the id, if there is one, and the numbers: home, query, bound. */
    private static final int VISIT_HEAD = 3;

    /** Columns of an answer: query, key, and the row that was found. */
    static final int ANSWER_FIELDS = 3;

    private static final int SMALL_ROW = 128;

    private HomeTasks() {}

    /** The queries of a task, and their neighbors at home. */
    static final class Home implements Serializable, KnownSizeEstimation {

        private static final long serialVersionUID = 1;

        private final Cell queries;

        /** Rows without coordinates, which have no neighbors. */
        private final Rows skipped;

        /** Neighbors among the rows of the task. */
        private final Lists lists;

        /** The query of the first list. */
        private final int first;

        /**
         * Makes the home of some queries.
         *
         * @param queries the queries; null if they are the rows of the task
         * @param first the first of them that is answered here
         */
        Home(Cell queries, Rows skipped, Lists lists, int first) {
            this.queries = queries;
            this.skipped = skipped;
            this.lists = lists;
            this.first = first;
        }

        @Override
        public long estimatedSize() {
            return lists.bytes() + skipped.bytes() + (queries == null ? 0 : queries.estimatedSize());
        }
    }

    /**
     * Answers the queries of a task at home.
     *
     * @param cell the rows of the task
     * @param input its queries; null if they are its rows
     */
    static Home home(Cell cell, Iterator<UnsafeRow> input, Source source) {
        Rows skipped = source.noRows();
        Cell queries = input == null ? cell : Cell.of(cell.task(), input, source, true, skipped);
        Lists lists = new Lists();
        KnnTasks.all(cell, queries).forEachRemaining(some -> {
            for (int list = 0; list < some.size(); list++) {
                lists.addList(some, list);
            }
        });
        return new Home(input == null ? null : queries, skipped, lists, 0);
    }

    /** The source of queries that visit another partition: an id if the join needs it, and numbers. */
    static Source visits(JoinSpec spec, Source queries) {
        int head = VISIT_HEAD + (spec.self() ? 1 : 0);
        List<Integer> numbers = new ArrayList<>();
        List<DataType> types =
                new ArrayList<>(List.of(DataTypes.IntegerType, DataTypes.IntegerType, DataTypes.DoubleType));
        boolean isText = spec.self() && queries.side().idWidth() == 0;
        if (spec.self()) {
            types.add(isText ? DataTypes.StringType : DataTypes.LongType);
        }
        for (int i = 0; i < spec.width(); i++) {
            numbers.add(head + i);
            types.add(DataTypes.DoubleType);
        }
        JoinSpec.Side side = new JoinSpec.Side(
                "id",
                spec.self() ? types.get(VISIT_HEAD) : null,
                spec.self(),
                queries.side().columns(),
                JoinSpec.Form.COLUMNS);
        return new Source(spec.withLeft(side), false, spec.self() ? VISIT_HEAD : -1, numbers, types);
    }

    /** Sends queries on to the partitions that their balls touch. */
    static Iterator<Tuple2<Integer, UnsafeRow>> visit(Cell cell, Home home, Cells cells, Tasks tasks, Source visits) {
        Cell queries = home.queries == null ? cell : home.queries;
        JoinSpec spec = cell.source().spec();
        double[] space = spec.space(queries.numbers(), queries.size());
        int width = spec.spaceDims();
        UnsafeRowWriter writer = new UnsafeRowWriter(visits.fields(), SMALL_ROW);
        UnsafeRow query = queries.rows().newRow();
        Iterator<Iterator<Tuple2<Integer, UnsafeRow>>> all = Pull.times(queries.size(), row -> {
            Cells.Bound bound = bound(cell, home.lists, row, cells, space, row * width);
            List<Integer> targets = new ArrayList<>(0);
            cells.touched(space, row * width, space, row * width, bound, partition -> {
                if (partition != tasks.partition(cell.task())) {
                    targets.add(partition);
                }
            });
            return Pull.map(targets.iterator(), partition -> {
                queries.rows().get(row, query);
                write(writer, cell.task(), row, bound.key(), queries, query);
                return new Tuple2<>(tasks.of(partition, Source.hash(query)), writer.getRow());
            });
        });
        return Pull.flatMap(all, some -> some);
    }

    private static Cells.Bound bound(Cell cell, Lists lists, int query, Cells cells, double[] space, int at) {
        JoinSpec spec = cell.source().spec();
        int last = lists.end(query) - 1;
        return lists.count(query) == spec.k()
                ? new Cells.Bound(lists.key(last), cell.order(lists.row(last)))
                : cells.bound(space, at, spec.k() + (spec.self() ? cells.mostOfAnId() : 0));
    }

    private static void write(UnsafeRowWriter writer, int home, int row, double bound, Cell queries, UnsafeRow query) {
        Source source = queries.source();
        writer.reset();
        writer.zeroOutNullBytes();
        writer.write(0, home);
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

    /** Answers queries from other tasks, for their homes. */
    static Iterator<Tuple2<Integer, UnsafeRow>> answer(Cell cell, Iterator<UnsafeRow> input, Source visits) {
        int step = KnnTasks.step(cell.source().spec().k());
        Iterator<Iterator<Tuple2<Integer, UnsafeRow>>> all = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return input.hasNext();
            }

            @Override
            public Iterator<Tuple2<Integer, UnsafeRow>> next() {
                Cell queries = Cell.of(0, Pull.limit(input, step), visits, false, visits.noRows());
                Lists lists = new Lists();
                KnnTasks.nearest(cell, queries, 0, queries.size(), lists);
                UnsafeRow query = queries.rows().newRow();
                return answers(cell, lists, list -> queries.rows().get(list, query));
            }
        };
        return Pull.flatMap(all, some -> some);
    }

    /** Says where a list goes. */
    @FunctionalInterface
    interface Visit {

        /** Returns a row of the home, the query, and the largest key that it needs. */
        UnsafeRow of(int list);
    }

    /** Makes answers of lists. */
    static Iterator<Tuple2<Integer, UnsafeRow>> answers(Cell cell, Lists lists, Visit visit) {
        UnsafeRowWriter writer = new UnsafeRowWriter(ANSWER_FIELDS, SMALL_ROW);
        Rows rows = cell.rows();
        UnsafeRow found = rows.newRow();
        return Pull.flatMap(Pull.times(lists.size(), list -> list), list -> {
            UnsafeRow query = visit.of(list);
            int start = lists.start(list);
            int end = start;
            while (end < lists.end(list) && lists.key(end) <= query.getDouble(2)) {
                end++;
            }
            return Pull.times(end - start, rank -> {
                rows.get(lists.row(start + rank), found);
                writer.reset();
                writer.zeroOutNullBytes();
                writer.write(0, query.getInt(1));
                writer.write(1, lists.key(start + rank));
                writer.write(2, found.getBytes());
                return new Tuple2<>(query.getInt(0), writer.getRow());
            });
        });
    }

    /** A neighbor of a query: a row of some rows, and its key. */
    private record Candidate(double key, Rows rows, int row) {}

    /** The answers from other tasks, by query. */
    private static final class Answers {

        private final Rows rows;
        private double[] keys = new double[16];
        private int[] previous = new int[16];
        private final int[] last;

        Answers(int fields, int first, int queries, Iterator<UnsafeRow> input) {
            rows = new Rows(fields);
            last = new int[queries];
            Arrays.fill(last, -1);
            while (input.hasNext()) {
                UnsafeRow answer = input.next();
                int at = rows.size();
                if (at == keys.length) {
                    keys = Arrays.copyOf(keys, at + (at >> 1));
                    previous = Arrays.copyOf(previous, keys.length);
                }
                int query = answer.getInt(0) - first;
                keys[at] = answer.getDouble(1);
                previous[at] = last[query];
                last[query] = at;
                rows.addInner(answer, 2);
            }
        }
    }

    /** Merges the answers at home with those of other tasks, and writes them. */
    static Iterator<InternalRow> merge(Cell cell, Home home, Iterator<UnsafeRow> input, Output output) {
        Cell queries = home.queries == null ? cell : home.queries;
        Lists lists = home.lists;
        Answers answers = new Answers(cell.source().fields(), home.first, lists.size(), input);
        Output.Writer writer = output.writer();
        UnsafeRow left = queries.rows().newRow();
        UnsafeRow right = cell.rows().newRow();
        Rows rights = cell.rows();
        Rows lefts = queries.rows();
        Iterator<Iterator<InternalRow>> all = Pull.times(lists.size(), list -> {
            lefts.get(home.first + list, left);
            if (answers.last[list] < 0) {
                int start = lists.start(list);
                return writer.neighbors(
                        left,
                        lists.count(list),
                        rank -> rights.get(lists.row(start + rank), right),
                        rank -> lists.key(start + rank));
            }
            List<Candidate> merged = candidates(cell, lists, list, answers);
            return writer.neighbors(
                    left,
                    Math.min(merged.size(), cell.source().spec().k()),
                    rank -> merged.get(rank).rows.get(merged.get(rank).row, right),
                    rank -> merged.get(rank).key);
        });
        return Pull.flatMap(Pull.concat(all, unmatched(home.skipped, writer)), some -> some);
    }

    /** Writes rows that have no neighbors, if the join keeps them. */
    static Iterator<Iterator<InternalRow>> unmatched(Rows rows, Output.Writer writer) {
        UnsafeRow left = rows.newRow();
        return Pull.times(rows.size(), row -> writer.neighbors(rows.get(row, left), 0, null, null));
    }

    private static List<Candidate> candidates(Cell cell, Lists lists, int list, Answers answers) {
        List<Candidate> all = new ArrayList<>();
        for (int entry = lists.start(list); entry < lists.end(list); entry++) {
            all.add(new Candidate(lists.key(entry), cell.rows(), lists.row(entry)));
        }
        for (int at = answers.last[list]; at >= 0; at = answers.previous[at]) {
            all.add(new Candidate(answers.keys[at], answers.rows, at));
        }
        UnsafeRow left = cell.rows().newRow();
        UnsafeRow right = cell.rows().newRow();
        Source source = cell.source();
        Comparator<Candidate> byKey = Comparator.comparingDouble(Candidate::key);
        all.sort(byKey.thenComparing((a, b) -> {
            a.rows.get(a.row, left);
            b.rows.get(b.row, right);
            int byOrder = Long.compare(source.order(left), source.order(right));
            return byOrder != 0 ? byOrder : source.compare(left, right);
        }));
        return all;
    }
}
