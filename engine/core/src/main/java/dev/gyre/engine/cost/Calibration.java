package dev.gyre.engine.cost;

import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The measured rates of the devices of a machine: a file of lines {@code key = value # comment}, first the machine, then a section for each
 * device, for example:
 *
 * <pre>
 * format = 4
 * gyre = 0.1.0
 * date = 2026-11-20
 * processor = AMD EPYC, 2 processors
 * threads = 2
 *
 * [jvm]
 * device = 2 threads, Java 25.0.3
 * units = threads
 * fused-call = 7.000e-05          # seconds of a call
 * fused-unit = 6.900e-11          # for each pair and dimension
 * </pre>
 *
 * <p>Immutable.
 */
public final class Calibration {

    private static final String FORMAT = "4";

    /** Formats of earlier versions of Gyre, whose files count as those of another machine. */
    private static final Set<String> OLDER_FORMATS = Set.of("1", "2", "3");

    private static final String JVM = "jvm";

    private static final String UNITS = "units";
    private static final String OF_THREADS = "threads";
    private static final String OF_ACCELERATORS = "accelerator";

    /** The measured rates of a device. */
    private record Section(String device, Rates rates) {}

    private final String format;
    private final String gyre;
    private final String date;
    private final String processor;
    private final int threads;
    private final Map<String, Section> sections;

    private Calibration(
            String format, String gyre, String date, String processor, int threads, Map<String, Section> sections) {
        this.format = format;
        this.gyre = gyre;
        this.date = date;
        this.processor = processor;
        this.threads = threads;
        this.sections = sections;
    }

    /**
     * Returns a calibration of this machine, with today's date and no devices.
     *
     * @param gyre version of Gyre
     * @param threads threads of the host with which devices are measured
     */
    public static Calibration ofThisMachine(String gyre, int threads) {
        return new Calibration(FORMAT, gyre, LocalDate.now().toString(), CpuModel.name(), threads, Map.of());
    }

    /** Returns this calibration with new rates of a device. */
    public Calibration with(Device device, Rates rates) {
        Map<String, Section> more = new LinkedHashMap<>(sections);
        more.put(device.id(), new Section(CalibrationLines.oneLine(device.name()), rates));
        return new Calibration(FORMAT, gyre, date, processor, threads, more);
    }

    /**
     * Returns this calibration, plus the devices that only an older one has, if its format, processor and number of threads are the same.
     *
     * @param older another calibration
     */
    public Calibration over(Calibration older) {
        if (!older.format.equals(FORMAT) || !processor.equals(older.processor) || threads != older.threads) {
            return this;
        }
        Map<String, Section> all = new LinkedHashMap<>(older.sections);
        all.putAll(sections);
        return new Calibration(FORMAT, gyre, date, processor, threads, all);
    }

    String date() {
        return date;
    }

    /** Returns the measured rates of a device, which must be in the calibration. */
    Rates rates(Device device) {
        return sections.get(device.id()).rates();
    }

    /** Returns the rates of the devices except the JVM, in their order. */
    List<Rates> ratesOfDevices() {
        return sections.entrySet().stream()
                .filter(section -> !section.getKey().equals(JVM))
                .map(section -> section.getValue().rates())
                .toList();
    }

    /** Tells whether the calibration has this format, this processor and this number of threads. */
    boolean isOfThisMachine(int hostThreads) {
        return format.equals(FORMAT) && processor.equals(CpuModel.name()) && threads == hostThreads;
    }

    /** Returns why the rates do not apply to a device of this machine, or empty if they do. */
    Optional<String> mismatch(Device device, int hostThreads) {
        if (!format.equals(FORMAT)) {
            return Optional.of("is of an earlier version of Gyre, " + gyre + "; run \"gyre calibrate\" again");
        }
        Section section = sections.get(device.id());
        if (section == null) {
            return Optional.of("has nothing of " + device.id());
        }
        if (!processor.equals(CpuModel.name())) {
            return Optional.of("is of another processor, " + processor);
        }
        if (threads != hostThreads) {
            return Optional.of("is of " + threads + " threads, not of " + hostThreads);
        }
        // The JVM's name has the version of Java, which is often updated.
        boolean same =
                device.type() == Device.Type.JVM || section.device().equals(CalibrationLines.oneLine(device.name()));
        return same ? Optional.empty() : Optional.of("is of another " + device.id() + ", " + section.device());
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if the file is malformed, or a value is missing or out of range; the message names file,
     *     line and key
     * @throws UncheckedIOException if the file cannot be read
     */
    public static Calibration read(Path file) {
        try {
            return of(file.toString(), CalibrationLines.read(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read calibration: " + file, e);
        }
    }

    /** Reads lines. */
    static Calibration of(String file, List<String> text) {
        CalibrationLines lines = CalibrationLines.of(file, text);
        CalibrationLines.Section machine = lines.machine();
        String format = machine.text("format");
        if (OLDER_FORMATS.contains(format)) {
            return new Calibration(format, machine.text("gyre"), machine.text("date"), "", 0, Map.of());
        }
        if (!format.equals(FORMAT)) {
            throw machine.error("format", "must be " + FORMAT + ": format=" + format);
        }
        Map<String, Section> sections = new LinkedHashMap<>();
        for (CalibrationLines.Section section : lines.devices()) {
            sections.put(section.name(), new Section(section.text("device"), rates(section)));
            section.checkAllRead();
        }
        Calibration read = new Calibration(
                format,
                machine.text("gyre"),
                machine.text("date"),
                machine.text("processor"),
                (int) machine.number("threads", 1, Integer.MAX_VALUE),
                sections);
        machine.checkAllRead();
        return read;
    }

    /** Reads the rates of a section. */
    static Rates rates(CalibrationLines.Section section) {
        String units = section.text(UNITS);
        if (!units.equals(OF_THREADS) && !units.equals(OF_ACCELERATORS)) {
            throw section.error(UNITS, "must be " + OF_THREADS + " or " + OF_ACCELERATORS + ": " + UNITS + "=" + units);
        }
        return new Rates(
                units.equals(OF_ACCELERATORS),
                operation -> new Rates.Rate(
                        seconds(section, operation, "call"),
                        seconds(section, operation, "unit"),
                        seconds(section, operation, "compile")));
    }

    private static double seconds(CalibrationLines.Section section, Operation operation, String part) {
        return section.number(operation.key() + "-" + part, 0, Rates.MAX_SECONDS);
    }

    /**
     * Writes the file that {@link #read} reads, with rates of four digits.
     *
     * @throws IOException if it cannot be written
     */
    public void write(Writer out) throws IOException {
        out.write("# What operations cost on this machine, measured by \"gyre calibrate\".\n");
        out.write("# By these rates each call uses the cheapest method and device; they change no answer.\n");
        out.write(CalibrationLines.line("format", FORMAT));
        out.write(CalibrationLines.line("gyre", gyre));
        out.write(CalibrationLines.line("date", date));
        out.write(CalibrationLines.line("processor", processor));
        out.write(CalibrationLines.line("threads", Integer.toString(threads)));
        for (Map.Entry<String, Section> entry : sections.entrySet()) {
            Section section = entry.getValue();
            out.write("\n[" + entry.getKey() + "]\n");
            out.write(CalibrationLines.line("device", section.device()));
            write(out, section.rates());
        }
    }

    private static void write(Writer out, Rates rates) throws IOException {
        boolean accelerator = rates.isOfAccelerator();
        out.write(CalibrationLines.line(UNITS, accelerator ? OF_ACCELERATORS : OF_THREADS));
        for (Operation operation : Operation.values()) {
            Rates.Rate rate = rates.of(operation);
            writeSeconds(out, operation, "call", rate.fixed(), "seconds of a call");
            writeSeconds(out, operation, "unit", rate.unit(), "for each " + operation.unit(accelerator));
            writeSeconds(out, operation, "compile", rate.compilation(), "for the first call in a process");
        }
    }

    private static void writeSeconds(Writer out, Operation operation, String part, double seconds, String comment)
            throws IOException {
        String key = operation.key() + "-" + part;
        out.write(String.format(Locale.ROOT, "%-24s = %.3e  # %s\n", key, seconds, comment));
    }
}
