package dev.gyre.engine.select;

import dev.gyre.engine.program.Stage;
import java.util.List;

/**
 * What a method makes of a selection.
 *
 * @param stages the work, in order
 * @param parameters arrays that a program uploads once, before the first run
 * @param temporaryBytes memory of arrays beside input and result
 */
record StageList(List<Stage> stages, List<Object> parameters, long temporaryBytes) {

    StageList {
        stages = List.copyOf(stages);
        parameters = List.copyOf(parameters);
    }
}
