package dev.gyre.engine.knn;

import dev.gyre.engine.program.Progress;

/**
 * Progress of a part of some work, whose items may be pieces of several items of the whole.
 *
 * @param whole told of the whole work
 * @param before items of the whole that are done before this part
 * @param unit items of the whole that an item of this part is
 * @param most items of the whole that are done after this part, where its last piece is smaller
 */
public record PartProgress(Progress whole, long before, long unit, long most) implements Progress {

    /** Progress of a step on the way, that leaves no more items done than before. */
    public static PartProgress step(Progress whole, long done) {
        return new PartProgress(whole, done, 0, done);
    }

    @Override
    public void completed(long items) {
        whole.completed(Math.min(most, before + items * unit));
    }

    @Override
    public boolean cancelled() {
        return whole.cancelled();
    }
}
