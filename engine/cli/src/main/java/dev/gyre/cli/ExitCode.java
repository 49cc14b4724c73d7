package dev.gyre.cli;

/** Exit codes of all commands. */
final class ExitCode {

    static final int OK = 0;

    /** The work failed: a device, writing, or a difference that the self-check found. */
    static final int FAILURE = 1;

    /** The command line or an input file is wrong. */
    static final int USAGE = 2;

    /** Cancelled by the user: 128 plus the number of the interrupt signal, as in shells. */
    static final int CANCELLED = 130;

    /** Nobody reads standard output any more: 128 plus the number of the signal of a broken pipe, as in shells. */
    static final int NOBODY_READS = 141;

    private ExitCode() {}
}
