package dev.gyre.engine.sort;

import dev.gyre.engine.program.Stage;
import java.util.List;

/**
 * Stages that sort arrays on the device, and where they leave the result.
 *
 * @param stages the work, to be put into a phase
 * @param keys the keys in order
 * @param payload the values that travelled with the keys, in the same order
 */
public record SortStages(List<Stage> stages, int[] keys, int[] payload) {

    /** Copies the list. */
    public SortStages {
        stages = List.copyOf(stages);
    }
}
