package dev.gyre.engine.cost;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which devices of a machine passed {@code gyre verify}, and which failed: a file beside the calibration, with a section for each device,
 * whose name identifies the device, its driver and TornadoVM's version:
 *
 * <pre>
 * format = 1
 *
 * [cuda:0 (NVIDIA H200), driver 580, TornadoVM 5.2.0]
 * gyre = 0.1.0
 * date = 2026-11-22
 * failed = increment, knn-join
 * </pre>
 *
 * <p>A damaged file counts as a missing one. Immutable.
 */
public final class Verifications {

    private static final String FORMAT = "1";
    private static final String FILE = "verified.ini";
    private static final int MAX_NAMES = 5;

    private final Map<String, Outcome> outcomes;
    private final String damage;

    /** The outcome for a device; {@code failed} is empty if nothing failed. */
    private record Outcome(String gyre, String date, String failed) {}

    private Verifications(Map<String, Outcome> outcomes, String damage) {
        this.outcomes = outcomes;
        this.damage = damage;
    }

    /**
     * Returns the file of verified devices.
     *
     * @return the file beside the calibration
     */
    public static Path file(Path calibration) {
        return calibration.resolveSibling(FILE);
    }

    /**
     * Reads a file.
     *
     * @param file the file, which need not exist and may be damaged
     */
    public static Verifications read(Path file) {
        if (!Files.exists(file)) {
            return new Verifications(Map.of(), "");
        }
        try {
            CalibrationLines lines = CalibrationLines.of(file.toString(), CalibrationLines.read(file));
            CalibrationLines.Section head = lines.machine();
            String format = head.text("format");
            if (!format.equals(FORMAT)) {
                throw head.error("format", "must be " + FORMAT + ": format=" + format);
            }
            head.checkAllRead();
            Map<String, Outcome> outcomes = new LinkedHashMap<>();
            for (CalibrationLines.Section section : lines.devices()) {
                Outcome outcome = new Outcome(section.text("gyre"), section.text("date"), section.text("failed"));
                outcomes.put(section.name(), outcome);
                section.checkAllRead();
            }
            return new Verifications(outcomes, "");
        } catch (IOException | IllegalArgumentException e) {
            return new Verifications(Map.of(), "the file of verified devices cannot be read: " + e.getMessage());
        }
    }

    /**
     * Returns what is wrong with the file.
     *
     * @return one line, or the empty text
     */
    public String damage() {
        return damage;
    }

    /**
     * Returns these verifications with the outcome of today's check.
     *
     * @param identity device, driver and version of TornadoVM: {@link dev.gyre.engine.device.Backend#identity}
     * @param gyre version of Gyre
     * @param failed names of the failed checks
     */
    public Verifications with(String identity, String gyre, List<String> failed) {
        Map<String, Outcome> more = new LinkedHashMap<>(outcomes);
        more.put(
                CalibrationLines.oneLine(identity),
                new Outcome(gyre, LocalDate.now().toString(), String.join(", ", failed)));
        return new Verifications(more, "");
    }

    /**
     * Returns why a device must not be used.
     *
     * @param gyre version of Gyre; results of other versions do not count
     * @return the reason, or empty if it did not fail
     */
    public Optional<String> failure(String identity, String gyre) {
        return counting(identity, gyre)
                .filter(outcome -> !outcome.failed().isEmpty())
                .map(outcome -> "failed \"gyre verify\" on " + outcome.date() + ": " + shortened(outcome.failed()));
    }

    /**
     * Returns the state of a device.
     *
     * @param gyre version of Gyre
     * @return {@code not verified}, or the outcome and its date
     */
    public String state(String identity, String gyre) {
        return failure(identity, gyre)
                .or(() -> counting(identity, gyre).map(outcome -> "verified " + outcome.date()))
                .orElse("not verified");
    }

    private Optional<Outcome> counting(String identity, String gyre) {
        return Optional.ofNullable(outcomes.get(CalibrationLines.oneLine(identity)))
                .filter(outcome -> outcome.gyre().equals(gyre));
    }

    /** Returns only the first names if many failed. */
    private static String shortened(String names) {
        String[] all = names.split(", ");
        return all.length <= MAX_NAMES
                ? names
                : String.join(", ", List.of(all).subList(0, MAX_NAMES)) + " and " + (all.length - MAX_NAMES) + " more";
    }

    /**
     * Writes the file that {@link #read} reads.
     *
     * @throws IOException if it cannot be written
     */
    public void write(Writer out) throws IOException {
        out.write(
                "# Devices of this machine that \"gyre verify\" has checked; the automatic choice uses none that failed.\n");
        out.write(CalibrationLines.line("format", FORMAT));
        for (Map.Entry<String, Outcome> entry : outcomes.entrySet()) {
            Outcome outcome = entry.getValue();
            out.write("\n[" + entry.getKey() + "]\n");
            out.write(CalibrationLines.line("gyre", outcome.gyre()));
            out.write(CalibrationLines.line("date", outcome.date()));
            out.write(CalibrationLines.line("failed", outcome.failed()));
        }
    }
}
