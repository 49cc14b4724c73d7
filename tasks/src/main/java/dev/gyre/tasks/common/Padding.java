package dev.gyre.tasks.common;

/** Places of elements in local memory, of which one word in 33 stays unused. */
public final class Padding {

    private Padding() {}

    /** Threads that go through consecutive elements do not meet in one bank of local memory. */
    public static int place(int element) {
        return element + (element >> 5);
    }
}
