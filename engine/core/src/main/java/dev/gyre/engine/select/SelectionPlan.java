package dev.gyre.engine.select;

import dev.gyre.engine.data.SelectionOptions;
import java.util.Objects;

/**
 * The method of a selection, its sizes, and the reason.
 *
 * @param method the method, not {@link SelectionOptions.Method#AUTOMATIC}
 * @param singlePass the parts of a single pass; null for the other methods
 * @param tile values per tile of a radix select or sample select; 0 for the other methods
 * @param explanation the choice for these sizes and this device, and its reason; in an explanation before the call also lines with the
 *     estimate of each strategy
 */
public record SelectionPlan(SelectionOptions.Method method, SinglePass singlePass, int tile, String explanation) {

    public SelectionPlan {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(explanation, "explanation");
    }

    /** Tells whether the stages leave the rows in order, so that the host has nothing to sort. */
    boolean sorts() {
        return method != SelectionOptions.Method.RADIX_SELECT && method != SelectionOptions.Method.SAMPLE_SELECT;
    }
}
