package dev.gyre.cli;

import java.io.IOException;

/**
 * Takes a value, such as an answer or an open file, and may fail to write.
 *
 * @param <T> its type
 */
@FunctionalInterface
interface IoConsumer<T> {
    void accept(T value) throws IOException;
}
