package dev.gyre.engine.sort;

import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.Steps;
import java.util.List;

/**
 * Stages that sort arrays on the device, and where they leave the result.
 *
 * @param parameters the arrays that a phase has to upload before the stages, which may grow until all stages are made
 * @param stages the work, to be put into a phase
 * @param keys the keys in order
 * @param payload the values that travelled with the keys, in the same order
 */
public record SortStages(List<Object> parameters, List<Stage> stages, int[] keys, int[] payload) implements Steps {

    /** Copies the list of stages. */
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
