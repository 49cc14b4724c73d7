package dev.gyre.cli;

import dev.gyre.engine.data.Monitor;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on standard error, for work that takes longer than a moment. It appears only on a terminal, which the launcher
 * detects, as Java 21 cannot for standard error.
 */
final class ProgressDisplay implements Monitor, AutoCloseable {

    /** Property that the launcher sets if standard error is a terminal. */
    private static final String TERMINAL_PROPERTY = "gyre.terminal";

    private static final long PATIENCE_NANOS = 1_000_000_000L;
    private static final int WIDTH = 79;

    private final long start = System.nanoTime();
    private final String name;
    private ProgressBar bar;

    ProgressDisplay(String name) {
        this.name = name;
    }

    static boolean isWatched() {
        return Boolean.getBoolean(TERMINAL_PROPERTY);
    }

    @Override
    public boolean progress(long done, long total) {
        if (bar == null && done < total && System.nanoTime() - start > PATIENCE_NANOS) {
            bar = new ProgressBarBuilder()
                    .setTaskName(name)
                    .setInitialMax(total)
                    .setStyle(ProgressBarStyle.ASCII)
                    // With a width of its own the bar does not ask the terminal, which needs a native library.
                    .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                    .clearDisplayOnFinish()
                    .build();
        }
        if (bar != null) {
            bar.stepTo(done);
        }
        return true;
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
