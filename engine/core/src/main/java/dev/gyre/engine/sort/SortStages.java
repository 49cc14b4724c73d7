package dev.gyre.engine.sort;

import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.Steps;
import java.util.List;

/**
 * Stages that sort arrays on the device, and the arrays of the result.
 *
 * @param parameters the arrays that a phase must upload before the stages; the list may grow until all stages are made
 * @param stages the stages, for a phase
 * @param keys the keys in order
 * @param payload the values that moved with the keys, in the same order
 */
public record SortStages(List<Object> parameters, List<Stage> stages, int[] keys, int[] payload) implements Steps {

    public SortStages {
        stages = List.copyOf(stages);
    }

    @Override
    public Object[] uploads() {
        return parameters.toArray();
    }

    @Override
    public Object[] results() {
        return new Object[] {keys, payload};
    }
}
