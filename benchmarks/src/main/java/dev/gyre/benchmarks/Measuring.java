package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.DeviceException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Times cases on devices, and compares the answers. Not safe for use by several threads. */
final class Measuring {

    private final List<String> titles;
    private final Map<String, Engine> engines;
    private final Budget budget;
    private final long mostNanos;
    private final Consumer<String> lines;
    private final Set<String> ended = new HashSet<>();
    private final Map<String, Answer> answers = new HashMap<>();

    /** The first answer to a question. */
    private record Answer(String who, long hash) {}

    /**
     * Prepares to measure.
     *
     * @param mostNanos median time above which later cases of the series are left out
     */
    Measuring(List<String> titles, Map<String, Engine> engines, Budget budget, long mostNanos, Consumer<String> lines) {
        this.titles = titles;
        this.engines = engines;
        this.budget = budget;
        this.mostNanos = mostNanos;
        this.lines = lines;
    }

    /** Times a case and its rivals on all devices on which their series did not end before. */
    void measure(Case one) {
        List<Contender> contenders = engines.keySet().stream()
                .flatMap(device -> Stream.concat(Stream.of(one), one.rivals().stream())
                        .filter(each -> each.runsOn(device))
                        .map(each -> new Contender(each, device)))
                .filter(contender -> !ended.contains(contender.series()))
                .toList();
        if (contenders.isEmpty()) {
            return;
        }
        try (one) {
            for (String timing : one.timings()) {
                contenders.forEach(contender -> contender.guard(() -> contender.open(timing)));
                contenders.forEach(Contender::warmUp);
                boolean more = true;
                while (more) {
                    more = false;
                    for (Contender contender : contenders) {
                        more |= contender.runIfDue();
                    }
                }
                contenders.forEach(contender -> contender.keep(timing));
            }
            contenders.forEach(Contender::report);
        } finally {
            one.rivals().forEach(Case::close);
        }
    }

    /** A case on one device. */
    private final class Contender {

        private final Case one;
        private final String device;
        private final Map<String, Runs> found = new LinkedHashMap<>();
        private Supplier<Run> trial;
        private Runs runs;
        private boolean failed;
        private boolean wrong;

        Contender(Case one, String device) {
            this.one = one;
            this.device = device;
        }

        String series() {
            return device + " " + one.series();
        }

        void open(String timing) {
            trial = one.open(engines.get(device), timing);
            runs = new Runs(budget);
        }

        /** Runs a step unless this failed before. */
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
            } catch (Case.SkipException e) {
                leaveOut(PointsFile.SKIPPED, e.getMessage());
            } catch (DeviceException | IllegalArgumentException | IllegalStateException e) {
                leaveOut(PointsFile.FAILED, e.getMessage());
            }
        }

        private void leaveOut(String kind, String reason) {
            failed = true;
            trial = null;
            ended.add(series());
            lines.accept((kind + this + ", and larger: " + reason).replaceAll("\\s+", " "));
        }

        void warmUp() {
            while (!failed && !runs.isWarm()) {
                guard(this::run);
            }
        }

        boolean runIfDue() {
            boolean due = !failed && runs.isDue();
            if (due) {
                guard(this::run);
            }
            return due;
        }

        private void run() {
            Run run = runs.add(trial);
            if (run.answer() == null) {
                return;
            }
            Answer first = answers.computeIfAbsent(one.question(), question -> new Answer(toString(), run.answer()));
            if (first.hash != run.answer() && !wrong) {
                wrong = true;
                lines.accept(PointsFile.FAILED + this + ": WRONG ANSWER, it differs from the first of " + first.who);
            }
        }

        void keep(String timing) {
            if (!failed) {
                found.put(timing, runs);
                trial = null;
            }
        }

        void report() {
            if (found.isEmpty()) {
                return;
            }
            one.rows(titles, device, found).forEach(row -> lines.accept(row.toCsv()));
            long longest = found.values().stream().mapToLong(Runs::median).max().orElseThrow();
            if (longest > mostNanos && ended.add(series())) {
                lines.accept(PointsFile.SKIPPED + "larger than " + this + ", where a run took "
                        + Table.number(longest / 1e6) + " ms");
            }
        }

        @Override
        public String toString() {
            return one + " on " + device;
        }
    }
}
