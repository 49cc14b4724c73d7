package dev.gyre.engine.jvm;

/** Work on a slice of items. */
@FunctionalInterface
public interface SliceWork {

    /**
     * Handles the items {@code base .. base+count-1}.
     *
     * @param base first item
     * @param count number of items, 1 or more
     */
    void run(int base, int count);
}
