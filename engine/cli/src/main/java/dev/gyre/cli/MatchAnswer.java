package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.Labels;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.io.MatchVectors;
import dev.gyre.engine.io.PointFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The matches of queries. The search runs while they are written, so there may be more matches than memory holds. Valid as long as the
 * engine is open.
 */
class MatchAnswer implements Answer.OfVectors {

    /** Most matches of a query that the table shows. */
    private static final int MAX_SHOWN = 3;

    /** So many matches are announced before they are written: they need some minutes and tens of gigabytes. */
    private static final long MANY = 1L << 31;

    /** For two row numbers and a distance. */
    private static final long BYTES_OF_RECORD = 32;

    private final MatchSource source;
    private final JoinedColumns columns;
    private final Sought sought;
    private final MatchSource.Kept kept;
    private int[] counts;
    private long handedOut = -1;

    /** What queries and matches are called. */
    private enum Words {
        QUERIES("query", "query", "queries", "match", "matches"),
        LEFT_ROWS("left", "left row", "left rows", "right", "matches"),
        ROWS("row", "row", "rows", "neighbor", "edges");

        private final String column;
        private final String one;
        private final String many;
        private final String matchColumn;
        private final String matches;

        Words(String column, String one, String many, String matchColumn, String matches) {
            this.column = column;
            this.one = one;
            this.many = many;
            this.matchColumn = matchColumn;
            this.matches = matches;
        }

        private String counted(int number) {
            return Numbers.counted(number, one, many);
        }
    }

    /**
     * The condition that makes a row a match.
     *
     * @param facts the condition by name, for scripts
     * @param hasDistances whether matches have distances
     */
    record Sought(Words words, String text, Facts facts, boolean hasDistances) {

        static Sought byQueries(String text, Facts facts, boolean hasDistances) {
            return new Sought(Words.QUERIES, text, facts, hasDistances);
        }

        static Sought ofEdges(String text, Facts facts) {
            return new Sought(Words.ROWS, text, facts, true);
        }

        static Sought byLeftRows(String text, Facts facts, boolean hasDistances) {
            return new Sought(Words.LEFT_ROWS, text, facts, hasDistances);
        }

        /** Matches of left rows are ranked, if they have distances. */
        private boolean areRanked() {
            return words == Words.LEFT_ROWS && hasDistances;
        }

        private Object[] columns(JoinedColumns joined) {
            AnswerColumn left = joined.left().labelColumn(words.column);
            AnswerColumn distance = AnswerColumn.distance("distance");
            if (areRanked()) {
                AnswerColumn match = joined.right().labelColumn(words.matchColumn);
                return new Object[] {left, match, AnswerColumn.count("rank"), distance};
            }
            return hasDistances
                    ? new Object[] {left, joined.right().labelColumn("neighbor"), distance}
                    : new Object[] {left, joined.right().labelColumn(words.matchColumn)};
        }

        /** Returns the cells of a match; those of none are null but the label. */
        private Object[] cells(Object label, Object match, Object rank, Object distance) {
            if (areRanked()) {
                return new Object[] {label, match, rank, distance};
            }
            return hasDistances ? new Object[] {label, match, distance} : new Object[] {label, match};
        }
    }

    MatchAnswer(MatchSource source, Labels queries, Labels rows, Sought sought, MatchSource.Kept kept) {
        this.source = source;
        this.columns = new JoinedColumns(queries, rows);
        this.sought = sought;
        this.kept = kept;
    }

    private int[] counts() {
        if (counts == null) {
            counts = source.counts().get();
        }
        return counts;
    }

    /** Returns the number of kept matches; counts them unless they have been handed out. */
    final long size() {
        if (handedOut >= 0) {
            return handedOut;
        }
        long size = Arrays.stream(counts())
                .mapToLong(count -> Math.min(count, kept.max()))
                .sum();
        return kept.pairsOnce() ? size / 2 : size;
    }

    /** Tells the number of matches to write, if it is very large, and advice for an answer with fewer. */
    MatchAnswer announced(OutputOptions<?> output, String advice) {
        if (!kept.countsOnly() && output.writesAll() && !output.isQuiet() && size() >= MANY) {
            output.tell("gyre: " + Numbers.grouped(size()) + " matches, about "
                    + Numbers.grouped(size() * BYTES_OF_RECORD >> 30) + " GiB of CSV; " + advice);
        }
        return this;
    }

    @Override
    public void print(int shownRows, PrintWriter out) {
        int shown = Math.min(shownRows, source.queries());
        if (shown > 0) {
            TextTable table = new TextTable();
            String first = sought.hasDistances() ? "nearest" : "first";
            table.add(
                    kept.countsOnly()
                            ? new String[] {sought.words().column, "matches"}
                            : new String[] {sought.words().column, sought.words().matches, first});
            for (int query = 0; query < shown; query++) {
                table.add(cells(query));
            }
            table.print(out);
        }
        out.println(Numbers.grouped(shown) + " of " + sought.words().counted(source.queries()) + ", " + matches()
                + (shown < source.queries() ? "; --rows N shows more, --output FILE writes all" : ""));
    }

    private String[] cells(int query) {
        String label = columns.left().label(query);
        if (kept.countsOnly()) {
            return new String[] {label, Numbers.grouped(counts()[query])};
        }
        Matches matches = source.matches().apply(query);
        int[] ranks = IntStream.range(0, matches.count(0))
                .filter(rank -> !kept.pairsOnce() || matches.id(0, rank) > query)
                .limit(kept.max())
                .toArray();
        Stream<String> shown = Arrays.stream(ranks).limit(MAX_SHOWN).mapToObj(rank -> {
            String match = columns.right().label(matches.id(0, rank));
            return sought.hasDistances()
                    ? NeighborAnswer.cell(match, matches.distance(0, rank), matches.metric())
                    : match;
        });
        return Stream.concat(Stream.of(label, Numbers.grouped(ranks.length)), shown)
                .toArray(String[]::new);
    }

    @Override
    public void records(Monitor monitor, Consumer<Object[]> records) {
        if (kept.countsOnly()) {
            giveCounts(records);
        } else {
            giveMatches(records, monitor);
        }
    }

    private void giveCounts(Consumer<Object[]> records) {
        JoinedColumns ofQueries = new JoinedColumns(columns.left(), Labels.of(List.of()));
        records.accept(
                ofQueries.header(columns.left().labelColumn(sought.words().column), AnswerColumn.count("matches")));
        for (int query = 0; query < counts().length; query++) {
            records.accept(
                    ofQueries.cells(query, JoinedColumns.NO_ROW, columns.left().labelCell(query), counts()[query]));
        }
    }

    private void giveMatches(Consumer<Object[]> records, Monitor monitor) {
        boolean hasDistances = sought.hasDistances();
        records.accept(columns.header(sought.columns(columns)));
        int[] next = new int[1];
        handOut(monitor, (first, part) -> {
            for (int query = 0; query < part.queries(); query++) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new CancellationException("cancelled: not all was written");
                }
                Object label = columns.left().labelCell(first + query);
                if (part.count(query) > 0) {
                    giveUnmatched(records, next[0], first + query);
                    next[0] = first + query + 1;
                }
                for (int rank = 0; rank < part.count(query); rank++) {
                    int id = part.id(query, rank);
                    Object match = columns.right().labelCell(id);
                    Object distance = hasDistances ? part.distance(query, rank) : null;
                    records.accept(columns.cells(first + query, id, sought.cells(label, match, rank + 1, distance)));
                }
            }
        });
        giveUnmatched(records, next[0], source.queries());
    }

    /** Gives queries without a match, if they are wanted. */
    private void giveUnmatched(Consumer<Object[]> records, int from, int to) {
        for (int query = from; kept.leftJoin() && query < to; query++) {
            Object label = columns.left().labelCell(query);
            records.accept(columns.cells(query, JoinedColumns.NO_ROW, sought.cells(label, null, null, null)));
        }
    }

    @Override
    public void writeVectors(Content content, PointFormat format, OutputStream out, Monitor monitor)
            throws IOException {
        MatchVectors file = switch (content) {
            case IDS -> MatchVectors.ofIds(format, size(), out);
            case DISTANCES -> MatchVectors.ofDistances(format, size(), out);
            case NEIGHBORS -> MatchVectors.ofNeighbors(size(), out);
            case STARTS -> MatchVectors.ofStarts(counts().length, size(), out);
        };
        writeParts(file::write, monitor);
        file.finish();
    }

    /** Writes the matches of some queries, from the first one on. */
    @FunctionalInterface
    interface PartWriter {
        void write(int first, Matches part) throws IOException;
    }

    /** Writes the kept matches. */
    final void writeParts(PartWriter writer, Monitor monitor) throws IOException {
        try {
            handOut(monitor, (first, part) -> {
                try {
                    writer.write(first, part);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Hands out the kept matches. */
    private void handOut(Monitor monitor, Matches.Consumer consumer) {
        long[] size = new long[1];
        Matches.Consumer counting = (first, part) -> {
            size[0] += part.size();
            consumer.accept(first, part);
        };
        source.handOut().to(monitor, counting);
        handedOut = size[0];
    }

    private boolean arePairs() {
        return kept.pairsOnce() || sought.words() == Words.LEFT_ROWS;
    }

    private String matches() {
        if (arePairs()) {
            return Numbers.counted(size(), "pair");
        }
        return sought.words() == Words.ROWS
                ? Numbers.counted(size(), "edge")
                : Numbers.counted(size(), "match", "matches");
    }

    /** The remark says that the host did the work, if it did: the last line names the engine's device. */
    @Override
    public Outcome outcome(long workNanos) {
        JoinMethod method = source.method().get();
        Facts facts = Facts.of(sought.words().many.replace(' ', '_'), source.queries())
                .and(sought.facts())
                .and(arePairs() ? "pairs" : sought.words().matches, size())
                .and("method", method == null ? null : Names.nameOf(method));
        return new Outcome(
                sought.words().counted(source.queries()) + ", " + sought.text() + ", " + matches(),
                facts,
                source.times().apply(workNanos),
                method == JoinMethod.BRUTE_FORCE ? "all distances, on the threads of the host" : "");
    }
}
