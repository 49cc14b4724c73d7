package dev.gyre.cli;

import dev.gyre.cli.text.Json;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of the report on a run: a line on standard error, so that it is never part of an answer. */
final class ReportOptions {

    @Option(names = "--quiet", description = "Prints no progress bar, and no last line for people.")
    private boolean quiet;

    @Option(
            names = "--report",
            paramLabel = "REPORT",
            defaultValue = "text",
            converter = FormName.class,
            completionCandidates = FormName.class,
            description = "The form of the last line on standard error: text for people, or json for scripts "
                    + "(default: ${DEFAULT-VALUE}).")
    private Form form;

    private String note = "";

    /** Forms of the report. */
    enum Form {
        TEXT,
        JSON
    }

    /** The forms by name. */
    static final class FormName extends ConstantName<Form> {
        FormName() {
            super(Form.class);
        }
    }

    boolean isQuiet() {
        return quiet;
    }

    /** Sets a note that the report adds to the outcome, unless it is empty. */
    void note(String text) {
        note = text;
    }

    /** Prints the report. */
    void print(CommandSpec spec, Engine engine, CommandOutcome outcome, Times times, long totalNanos) {
        PrintWriter err = spec.commandLine().getErr();
        if (form == Form.JSON) {
            err.println(json(spec, engine, outcome, times, totalNanos));
        } else if (!quiet) {
            err.println(Terminal.fittingErrors(VisibleText.of(text(engine, outcome, times, totalNanos))));
        }
    }

    private String text(Engine engine, CommandOutcome outcome, Times times, long totalNanos) {
        StringBuilder line = new StringBuilder();
        line.append(engine.device()).append(": ").append(outcome.summary());
        line.append(" in ").append(times.text(totalNanos));
        if (!outcome.remark().isEmpty()) {
            line.append("; ").append(outcome.remark());
        }
        if (!note.isEmpty()) {
            line.append("; ").append(note);
        }
        if (isAutomatic(engine)) {
            line.append("; ").append(engine.choice());
        }
        return line.toString();
    }

    private String json(CommandSpec spec, Engine engine, CommandOutcome outcome, Times times, long totalNanos) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("command", spec.qualifiedName());
        report.put("device", engine.device().id());
        report.put("device_name", engine.device().name());
        if (isAutomatic(engine)) {
            report.put("choice", engine.choice());
        }
        report.put("result", outcome.facts());
        if (!outcome.remark().isEmpty()) {
            report.put("remark", outcome.remark());
        }
        if (!note.isEmpty()) {
            report.put("note", note);
        }
        report.put("seconds", times.seconds(totalNanos));
        return Json.of(report);
    }

    private static boolean isAutomatic(Engine engine) {
        return engine.settings().device().equalsIgnoreCase(Settings.AUTO);
    }
}
