package dev.gyre.engine.op;

import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.file.AtomicFile;
import dev.gyre.engine.file.Identifiers;
import dev.gyre.engine.file.TreeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** A tree that can be saved to a file. */
abstract sealed class SavedTree extends Closing permits KdTree, RTree {

    private final TreeFile content;

    private final BuildReport report;

    SavedTree(TreeFile content, BuildReport report) {
        super("the tree");
        this.content = content;
        this.report = report;
    }

    /** {@return the device and times of the build} */
    public BuildReport report() {
        return report;
    }

    /**
     * Returns the identifiers of the rows, as given to {@code withIdentifiers} or read from the file.
     *
     * @return a text for each row, or an empty list; immutable
     */
    public List<String> identifiers() {
        return content.identifiers().texts();
    }

    /** Checks that the tree is open and that these can be its identifiers. */
    final Identifiers checked(List<String> identifiers, int rows) {
        checkOpen();
        return Identifiers.of(identifiers, rows);
    }

    /**
     * Writes the tree to a file that {@code load} reads, on this or another machine, for this or another device. The file appears, or
     * replaces an existing one, when it is complete; for its size, see the class of the tree.
     *
     * @param file the file
     * @throws IOException if it cannot be written
     * @throws IllegalArgumentException if the metric of the tree is not one of the built-in ones of {@link dev.gyre.engine.data.Metric}
     * @throws IllegalStateException if the tree is closed
     */
    public void save(Path file) throws IOException {
        checkOpen();
        content.check();
        try (AtomicFile written = AtomicFile.create(file)) {
            content.write(written.stream());
            written.commit();
        }
    }

    /**
     * Writes the tree to a stream, in the format of {@link #save}.
     *
     * @param out destination; flushed but not closed
     * @throws IOException if it cannot be written
     * @throws IllegalArgumentException as {@link #save}
     * @throws IllegalStateException if the tree is closed
     */
    public void write(OutputStream out) throws IOException {
        checkOpen();
        content.write(out);
    }
}
