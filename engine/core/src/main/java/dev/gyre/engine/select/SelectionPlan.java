package dev.gyre.engine.select;

import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.tasks.select.RadixParameters;
import java.util.Objects;

/**
 * The method of a selection, its sizes, and the reason.
 *
 * @param method the method, not {@link SelectionMethod#AUTOMATIC}
 * @param singlePass how a single pass is cut up; null for the other methods
 * @param tile values per tile of a radix select or sample select; 0 for the other methods
 * @param explanation what was chosen for which sizes and device, and why; in an explanation before the call more lines, with
 *     the estimate of each strategy
 */
public record SelectionPlan(SelectionMethod method, SinglePass singlePass, int tile, String explanation) {

    /** Checks that nothing is null that must not be. */
    public SelectionPlan {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(explanation, "explanation");
    }

    /** Tells whether the stages leave the rows in order, so that the host has nothing to sort. */
    boolean sorts() {
        return method != SelectionMethod.RADIX_SELECT && method != SelectionMethod.SAMPLE_SELECT;
    }

    /** Elements per row of the longest temporary array. */
    long longestArrayPerRow(int n, int k) {
        return switch (method) {
            case SINGLE_PASS -> (long) singlePass.parts() * k;
            case RADIX_SELECT -> (long) Math.ceilDiv(n, tile) * RadixParameters.DIGITS;
            case SAMPLE_SELECT -> Math.max(n, (long) Math.ceilDiv(n, tile) * RadixParameters.DIGITS);
            default -> n;
        };
    }
}
