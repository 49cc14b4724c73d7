package dev.gyre.cli;

import dev.gyre.engine.data.Monitor;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on standard error, for work that takes longer than a moment. It appears only on a terminal.
 */
final class ProgressDisplay implements Monitor, AutoCloseable {

    private static final long PATIENCE_NANOS = 1_000_000_000L;

    /** Columns for a bar, the time and the text between them; the library cuts a number that does not fit. */
    private static final int MIN_BESIDE_NUMBERS = 50;

    private final long start = System.nanoTime();
    private final String name;
    private ProgressBar bar;

    ProgressDisplay(String name) {
        this.name = name;
    }

    /** Work that reports its progress to a monitor. */
    @FunctionalInterface
    interface Work<A, E extends Exception> {
        A run(Monitor monitor) throws E;
    }

    /** Runs work, with a progress bar on a terminal unless the user wants quiet. */
    static <A, E extends Exception> A watch(String name, boolean quiet, Work<A, E> work) throws E {
        if (quiet || !Terminal.showsErrors()) {
            return work.run(Monitor.NONE);
        }
        try (ProgressDisplay display = new ProgressDisplay(name)) {
            return work.run(display);
        }
    }

    @Override
    public boolean progress(long done, long total) {
        if (bar == null && done < total && System.nanoTime() - start > PATIENCE_NANOS) {
            bar = open(total);
        }
        if (bar != null) {
            bar.stepTo(done);
        }
        return true;
    }

    private ProgressBar open(long total) {
        int width = Math.max(1, Terminal.columns() - 1);
        ProgressBarBuilder builder = new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                // With a given width the bar does not ask the terminal; asking needs a native library.
                .setConsumer(new ConsoleProgressBarConsumer(System.err, width))
                .clearDisplayOnFinish();
        int numbers = name.length() + 2 * Long.toString(total).length();
        return width < numbers + MIN_BESIDE_NUMBERS
                ? builder.setRenderer((state, columns) -> percent(name, state.getNormalizedProgress(), columns))
                        .build()
                : builder.build();
    }

    /** Returns the text for a terminal without room for a bar: name and percentage, or the percentage alone, padded to the columns. */
    static String percent(String name, double share, int columns) {
        String percent = (int) (100 * share) + "%";
        String text = name + " " + percent;
        String fitting = text.length() <= columns ? text : percent;
        return fitting.length() <= columns ? fitting + " ".repeat(columns - fitting.length()) : "";
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
