package dev.gyre.engine.select;

import dev.gyre.engine.program.Stage;
import java.util.List;

/**
 * The stages of a selection.
 *
 * @param stages the stages, in order
 * @param parameters small arrays with the sizes for the kernels, which must be uploaded before the stages run
 * @param temporaryBytes memory of the arrays except input and result
 * @param sizes sets other sizes than those for which the stages were made
 */
record StageList(List<Stage> stages, List<Object> parameters, long temporaryBytes, Sizes sizes) {

    /** Changes the parameters; no size may be larger than that for which the stages were made. */
    interface Sizes {
        void set(int columns, int k);
    }

    StageList {
        stages = List.copyOf(stages);
        parameters = List.copyOf(parameters);
    }
}
