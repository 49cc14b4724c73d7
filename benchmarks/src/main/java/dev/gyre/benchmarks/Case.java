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

    /** The name of the timing if there is only one. */
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

    /** The work that is timed. */
    @FunctionalInterface
    interface Work {

        /**
         * Gets ready. Makes the data, unless another case has the same data.
         *
         * @param of the case, which closes what the work tells it to close at its end
         */
        Supplier<Run> open(Engine engine, String timing, Case of);
    }

    /**
     * A case with one timing, on all devices, whose answer is compared with no other case.
     *
     * @param sizes the values of columns, by their titles; they identify the case
     */
    Case(Sizes sizes, Work work) {
        this.sizes = sizes;
        this.work = work;
    }

    /** Cases that differ only in these sizes must have the same answers. */
    Case comparedBy(Collection<String> names) {
        methods.addAll(names);
        return this;
    }

    /** After a case that fails, or is slow, later cases that differ only in these sizes are left out on that device. */
    Case growingBy(String name) {
        growing.add(name);
        return this;
    }

    /** Times several things, one after the other. Each has its own columns, or its own row with its name in the column {@code title}. */
    Case timing(String title, List<String> names) {
        timingTitle = title;
        timings = names;
        return this;
    }

    /** Adds the value of a column that is not a size. */
    Case noting(String title, Object value) {
        notes.put(title, value);
        return this;
    }

    /**
     * Sets the library that does the work.
     *
     * @param library its name, for messages
     * @param name gives the text in the column of devices, from the device with which it takes turns
     */
    Case by(String library, UnaryOperator<String> name) {
        by = " by " + library;
        place = name;
        return this;
    }

    /** Runs only on some devices. */
    Case on(Predicate<String> devices) {
        where = devices;
        return this;
    }

    /** Takes turns with other cases that have the same timings. */
    Case with(List<Case> others) {
        rivals.addAll(others);
        return this;
    }

    /** Returns the first of some cases, which takes turns with the others. */
    static Case inTurn(List<Case> cases) {
        return cases.getFirst().with(cases.subList(1, cases.size()));
    }

    Sizes sizes() {
        return sizes;
    }

    Supplier<Run> open(Engine engine, String timing) {
        return work.open(engine, timing, this);
    }

    /** Closes something at the end of the case, before what was told earlier. */
    void atEnd(Runnable close) {
        opened.push(close);
    }

    /** Returns the object that all timings on an engine share: the first timing opens it, and the end of the case closes it. */
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

    /** Returns the name of all cases that must have the same answer. */
    String question() {
        return sizes.without(methods).title();
    }

    String series() {
        return sizes.without(growing).title() + by;
    }

    /**
     * Returns what was found: one row if timings have their own columns, else a row for each timing.
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

    /** A title that begins with no timing of this case is that of the last timing. */
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

    /** Data that cases share: the first case makes it, and it is kept until a case needs other data. */
    static final class Shared<T> {

        private Object key;
        private T made;

        /** Returns the data that was made last if its key is the same; else makes it. */
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
