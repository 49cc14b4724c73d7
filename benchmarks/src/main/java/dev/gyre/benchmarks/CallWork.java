package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Work;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a device did in a call of the {@link CallsExperiment}: columns of its rows, and tables of where the time of a call went. */
final class CallWork {

    /** The titles of the columns: of all devices together, but for the JVM, which neither copies nor waits. */
    static final String TITLES = "waits,launches,up bytes,down bytes,kernels ns,bus ns";

    private static final double MEGA = 1e6;

    private static final String COLUMNS =
            "Of the later call with the median time: `waits`, phases of programs, at whose end the host waits for the"
                    + " device; `launches` of kernels; millions of bytes to the device and back. `kernels` and `bus`: the milliseconds of"
                    + " these phases, with launches and waits, split into kernels and copies as one of the first runs was; `GB/s`: the"
                    + " bytes of both directions over `bus`. `rest`: what the median has beside both, which is work of the host outside of"
                    + " phases, and compilation if that call compiled. Where programs ran at once, their times overlap, and the rest may be"
                    + " below 0.";

    private CallWork() {}

    /** Returns the values of the columns, from what devices had done before a call and after it. */
    static Map<String, Long> columns(Map<Device, Work> before, Map<Device, Work> after) {
        Work call = Work.NONE;
        for (Map.Entry<Device, Work> each : after.entrySet()) {
            if (each.getKey().type() != Device.Type.JVM) {
                call = call.plus(each.getValue().minus(before.getOrDefault(each.getKey(), Work.NONE)));
            }
        }
        return Map.of(
                "waits", call.phases(),
                "launches", call.launches(),
                "up bytes", call.uploadedBytes(),
                "down bytes", call.downloadedBytes(),
                "kernels ns", call.timing().computeNanos(),
                "bus ns", call.timing().transferNanos());
    }

    /** Returns the section of a report with a table for each device; none if no row tells what a device did. */
    static List<Experiment.Part> parts(List<Row> rows) {
        StringBuilder text = new StringBuilder(COLUMNS + "\n");
        Map<String, List<Row>> byDevice = byDevice(rows);
        byDevice.forEach((device, some) -> text.append("\n### " + device + "\n\n" + table().of(some)));
        return byDevice.isEmpty()
                ? List.of()
                : List.of(new Experiment.Part("Where the time goes", text.toString(), List.of()));
    }

    /** Returns the section of the page of results, with a table for each device of each current file that tells what devices did. */
    static String section(Results results) {
        StringBuilder tables = new StringBuilder();
        for (Results.File file : results.of("calls")) {
            byDevice(file.rows())
                    .forEach((device, rows) -> tables.append(Html.details(
                            device + " (" + file.gpu() + "), " + file.date() + ", commit " + file.commit() + ": "
                                    + file.name(),
                            table().html(rows))));
        }
        return Html.section(
                "work",
                "Where the time of a call on a device goes",
                Html.paragraph(COLUMNS.replace("`", "")),
                tables.isEmpty() ? Html.paragraph("Not run: no current file has these columns.") : tables.toString());
    }

    /** Returns the rows that tell what one device did, by the device, in their order. An older file has no such rows. */
    private static Map<String, List<Row>> byDevice(List<Row> rows) {
        return rows.stream()
                .filter(row ->
                        row.titles().contains("waits") && row.text("waits").matches("\\d+"))
                .filter(row -> isOneDevice(row.text("device")))
                .collect(Collectors.groupingBy(row -> row.text("device"), LinkedHashMap::new, Collectors.toList()));
    }

    private static boolean isOneDevice(String device) {
        return !Backends.isJvm(device)
                && !Peer.isPeer(device)
                && !device.contains("+")
                && !List.of(Settings.AUTO, Settings.ALL).contains(device);
    }

    private static Table<Row> table() {
        return Table.ofRows("call, n, data, median ms, waits, launches")
                .number("MB up", row -> row.number("up bytes") / MEGA)
                .number("MB down", row -> row.number("down bytes") / MEGA)
                .number("kernels ms", row -> Table.millis(row, "kernels ns"))
                .number("bus ms", row -> Table.millis(row, "bus ns"))
                .number("GB/s", row -> (row.number("up bytes") + row.number("down bytes")) / row.number("bus ns"))
                .number("rest ms", row -> rest(row) / MEGA)
                .number("rest / (kernels + bus)", row -> rest(row) / known(row));
    }

    private static double known(Row row) {
        return row.number("kernels ns") + row.number("bus ns");
    }

    private static double rest(Row row) {
        return row.number("median ns") - known(row);
    }
}
