package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** A {@link Call} of one size. */
final class CallCase implements Case {

    /** Each call has new objects of its data. */
    static final String FRESH = "fresh";

    /** Each call has the same object of points as the one before. */
    static final String SAME = "same";

    /** The titles; a time of -1 is one that the operation does not tell. */
    static final List<String> TITLES = List.of(
            ("call,n,device,data,ran on,first ns,second ns,runs,median ns,fastest ns,slowest ns,first compile ns,"
                            + "later compile ns,prepare ns,upload ns,compile ns,compute ns,download ns,refine ns")
                    .split(","));

    private static final long SEED = 20261122;
    private static final String COMPILE = "compile";

    private final Call call;
    private final int n;
    private final boolean withSame;
    private final BoxPeer peer;
    private final List<CallCase> rivals;
    private final Map<Engine, Call.Opened> opened = new IdentityHashMap<>();
    private CallCase shared = this;
    private Call.Data data;

    /**
     * A case.
     *
     * @param call the call
     * @param n its size
     * @param withSame whether calls with the same points again are timed too
     */
    CallCase(Call call, int n, boolean withSame) {
        this.call = call;
        this.n = n;
        this.withSame = withSame && call.points();
        peer = null;
        rivals = call.peers().stream().map(other -> new CallCase(this, other)).toList();
    }

    /** The same by another library. */
    private CallCase(CallCase of, BoxPeer peer) {
        call = of.call;
        n = of.n;
        withSame = of.withSame;
        this.peer = peer;
        rivals = List.of();
        shared = of;
    }

    /** The data of a call, the same each time. */
    static Call.Data data(Call call, int n) {
        return call.maker().make(n, new Random(SEED + n));
    }

    @Override
    public String series() {
        return peer == null ? call.name() : call.name() + " by " + peer;
    }

    @Override
    public List<String> timings() {
        return withSame ? List.of(FRESH, SAME) : List.of(FRESH);
    }

    @Override
    public Supplier<Run> open(Engine engine, String timing) {
        if (shared.data == null) {
            shared.data = data(call, n);
        }
        Supplier<Supplier<CallAnswer>> fresh = opened.computeIfAbsent(
                        engine, where -> peer == null ? shared.data.open(where) : shared.data.open(where, peer))
                .fresh();
        if (timing.equals(FRESH)) {
            return () -> run(fresh.get());
        }
        Supplier<CallAnswer> same = fresh.get();
        return () -> run(same);
    }

    private static Run run(Supplier<CallAnswer> ready) {
        CallAnswer[] answer = new CallAnswer[1];
        long nanos = Run.time(() -> answer[0] = ready.get());
        Run run = new Run(
                nanos, answer[0].parts(), answer[0].ranOn(), answer[0].hash().getAsLong());
        answer[0].release().run();
        return run;
    }

    @Override
    public List<Row> rows(String device, Map<String, Runs> found) {
        List<Row> rows = new ArrayList<>();
        found.forEach((timing, runs) -> {
            Run median = runs.medianRun();
            List<Object> cells = new ArrayList<>(Arrays.asList(
                    call,
                    n,
                    peer == null ? device : peer.on(device),
                    timing,
                    median.ranOn(),
                    runs.early().get(0).nanos(),
                    runs.early().get(1).nanos(),
                    runs.count(),
                    runs.median(),
                    runs.fastest(),
                    runs.slowest(),
                    part(runs.early().get(0), COMPILE),
                    runs.later().stream()
                            .mapToLong(run -> part(run, COMPILE))
                            .max()
                            .orElseThrow()));
            CallAnswer.PARTS.forEach(part -> cells.add(part(median, part)));
            rows.add(Row.of(TITLES, cells));
        });
        return rows;
    }

    private static long part(Run run, String name) {
        return run.parts().getOrDefault(name, -1L);
    }

    @Override
    public void close() {
        opened.values().forEach(Call.Opened::close);
        opened.clear();
        data = null;
    }

    @Override
    public List<CallCase> rivals() {
        return rivals;
    }

    @Override
    public boolean runsOn(String device) {
        return peer == null || peer.runsOn(device);
    }

    @Override
    public String question() {
        return call + " of n = " + n;
    }

    @Override
    public String toString() {
        return question() + (peer == null ? "" : " by " + peer);
    }
}
