package dev.gyre.cli;

import java.util.Set;
import java.util.function.Supplier;

/**
 * Options of the method of a join, and of its explanation.
 *
 * @param <M> the methods
 */
final class MethodOptions<M extends Enum<M>> extends Options {

    private final Option<M> method;
    private final Option<Boolean> explain;

    MethodOptions(Set<M> methods, String help) {
        method = choice(Names.of(methods), "--method=METHOD", help).byDefault("auto");
        explain = flag("--explain", "Prints the method of the join, and why.");
    }

    M method() {
        return method.get();
    }

    /** Prints an explanation before the work begins, if it is wanted. */
    void explain(Supplier<String> explanation) {
        if (explain.isGiven()) {
            tell(explanation.get());
        }
    }
}
