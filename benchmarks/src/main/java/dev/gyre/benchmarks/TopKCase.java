package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** One top-k join for the {@link TopKExperiment}, arrays in, arrays out, by one method. All methods of the same question take turns. */
final class TopKCase implements Case {

    static final List<String> TITLES = List.of(
            ("data,left,right,k,method,device,runs,first ns,second ns,median ns,fastest ns,slowest ns,pairs,pairs tested,"
                            + "rounds")
                    .split(","));

    private static final String CALL = "call";

    private final Sides sides;
    private final int k;
    private final TopKPeer peer;
    private final List<TopKCase> rivals = new ArrayList<>();
    private TopKPeer.Found found;

    /** Rows that cases have in common: made by the first of them. */
    private static final class Sides {

        private final TopKData data;
        private final int leftSize;
        private final int rightSize;
        private TopKData.Rows left;
        private TopKData.Rows right;

        Sides(TopKData data, int leftSize, int rightSize) {
            this.data = data;
            this.leftSize = leftSize;
            this.rightSize = rightSize;
        }

        void make() {
            if (left == null) {
                left = data.rows(leftSize, true);
                right = data.rows(rightSize, false);
            }
        }
    }

    private TopKCase(Sides sides, int k, TopKPeer peer) {
        this.sides = sides;
        this.k = k;
        this.peer = peer;
    }

    /** All methods of a question: the first one has the others as rivals. */
    static TopKCase all(TopKData data, int left, int right, int k, List<TopKPeer> peers) {
        Sides sides = new Sides(data, left, right);
        List<TopKCase> cases =
                peers.stream().map(peer -> new TopKCase(sides, k, peer)).toList();
        cases.get(0).rivals.addAll(cases.subList(1, cases.size()));
        return cases.get(0);
    }

    @Override
    public List<TopKCase> rivals() {
        return rivals;
    }

    @Override
    public boolean runsOn(String device) {
        return peer.runsOn(device);
    }

    @Override
    public String series() {
        return toString();
    }

    @Override
    public String question() {
        return sides.data + " " + sides.leftSize + " x " + sides.rightSize + ", k = " + k;
    }

    @Override
    public List<String> timings() {
        return List.of(CALL);
    }

    @Override
    public Supplier<Run> open(Engine engine, String timing) {
        sides.make();
        if (peer == TopKPeer.DUCKDB) {
            DuckDbTopK.open(sides.left, sides.right);
        }
        return () -> {
            long nanos = Run.time(() -> found = peer.find(engine, sides.left, sides.right, k));
            return new Run(nanos, Map.of(), Run.UNKNOWN, (long) Arrays.hashCode(found.scores()));
        };
    }

    @Override
    public List<Row> rows(String device, Map<String, Runs> all) {
        Runs runs = all.get(CALL);
        if (runs == null) {
            return List.of();
        }
        List<Run> early = runs.early();
        return List.of(Row.of(
                TITLES,
                List.of(
                        sides.data,
                        sides.leftSize,
                        sides.rightSize,
                        k,
                        peer,
                        device,
                        runs.count(),
                        early.get(0).nanos(),
                        early.get(early.size() - 1).nanos(),
                        runs.medianRun().nanos(),
                        runs.fastest(),
                        runs.slowest(),
                        found.scores().length,
                        found.tested(),
                        found.rounds())));
    }

    @Override
    public void close() {
        if (peer == TopKPeer.DUCKDB) {
            DuckDbTopK.close(sides.left);
        }
        sides.left = null;
        sides.right = null;
    }

    @Override
    public String toString() {
        return question() + ", " + peer;
    }
}
