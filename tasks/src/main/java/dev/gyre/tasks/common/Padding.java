package dev.gyre.tasks.common;

/** Places of elements in local memory. One word in 33 stays unused. */
public final class Padding {

    private Padding() {}

    /** Returns the place of an element. Threads that each read consecutive elements do not collide in one bank of local memory. */
    public static int place(int element) {
        return element + (element >> 5);
    }
}
