package dev.gyre.cli.shell;

import dev.gyre.cli.csv.CsvColumns;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.engine.Devices;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What snippets of the shell can call without a class name. */
public final class Shell {

    private static final int RUNS = 5;

    private static final Map<String, Engine> ENGINES = new TreeMap<>();

    private static Settings settings;

    private Shell() {}

    static synchronized void begin(Settings newSettings) {
        settings = newSettings;
    }

    static synchronized void end() {
        ENGINES.values().forEach(Engine::close);
        ENGINES.clear();
    }

    /**
     * The engine of the shell, with the settings of the command line.
     *
     * @return the engine, which the shell closes
     */
    public static Engine engine() {
        return on(settings.device());
    }

    /**
     * An engine on a device, which is kept open.
     *
     * @param device a name as for {@code --device}
     * @return the engine, which the shell closes
     */
    public static synchronized Engine on(String device) {
        return ENGINES.computeIfAbsent(device, name -> Engine.open(settings.withDevice(name)));
    }

    /**
     * The devices on this machine, the JVM first.
     *
     * @return their names, each as for {@link #on}
     */
    public static List<String> devices() {
        return Devices.of(settings).list().stream().map(Device::id).toList();
    }

    /**
     * The cities that ship with the program, in the order of their file. From GeoNames, CC BY 4.0.
     *
     * @return longitudes and latitudes in degrees
     */
    public static Points cities() {
        return PointReader.read(CsvSource.cities(), CsvColumns.of(List.of(Column.of("lon"), Column.of("lat"))))
                .points();
    }

    /**
     * Times work: once to warm up, then five times.
     *
     * @return the seconds of the fastest of the five
     */
    public static double seconds(Runnable work) {
        work.run();
        long fastest = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            work.run();
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        return fastest * 1e-9;
    }

    /**
     * Writes a plot of lines with logarithmic axes.
     *
     * @param file an SVG file
     * @param x what the horizontal axis shows
     * @param y what the vertical axis shows
     * @param lines by name, for each x its y, all more than 0
     * @throws IOException if the file cannot be written
     * @throws IllegalArgumentException if there is nothing to plot, or a number is not more than 0
     */
    public static void plot(Path file, String x, String y, Map<String, ? extends Map<Integer, Double>> lines)
            throws IOException {
        Files.writeString(file, new LogPlot(x, y, lines).svg());
    }
}
