package dev.gyre.cli;

import dev.gyre.cli.Times.Stopwatch;
import dev.gyre.cli.csv.RowsRead;
import dev.gyre.cli.text.Json;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The steps of every command over files, and the options of its report: a line on standard error, so that it is never part of an answer. */
final class ReportOptions extends Options {

    private final Option<Boolean> quiet = flag("--quiet", "Prints no progress bar, and no last line for people.");
    private final Option<Form> form = choice(
                    Names.of(Form.class),
                    "--report=REPORT",
                    "The form of the last line on standard error: text for people, or json for scripts "
                            + "(default: ${DEFAULT-VALUE}).")
            .byDefault("text");

    private String note = "";

    private enum Form {
        TEXT,
        JSON
    }

    /** Delivers what the work made, which took some nanoseconds. */
    @FunctionalInterface
    interface Delivery<A> {
        Answer.Outcome deliver(A made, long workNanos) throws IOException;
    }

    boolean isQuiet() {
        return quiet.isGiven();
    }

    /** Sets a note that the report adds to the outcome, unless it is empty. */
    void note(String text) {
        note = text;
    }

    /** Reads while it opens the engine, works, delivers, and reports. The time to open is what it takes longer than reading. */
    <T extends RowsRead, A> void run(
            Settings settings, Supplier<T> reader, BiFunction<Engine, T, ? extends A> work, Delivery<A> delivery)
            throws IOException {
        Stopwatch watch = new Stopwatch();
        try (Opening opening = Opening.of(settings)) {
            T read = reader.get();
            long readNanos = watch.lap();
            Engine engine = opening.engine();
            long openNanos = watch.lap();
            A made = work.apply(engine, read);
            long workNanos = watch.lap();
            // The work may have ended before it saw an interrupt.
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("cancelled: nothing was written");
            }
            Answer.Outcome outcome = delivery.deliver(made, workNanos);
            out().flush();
            long writeNanos = watch.lap();
            // Printed even if quiet, because rows are missing from the answer.
            if (!read.leftOut().isEmpty()) {
                tell(VisibleText.of(read.leftOut()));
            }
            Times times = Times.of("read", readNanos)
                    .and("open", openNanos)
                    .and(outcome.times())
                    .and("write", writeNanos);
            print(engine, outcome, times, readNanos + openNanos + workNanos + writeNanos);
        }
    }

    private void print(Engine engine, Answer.Outcome outcome, Times times, long totalNanos) {
        boolean isAutomatic = engine.settings().device().equalsIgnoreCase(Settings.AUTO);
        String choice = isAutomatic ? engine.choice() : "";
        if (form.get() == Form.JSON) {
            tell(json(engine, outcome, choice, times.seconds(totalNanos)));
        } else if (!isQuiet()) {
            String line = Stream.of(
                            engine.device() + ": " + outcome.summary() + " in " + times.text(totalNanos),
                            outcome.remark(),
                            note,
                            choice)
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "));
            tell(Terminal.fittingErrors(VisibleText.of(line)));
        }
    }

    private String json(Engine engine, Answer.Outcome outcome, String choice, Map<String, Object> seconds) {
        return Json.of(Facts.of("command", spec().qualifiedName())
                .and("device", engine.device().id())
                .and("device_name", engine.device().name())
                .and("choice", emptyToNull(choice))
                .and("result", outcome.facts().values())
                .and("remark", emptyToNull(outcome.remark()))
                .and("note", emptyToNull(note))
                .and("seconds", seconds)
                .values());
    }

    private static String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
