package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One call of the command line in this process: what it printed and returned. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(args, new PrintWriter(out), new PrintWriter(err));
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** A call whose output and errors go to a terminal of some columns. */
    static CommandRun onTerminal(int columns, String... args) {
        Map<String, String> terminal =
                Map.of(Terminal.OUTPUT, "true", Terminal.ERRORS, "true", Terminal.COLUMNS, Integer.toString(columns));
        terminal.forEach(System::setProperty);
        try {
            return of(args);
        } finally {
            terminal.keySet().forEach(System::clearProperty);
        }
    }

    /** Returns a pattern of a report's total and, in parentheses, some of these parts. */
    static String times(String... parts) {
        String seconds = "\\d+\\.\\d\\d s";
        String all = Stream.of(parts).map(part -> part + " " + seconds).collect(Collectors.joining("|"));
        return "(" + seconds + "|under 0\\.01 s)( \\((" + all + ")(, (" + all + "))*\\))?";
    }

    /** A call with some arguments and more of them. */
    static CommandRun of(List<String> first, String... more) {
        return of(Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new));
    }

    /** A call by a thread that was interrupted before. */
    static CommandRun interrupted(String... args) {
        Thread.currentThread().interrupt();
        try {
            return of(args);
        } finally {
            Thread.interrupted();
        }
    }

    CommandRun shouldSucceed() {
        assertEquals(ExitCode.OK, exitCode, err);
        return this;
    }

    /** Checks that a command answered, or refused a damaged file in one line with its name; returns whether it refused. */
    boolean shouldAnswerOrRefuse(String file, String at) {
        if (exitCode == ExitCode.OK) {
            return false;
        }
        assertEquals(ExitCode.USAGE, exitCode, at + ": " + err);
        assertEquals(1, err.lines().count(), at + ": " + err);
        assertTrue(err.contains(file), at + ": " + err);
        return true;
    }

    /** Checks for exit code 2, nothing on standard output, and one line of error that has all parts. */
    void shouldRefuse(String... parts) {
        shouldFail(ExitCode.USAGE, parts);
    }

    void shouldFail(int expected, String... parts) {
        assertEquals(expected, exitCode, err);
        assertEquals("", out);
        List<String> lines = err.lines().toList();
        assertEquals(1, lines.size(), err);
        assertTrue(err.startsWith("gyre: "), err);
        for (String part : parts) {
            assertTrue(err.contains(part), "\"" + part + "\" is missing in: " + err);
        }
    }
}
