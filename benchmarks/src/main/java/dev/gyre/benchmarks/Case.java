package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A case of an {@link Experiment}: some work of some sizes, which is timed on one device or on several in turn. Messages name it by its sizes. */
final class Case implements AutoCloseable {

    /** What is timed where there is one thing to be timed. */
    static final String CALL = "call";

    private final Sizes sizes;
    private final Work work;
    private final Map<String, Object> notes = new HashMap<>();
    private final Set<String> methods = new HashSet<>();
    private final Set<String> growing = new HashSet<>();
    private final List<Case> rivals = new ArrayList<>();
    private final Deque<Runnable> opened = new ArrayDeque<>();
    private final Map<Engine, AutoCloseable> kept = new IdentityHashMap<>();
    private List<String> timings = List.of(CALL);
    private String timingTitle = "";
    private String by = "";
    private UnaryOperator<String> place = UnaryOperator.identity();
    private Predicate<String> where = device -> true;

    /** What is timed. */
    @FunctionalInterface
    interface Work {

        /**
         * Gets ready. Data is made now, unless another case has the same.
         *
         * @param of the case, which is told what to close at its end
         */
        Supplier<Run> open(Engine engine, String timing, Case of);
    }

    /**
     * A case that is timed in one way, on all devices, and whose answer is that of no other case.
     *
     * @param sizes the values of columns, by their titles; what else makes the case
     */
    Case(Sizes sizes, Work work) {
        this.sizes = sizes;
        this.work = work;
    }

    /** Cases that differ in these sizes alone must have the same answers. */
    Case comparedBy(Collection<String> names) {
        methods.addAll(names);
        return this;
    }

    /** After a case that fails, or is slow, those that differ in these sizes alone are left out on that device, if they come later. */
    Case growingBy(String name) {
        growing.add(name);
        return this;
    }

    /** Times several things, one after the other. They have columns of their own, or each has a row, and the column {@code title} tells which. */
    Case timing(String title, List<String> names) {
        timingTitle = title;
        timings = names;
        return this;
    }

    /** Adds the value of a column that is no size. */
    Case noting(String title, Object value) {
        notes.put(title, value);
        return this;
    }

    /**
     * Is done by another library.
     *
     * @param library its name, for messages
     * @param name what stands in the column of devices, by the device that it takes turns with
     */
    Case by(String library, UnaryOperator<String> name) {
        by = " by " + library;
        place = name;
        return this;
    }

    /** Runs on some devices alone. */
    Case on(Predicate<String> devices) {
        where = devices;
        return this;
    }

    /** Takes turns with other cases that have the same timings. */
    Case with(List<Case> others) {
        rivals.addAll(others);
        return this;
    }

    /** The first of some cases, which takes turns with the others. */
    static Case inTurn(List<Case> cases) {
        return cases.getFirst().with(cases.subList(1, cases.size()));
    }

    Sizes sizes() {
        return sizes;
    }

    Supplier<Run> open(Engine engine, String timing) {
        return work.open(engine, timing, this);
    }

    /** Has something closed at the end of the case, before what was told earlier. */
    void atEnd(Runnable close) {
        opened.push(close);
    }

    /** What all timings on an engine have open: the first of them opens it, and it is closed at the end of the case. */
    <T extends AutoCloseable> T kept(Engine engine, Class<T> type, Supplier<T> open) {
        return type.cast(kept.computeIfAbsent(engine, where -> open.get()));
    }

    List<Case> rivals() {
        return rivals;
    }

    List<String> timings() {
        return timings;
    }

    boolean runsOn(String device) {
        return where.test(device);
    }

    /** What has one answer only. */
    String question() {
        return sizes.without(methods).title();
    }

    String series() {
        return sizes.without(growing).title() + by;
    }

    /**
     * What was found: one row where timings have columns of their own, else a row for each timing.
     *
     * @param found the runs of each timing that did not fail, one or more
     */
    List<Row> rows(List<String> titles, String device, Map<String, Runs> found) {
        List<Row> rows = new ArrayList<>();
        boolean together = titles.stream().anyMatch(title -> timings.stream().anyMatch(name -> isOf(title, name)));
        if (together) {
            if (found.size() == timings.size()) {
                rows.add(Row.of(titles, title -> cell(title, device, found)));
            }
            return rows;
        }
        found.forEach((timing, runs) ->
                rows.add(Row.of(titles, title -> title.equals(timingTitle) ? timing : cell(title, device, runs))));
        return rows;
    }

    private static boolean isOf(String title, String timing) {
        return title.startsWith(timing + " ");
    }

    /** The last timing stands for one that this case lacks. */
    private Object cell(String title, String device, Map<String, Runs> found) {
        Runs last = found.get(timings.getLast());
        return timings.stream()
                .filter(timing -> isOf(title, timing))
                .findFirst()
                .map(timing -> cell(title.substring(timing.length() + 1), device, found.get(timing)))
                .orElseGet(() -> cell(title, device, last));
    }

    private Object cell(String title, String device, Runs runs) {
        Map<String, ?> ofRun = runs.medianRun().notes();
        if (sizes.has(title)) {
            return sizes.text(title);
        }
        if (notes.containsKey(title) || ofRun.containsKey(title)) {
            return notes.containsKey(title) ? notes.get(title) : ofRun.get(title);
        }
        return switch (title) {
            case "device" -> place.apply(device);
            default -> runs.figure(title);
        };
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
        kept.values().forEach(Case::close);
        kept.clear();
    }

    private static void close(AutoCloseable open) {
        try {
            open.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("cannot be closed: " + open, e);
        }
    }

    @Override
    public String toString() {
        return sizes.title() + by;
    }

    /** What cases have in common: it is made by the first of them, and kept until one needs another. */
    static final class Shared<T> {

        private Object key;
        private T made;

        /** What was made last, if it was of the same key. */
        T get(Object wanted, Supplier<T> make) {
            if (!wanted.equals(key)) {
                key = null;
                made = null;
                made = make.get();
                key = wanted;
            }
            return made;
        }
    }

    /** Says why a case cannot be run, which is no failure. */
    static final class SkipException extends RuntimeException {

        private static final long serialVersionUID = 1;

        SkipException(String reason) {
            super(reason);
        }
    }
}
