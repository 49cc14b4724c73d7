package dev.gyre.cli;

import java.io.IOException;

/**
 * Consumes a value, such as an answer or an open file, and may fail to write.
 *
 * @param <T> the type of the value
 */
@FunctionalInterface
interface IoConsumer<T> {
    void accept(T value) throws IOException;
}
