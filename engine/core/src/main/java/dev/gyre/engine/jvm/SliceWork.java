package dev.gyre.engine.jvm;

/** Work on a slice of items. */
@FunctionalInterface
public interface SliceWork {

    /**
     * Handles the items {@code begin .. end-1}.
     *
     * @param begin first item
     * @param end the item after the last one
     */
    void run(int begin, int end);
}
