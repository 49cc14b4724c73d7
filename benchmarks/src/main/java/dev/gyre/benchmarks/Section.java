package dev.gyre.benchmarks;

import java.util.List;

/**
 * One table of a report.
 *
 * @param title its heading
 * @param grids what is run for it
 * @param rate what is worked out beside the time
 */
record Section(String title, List<Grid> grids, Rate rate) {

    static Section of(String title, Rate rate, Grid... grids) {
        return new Section(title, List.of(grids), rate);
    }
}
