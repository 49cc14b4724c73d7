package dev.gyre.cli;

import dev.gyre.cli.csv.RowsRead;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of two files, or the rows of one file twice.
 *
 * @param <T> their type
 */
record Both<T extends RowsRead>(T first, T second) implements RowsRead {

    @Override
    public String leftOut() {
        return Stream.of(first, second)
                .distinct()
                .map(RowsRead::leftOut)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }
}
