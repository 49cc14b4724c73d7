package dev.gyre.engine.pool;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Program;

/**
 * Everything on which the program of an operation depends: its sizes, and the values that are compiled in. A record of these: calls with
 * equal blueprints can use the same program, so that the blueprint is the key of a kept program.
 *
 * <pre>{@code
 * record Sizes(int batch, int dims, int norm) implements Blueprint<Search> {
 *
 *     public Search make(Layout layout) {
 *         return new Search(this, layout);
 *     }
 * }
 * }</pre>
 *
 * @param <T> the operation: the object that has the arrays of the program
 */
public interface Blueprint<T extends Blueprint.Made> {

    /** An operation that a blueprint made. */
    interface Made {

        /**
         * Returns the program.
         *
         * @return the phases; the inputs of the layout become those of the program
         */
        Program program();

        /** Returns the bytes that it keeps on the host beside the arrays of its program. */
        default long hostBytes() {
            return 0;
        }
    }

    /**
     * Makes the operation, which declares all its arrays.
     *
     * @param layout allocates the arrays, or only counts them
     */
    T make(Layout layout);

    /**
     * Counts the arrays without allocating them.
     *
     * @param device the device on which the operation would run
     * @return the layout, with its bytes
     */
    default Layout measured(Device device) {
        Layout layout = Layout.measured(device);
        make(layout);
        return layout;
    }
}
