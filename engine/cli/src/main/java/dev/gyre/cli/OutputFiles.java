package dev.gyre.cli;

import dev.gyre.engine.file.OutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of an answer. No file appears before all are written.
 *
 * @param <A> the answer
 */
final class OutputFiles<A> implements Closeable {

    private final List<Place<A>> places;
    private final List<OutputFile> files = new ArrayList<>();

    private OutputFiles(List<Place<A>> places) {
        this.places = places;
    }

    /** Writes an answer, or a part of it. */
    @FunctionalInterface
    interface Writing<A> {
        void write(A answer, OutputFile file) throws IOException;
    }

    /** A file under the user's name for it, and its content. */
    record Place<A>(Path name, Writing<A> writing) {}

    /** Opens all places. */
    static <A> OutputFiles<A> create(List<Place<A>> places) throws IOException {
        OutputFiles<A> output = new OutputFiles<>(places);
        try {
            for (Place<A> place : places) {
                output.files.add(OutputFile.create(place.name()));
            }
            return output;
        } catch (IOException e) {
            output.close();
            throw e;
        }
    }

    /** Waits for the readers of named pipes. Not part of {@link #create}, so that the end of the program need not wait too. */
    void open() throws IOException {
        each((place, file) -> file.stream());
    }

    void write(A answer) throws IOException {
        each((place, file) -> place.writing().write(answer, file));
        each((place, file) -> file.commit());
    }

    @Override
    public void close() throws IOException {
        for (OutputFile file : files) {
            file.close();
        }
    }

    private void each(Writing<Place<A>> step) throws IOException {
        for (int i = 0; i < files.size(); i++) {
            try {
                step.write(places.get(i), files.get(i));
            } catch (IOException e) {
                throw notWritten(places.get(i).name(), e);
            }
        }
    }

    /** Returns the exception of a failure to write a file. */
    static IOException notWritten(Path file, IOException e) {
        // Closed by the hook that cleans up when the program is asked to end.
        String reason = e instanceof ClosedChannelException ? "the program was ended" : e.getMessage();
        return new IOException("cannot write " + file + ": " + (reason == null ? e.toString() : reason), e);
    }
}
