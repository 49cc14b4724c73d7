package dev.gyre.engine.knn;

import dev.gyre.engine.program.Progress;

/**
 * Progress of a part of some work.
 *
 * @param whole told of the whole work
 * @param done items of the whole that are done before this part
 * @param counts whether items of this part are items of the whole; else it is a step on the way, that leaves none done
 */
public record PartProgress(Progress whole, long done, boolean counts) implements Progress {

    @Override
    public void completed(long items) {
        whole.completed(counts ? done + items : done);
    }

    @Override
    public boolean cancelled() {
        return whole.cancelled();
    }
}
