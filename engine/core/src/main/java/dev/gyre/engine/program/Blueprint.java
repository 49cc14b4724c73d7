package dev.gyre.engine.program;

/**
 * Everything on which the program of an operation depends: its sizes, and the values that are compiled in. A record, whose components
 * these are: calls with equal blueprints can use the same program, so that the blueprint is the key of a kept program.
 *
 * <pre>{@code
 * record Sizes(int batch, int dims, int norm) implements Blueprint<Search> {
 *
 *     public Search make(Layout layout) {
 *         return new Search(layout, this);
 *     }
 *
 *     public Program program(Search search) {
 *         return search.program();
 *     }
 * }
 * }</pre>
 *
 * @param <T> the operation: the object that has the arrays of the program
 */
public interface Blueprint<T> {

    /**
     * Makes the operation, which declares all its arrays.
     *
     * @param layout allocates the arrays, or only counts them
     * @return a new operation
     */
    T make(Layout layout);

    /**
     * Returns the program of an operation.
     *
     * @param operation an operation that this blueprint made, with allocated arrays
     * @return the phases; the inputs of the layout become those of the program
     */
    Program program(T operation);

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
