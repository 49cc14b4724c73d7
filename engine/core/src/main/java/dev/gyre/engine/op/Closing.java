package dev.gyre.engine.op;

/** What is used until it is closed. Safe for use by several threads. */
abstract class Closing implements AutoCloseable {

    private final String name;
    private volatile boolean closed;

    /**
     * What is open.
     *
     * @param name its name in messages, such as {@code the tree}
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
