package dev.gyre.engine.sort;

import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Steps that sort arrays on the device, and the arrays of the result.
 *
 * @param uploads the sizes of a run
 * @param stages the stages, for a phase
 * @param keys the keys in order
 * @param payload the values that moved with the keys, in the same order
 */
public record SortSteps(Object[] uploads, List<Stage> stages, int[] keys, int[] payload) implements Steps {

    public SortSteps {
        stages = List.copyOf(stages);
    }

    /** Returns these steps followed by others, whose result it is. */
    SortSteps then(SortSteps next) {
        return new SortSteps(
                Stream.of(uploads, next.uploads).flatMap(Arrays::stream).toArray(),
                Stream.concat(stages.stream(), next.stages.stream()).toList(),
                next.keys,
                next.payload);
    }

    @Override
    public Object[] results() {
        return new Object[] {keys, payload};
    }
}
