package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.DeviceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Times calls on several engines in this process, for the {@link CallsExperiment}, and compares their answers. */
final class CallSeries {

    private static final long SEED = 20261122L;

    /** Calls before the later ones. */
    private static final int EARLY = 2;

    private static final int MOST_REPEATS = 200;

    private final Map<String, Engine> engines;
    private final Effort effort;
    private final Consumer<String> lines;

    /**
     * How often a call is timed.
     *
     * @param repeats later calls, at least; fewer where they take too long
     * @param leastNanos time of the later calls, so that short ones are made more often, but not more than {@value #MOST_REPEATS} times
     * @param caseNanos after so long no further later call of a case begins but the first one
     * @param runNanos where a later call takes longer, larger sizes are left out
     * @param same whether calls with the same points again are timed too
     */
    record Effort(int repeats, long leastNanos, long caseNanos, long runNanos, boolean same) {}

    /**
     * Times calls.
     *
     * @param engines engines by the names of their devices; the answers of the first one are those to compare with
     * @param effort how often
     * @param lines takes points as CSV, and what to say about points that are missing
     */
    CallSeries(Map<String, Engine> engines, Effort effort, Consumer<String> lines) {
        this.engines = engines;
        this.effort = effort;
        this.lines = lines;
    }

    /** The data of a call, the same each time. */
    static Call.Data data(Call call, int n) {
        return call.maker().make(n, new Random(SEED + n));
    }

    /** A call at some sizes, ascending; where it is slow or fails on a device, larger sizes are left out there. */
    void measure(Call call, List<Integer> sizes) {
        Set<String> ended = new HashSet<>();
        for (int n : sizes) {
            if (ended.size() < engines.size()) {
                measure(call, n, ended);
            }
        }
    }

    private void measure(Call call, int n, Set<String> ended) {
        Call.Data data = data(call, n);
        List<Contender> contenders = new ArrayList<>();
        Expected expected = new Expected();
        engines.forEach((device, engine) -> {
            if (!ended.contains(device)) {
                contenders.add(new Contender(call, n, device));
            }
        });
        try {
            contenders.forEach(one -> one.guard(() -> one.opened = data.open(engines.get(one.device))));
            contenders.forEach(one -> one.guard(() -> one.calls = one.opened.fresh()));
            time(contenders, CallPoint.FRESH, expected);
            contenders.forEach(one -> one.guard(() -> one.checkTime(effort.runNanos)));
            if (call.points() && effort.same) {
                contenders.forEach(one -> one.guard(() -> {
                    Supplier<CallAnswer> same = one.opened.fresh().get();
                    one.calls = () -> same;
                }));
                time(contenders, CallPoint.SAME, expected);
            }
        } finally {
            contenders.forEach(Contender::close);
            contenders.stream().filter(one -> one.ended).forEach(one -> ended.add(one.device));
        }
    }

    /** The first and the second call of each, then later ones in turn, so that all are warm and see the same machine. */
    private void time(List<Contender> contenders, String data, Expected expected) {
        contenders.forEach(one -> {
            one.runs.clear();
            one.begin();
            while (!one.failed && one.runs.size() < EARLY) {
                one.guard(() -> one.call(expected));
            }
        });
        contenders.forEach(Contender::begin);
        boolean more = true;
        while (more) {
            more = false;
            for (Contender one : contenders) {
                if (one.isDue()) {
                    one.guard(() -> one.call(expected));
                    more = true;
                }
            }
        }
        contenders.forEach(one -> one.guard(() -> lines.accept(one.point(data).toCsv())));
    }

    /** The very first answer of all. */
    private static final class Expected {

        private String device;
        private long hash;
    }

    /** A call of one size on one device. */
    private final class Contender {

        private final Call call;
        private final int n;
        private final String device;
        private final List<CallPoint.Run> runs = new ArrayList<>();
        private Call.Opened opened;
        private Supplier<Supplier<CallAnswer>> calls;
        private boolean failed;
        private boolean ended;
        private boolean wrong;
        private long spent;
        private long timed;

        Contender(Call call, int n, String device) {
            this.call = call;
            this.n = n;
            this.device = device;
        }

        /** Does something unless this failed before. */
        void guard(Runnable step) {
            if (failed) {
                return;
            }
            try {
                step.run();
            } catch (OutOfMemoryError e) {
                leaveOut(
                        PointsFile.SKIPPED,
                        "the Java heap of " + Runtime.getRuntime().maxMemory() + " bytes is too small");
            } catch (DeviceException | IllegalArgumentException | IllegalStateException e) {
                leaveOut(PointsFile.FAILED, e.getMessage());
            }
        }

        private void leaveOut(String kind, String reason) {
            failed = true;
            ended = true;
            lines.accept((kind + this + ": " + reason).replaceAll("\\s+", " "));
        }

        void begin() {
            spent = 0;
            timed = 0;
        }

        /** Whether another later call is due. */
        boolean isDue() {
            int done = runs.size() - EARLY;
            boolean enough = done >= effort.repeats && (timed >= effort.leastNanos || done >= MOST_REPEATS);
            return !failed && (done < 1 || !enough && spent < effort.caseNanos);
        }

        void call(Expected expected) {
            long begin = System.nanoTime();
            Supplier<CallAnswer> ready = calls.get();
            long start = System.nanoTime();
            CallAnswer answer = ready.get();
            long nanos = System.nanoTime() - start;
            runs.add(CallPoint.Run.of(nanos, answer.report()));
            timed += nanos;
            long hash = answer.hash().getAsLong();
            answer.release().run();
            if (expected.device == null) {
                expected.device = device;
                expected.hash = hash;
            } else if (hash != expected.hash && !wrong) {
                wrong = true;
                lines.accept(
                        PointsFile.FAILED + this + ": WRONG ANSWER, it differs from the first on " + expected.device);
            }
            spent += System.nanoTime() - begin;
        }

        CallPoint point(String data) {
            return CallPoint.of(call, n, device, data, runs);
        }

        void checkTime(long most) {
            long median = point(CallPoint.FRESH).median();
            if (median > most) {
                ended = true;
                lines.accept(PointsFile.SKIPPED + call + " on " + device + " above n = " + n + ": a call takes "
                        + MarkdownTable.number(median / 1e9) + " s");
            }
        }

        void close() {
            if (opened != null) {
                opened.close();
            }
        }

        @Override
        public String toString() {
            return call + " of n = " + n + " on " + device;
        }
    }
}
