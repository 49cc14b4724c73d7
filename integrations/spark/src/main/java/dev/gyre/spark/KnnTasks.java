package dev.gyre.spark;

import dev.gyre.engine.data.Neighbors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.Tuple2;

/**
 * The tasks of a join of nearest neighbors over partitions: each query is first answered in its home partition, which bounds the
 * distance. It then visits the other partitions that its ball touches, and their answers are sent home and merged.
 */
final class KnnTasks {

    /** Queries of a call of the engine. */
    private static final int QUERIES = 1 << 17;

    /** Neighbors of a batch of answers, about. */
    private static final int BATCH = 1 << 16;

    private KnnTasks() {}

    /**
     * Answers of some queries at home.
     *
     * @param queries ids of the queries
     * @param lists their neighbors at home; the rows are those of the queries in the task
     * @param visits by task, the queries that go on there
     */
    record Home(Ids queries, Lists lists, Map<Integer, Visits> visits) implements Serializable {

        private static final long serialVersionUID = 1;
    }

    /** Returns the rows of a task, sorted. */
    static Cell cell(int task, Iterator<Rows> blocks, InputColumns input) {
        return Cell.of(task, together(blocks, input), input.spec());
    }

    static Rows together(Iterator<Rows> blocks, InputColumns input) {
        Rows rows = input.emptyRows();
        blocks.forEachRemaining(rows::addAll);
        return rows;
    }

    /**
     * Answers the queries of a task.
     *
     * @param cell the rows of the task
     * @param blocks its queries; null if they are its rows
     */
    static Iterator<Home> home(
            Cell cell, Iterator<Rows> blocks, Broadcast<Cells> cells, Broadcast<Tasks> tasks, SQLMetric visits) {
        JoinSpec spec = cell.spec();
        Rows queries = blocks == null
                ? cell.rows()
                : together(blocks, new InputColumns(spec, false)).sorted(ExecutorEngine.get());
        int most = spec.self() ? cell.mostOfAnId() : 0;
        boolean isOwn = blocks == null && most <= 1;
        int step = isOwn ? Math.max(1, queries.size()) : QUERIES;
        Homes homes = new Homes(cell.task(), cell, queries, spec, cells.value(), tasks.value(), visits);
        Iterator<Iterator<Home>> calls = Pull.parts(queries.size(), step, (first, end) -> {
            Neighbors near =
                    isOwn ? cell.nearestOthers(spec.k()) : nearest(cell, slice(queries, first, end), spec.k() + most);
            return Pull.parts(
                    end - first, rowsOfBatch(spec), (from, to) -> homes.batch(near, first, first + from, first + to));
        });
        return Pull.flatMap(calls, some -> some);
    }

    /** Returns the number of queries of a batch of answers. */
    static int rowsOfBatch(JoinSpec spec) {
        return Math.max(1, BATCH / spec.k());
    }

    /** Returns the nearest rows of queries; a cell without rows has none. */
    static Neighbors nearest(Cell cell, Rows queries, int k) {
        return cell.nearest(Cell.points(queries, cell.spec()), k);
    }

    static Rows slice(Rows rows, int first, int end) {
        return first == 0 && end == rows.size()
                ? rows
                : rows.gather(IntStream.range(first, end).toArray());
    }

    /** Appends the neighbors of a query to the latest list: at most k, within a key, and in a self-join without rows of the query's id. */
    static void addList(Neighbors near, int query, Cell cell, Rows queries, int row, double bound, Lists to) {
        JoinSpec spec = cell.spec();
        int count = near.count(query);
        int taken = 0;
        for (int rank = 0; rank < count && taken < spec.k(); rank++) {
            double key = near.key(query, rank);
            if (key > bound) {
                return;
            }
            int id = near.id(query, rank);
            if (!spec.self() || cell.ids().compare(id, queries.ids(), row) != 0) {
                to.add(cell.ids(), id, key);
                taken++;
            }
        }
    }

    /** Makes answers at home, batch by batch. */
    private record Homes(int task, Cell cell, Rows queries, JoinSpec spec, Cells cells, Tasks tasks, SQLMetric visits) {

        Home batch(Neighbors near, int nearFirst, int first, int end) {
            Lists lists = new Lists(cell.ids().empty());
            Rows some = slice(queries, first, end);
            for (int row = first; row < end; row++) {
                lists.begin(row);
                addList(near, row - nearFirst, cell, queries, row, Double.POSITIVE_INFINITY, lists);
            }
            Map<Integer, Visits> further = new HashMap<>();
            if (cells.splits().partitions() > 1) {
                double[] space = spec.space(some);
                for (int row = first; row < end; row++) {
                    goOn(space, (row - first) * spec.spaceDims(), row, lists, row - first, further);
                }
            }
            further.values().forEach(visit -> visits.add(visit.queries().size()));
            return new Home(some.ids(), lists, further);
        }

        private void goOn(double[] space, int at, int row, Lists lists, int list, Map<Integer, Visits> further) {
            int last = lists.end(list) - 1;
            Cells.Bound bound = last + 1 - lists.start(list) == spec.k()
                    ? new Cells.Bound(lists.key(last), lists.ids(), last)
                    : cells.bound(space, at, spec.k() + (spec.self() ? cells.mostOfAnId() : 0));
            int home = tasks.partition(task);
            cells.touched(space, at, space, at, bound, partition -> {
                if (partition != home) {
                    further.computeIfAbsent(
                                    tasks.of(partition, queries.hash(row)), any -> new Visits(task, queries.empty()))
                            .add(queries, row, bound.key());
                }
            });
        }
    }

    /** Answers the queries that come from other tasks, for their homes. */
    static Iterator<Tuple2<Integer, Lists>> visit(Cell cell, Iterator<Visits> visits, SQLMetric bytes) {
        Iterator<List<Visits>> calls = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return visits.hasNext();
            }

            @Override
            public List<Visits> next() {
                List<Visits> some = new ArrayList<>();
                for (int count = 0; count < QUERIES && visits.hasNext(); ) {
                    some.add(visits.next());
                    count += some.getLast().queries().size();
                }
                return some;
            }
        };
        return Pull.map(Pull.flatMap(calls, some -> answers(cell, some)), answer -> {
            bytes.add(answer._2().bytes());
            return answer;
        });
    }

    private static Iterator<Tuple2<Integer, Lists>> answers(Cell cell, List<Visits> visits) {
        JoinSpec spec = cell.spec();
        Rows queries = visits.get(0).queries().empty();
        visits.forEach(visit -> queries.addAll(visit.queries()));
        Neighbors near = nearest(cell, queries, spec.k() + (spec.self() ? cell.mostOfAnId() : 0));
        Map<Integer, Lists> byHome = new HashMap<>();
        int query = 0;
        for (Visits visit : visits) {
            Lists lists = byHome.computeIfAbsent(
                    visit.home(), any -> new Lists(cell.ids().empty()));
            for (int i = 0; i < visit.queries().size(); i++, query++) {
                lists.begin(visit.row(i));
                addList(near, query, cell, queries, query, visit.bound(i), lists);
            }
        }
        return byHome.entrySet().stream()
                .map(entry -> new Tuple2<>(entry.getKey(), entry.getValue()))
                .iterator();
    }

    /** Merges the answers of a task with those of other tasks. */
    static Iterator<ColumnarBatch> merge(Iterator<Home> homes, Iterator<Lists> found, JoinSpec spec, Output output) {
        Map<Integer, List<Entry>> byRow = new HashMap<>();
        found.forEachRemaining(lists -> {
            for (int list = 0; list < lists.size(); list++) {
                if (lists.end(list) > lists.start(list)) {
                    byRow.computeIfAbsent(lists.row(list), any -> new ArrayList<>(2))
                            .add(new Entry(lists, list));
                }
            }
        });
        return Pull.map(homes, home -> {
            Lists lists = home.lists();
            output.begin(Math.max(1, lists.size() * spec.k()));
            for (int list = 0; list < lists.size(); list++) {
                Entry merged = new Entry(lists, list);
                for (Entry other : byRow.getOrDefault(lists.row(list), List.of())) {
                    merged = merged.with(other, spec.k());
                }
                output.addNeighbors(home.queries(), list, merged.lists, merged.list);
            }
            return output.end();
        });
    }

    /** A list among lists. */
    record Entry(Lists lists, int list) {

        Entry with(Entry other, int k) {
            Lists merged = new Lists(lists.ids().empty());
            merged.begin(lists.row(list));
            Lists.merge(lists, list, other.lists, other.list, k, merged);
            return new Entry(merged, 0);
        }
    }
}
