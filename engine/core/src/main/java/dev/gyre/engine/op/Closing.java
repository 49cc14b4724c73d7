package dev.gyre.engine.op;

/** Base of objects that can be used until they are closed. Safe for use by several threads. */
abstract class Closing implements AutoCloseable {

    private final String name;
    private volatile boolean closed;

    /**
     * Makes an open object.
     *
     * @param name the name of the object in messages, such as {@code the tree}
     */
    Closing(String name) {
        this.name = name;
    }

    final void checkOpen() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
