package dev.gyre.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Declarations in text files beside these classes: lines with columns between bars. Lines that begin with {@code #} are comments. */
final class Texts {

    private Texts() {}

    /** Returns the lines of a file that are neither empty nor comments. */
    static Stream<String> lines(String file) {
        try (InputStream in = Texts.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Returns the columns of a line; the last ones may be empty. */
    static List<String> columns(String line) {
        return Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
    }
}
