package dev.gyre.engine.search;

import dev.gyre.engine.program.Progress;

/**
 * Progress of a part of some work, whose items may be pieces of several items of the whole, or several of them an item of the whole.
 *
 * @param whole receives the progress of the whole work
 * @param before items of the whole that are done before this part
 * @param unit items of the whole for each {@code per} items of this part
 * @param max items of the whole that are done after this part, whose last piece may be smaller
 */
public record PartProgress(Progress whole, long before, long unit, long per, long max) implements Progress {

    /** Progress of a part each of whose items is some items of the whole. */
    public PartProgress(Progress whole, long before, long unit, long max) {
        this(whole, before, unit, 1, max);
    }

    /** Progress of an intermediate step, which does not change how many items are done. */
    public static PartProgress step(Progress whole, long done) {
        return new PartProgress(whole, done, 0, done);
    }

    @Override
    public void completed(long items) {
        whole.completed(Math.min(max, before + items * unit / per));
    }

    @Override
    public boolean cancelled() {
        return whole.cancelled();
    }
}
