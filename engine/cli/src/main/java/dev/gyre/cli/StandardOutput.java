package dev.gyre.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * Standard output, which ends the command when it cannot be written: a {@link java.io.PrintWriter} would go on in silence. After the
 * first failure it discards everything.
 */
final class StandardOutput extends OutputStream {

    private final OutputStream bytes;
    private boolean failed;

    StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    StandardOutput(OutputStream bytes) {
        this.bytes = bytes;
    }

    /** The reader of a pipe has ended, as {@code head} does when it has read enough. */
    static final class NobodyReadsException extends IOException {

        private static final long serialVersionUID = 1L;

        NobodyReadsException(IOException cause) {
            super("the reader of standard output has gone", cause);
        }
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        if (failed) {
            return;
        }
        try {
            bytes.write(from, offset, length);
        } catch (IOException e) {
            failed = true;
            String reason = String.valueOf(e.getMessage());
            throw new UncheckedIOException(
                    reason.toLowerCase(Locale.ROOT).contains("broken pipe")
                            ? new NobodyReadsException(e)
                            : new IOException("cannot write standard output: " + reason, e));
        }
    }
}
