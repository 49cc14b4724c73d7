package dev.gyre.engine.select;

import dev.gyre.engine.program.Stage;
import java.util.List;

/**
 * The stages of a selection by a method.
 *
 * @param stages the work, in order
 * @param parameters small arrays that tell the kernels the sizes, to be uploaded before the stages run
 * @param temporaryBytes memory of arrays beside input and result
 * @param sizes sets other sizes than those for which the stages were made
 */
record StageList(List<Stage> stages, List<Object> parameters, long temporaryBytes, Sizes sizes) {

    /** Changes the parameters, no size being more than that for which the stages were made. */
    interface Sizes {
        void set(int columns, int k);
    }

    StageList {
        stages = List.copyOf(stages);
        parameters = List.copyOf(parameters);
    }
}
