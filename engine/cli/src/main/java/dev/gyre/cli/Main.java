package dev.gyre.cli;

import dev.gyre.cli.shell.ShellRunner;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The program {@code gyre}. */
public final class Main {

    private static final Set<String> VERSION = Set.of("--version", "-V");

    private Main() {}

    /**
     * Runs a command and ends the JVM with its exit code: 0 if all went well, 1 if the work failed, 2 if the command line
     * or an input is wrong, 130 if it was cancelled, 141 if nobody reads its standard output any more.
     *
     * @param args command and options
     */
    public static void main(String[] args) {
        ShellRunner.deleteClassesAtEnd();
        PrintWriter out = utf8(new StandardOutput());
        PrintWriter err = utf8(new FileOutputStream(FileDescriptor.err));
        System.exit(run(args, out, err));
    }

    /** Runs a command. */
    static int run(String[] given, PrintWriter out, PrintWriter err) {
        String[] args = withoutHelpVerb(given);
        GyreCommand gyre = new GyreCommand();
        ErrorReporter errors = new ErrorReporter(gyre, err);
        CommandLine commandLine = withCommands(gyre.line(), args)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setOut(out)
                .setErr(err)
                .setExecutionStrategy(parsed -> execute(parsed, errors))
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
        try {
            int exitCode = commandLine.execute(args);
            out.flush();
            return exitCode;
        } catch (OutOfMemoryError | UncheckedIOException e) {
            return errors.report(e);
        } finally {
            err.flush();
        }
    }

    /** Returns {@code kd build --help} for {@code help kd build}. */
    private static String[] withoutHelpVerb(String... args) {
        if (args.length == 0 || !args[0].equals("help")) {
            return args;
        }
        if (args.length > 1 && !commands().containsKey(args[1])) {
            // Refused as an unknown command.
            return new String[] {args[1]};
        }
        String[] asked = Arrays.copyOfRange(args, 1, args.length + 1);
        asked[args.length - 1] = "--help";
        return asked;
    }

    /** Adds the command that is called, or else all: to make the options of each takes time. */
    private static CommandLine withCommands(CommandLine gyre, String... args) {
        Map<String, Supplier<Command>> commands = commands();
        String first = args.length == 0 ? "" : args[0];
        if (commands.containsKey(first)) {
            return gyre.addSubcommand(first, commands.get(first).get().line());
        }
        if (!VERSION.contains(first)) {
            commands.forEach(
                    (name, command) -> gyre.addSubcommand(name, command.get().line()));
            CommandSpec spec = gyre.getCommandSpec();
            CommandLine completion = new CommandLine(new AutoComplete.GenerateCompletion());
            completion.getCommandSpec().versionProvider(spec.versionProvider());
            completion
                    .getCommandSpec()
                    .usageMessage()
                    .footer(spec.usageMessage().footer());
            gyre.addSubcommand(completion);
        }
        return gyre;
    }

    /** Returns all commands by name, in the order of the help. */
    private static Map<String, Supplier<Command>> commands() {
        Map<String, Supplier<Command>> commands = new LinkedHashMap<>();
        commands.put("knn-join", KnnJoinCommand::new);
        commands.put("kd", CommandGroup::kd);
        commands.put("rtree", CommandGroup::rtree);
        commands.put("radius-join", RadiusJoinCommand::new);
        commands.put("pair-counts", PairCountsCommand::new);
        commands.put("box-join", BoxJoinCommand::new);
        commands.put("spatial-join", SpatialJoinCommand::new);
        commands.put("top-join", TopJoinCommand::new);
        commands.put("cluster", ClusterCommand::new);
        commands.put("graph", GraphCommand::new);
        commands.put("outliers", OutliersCommand::new);
        commands.put("autocorrelation", AutocorrelationCommand::new);
        commands.put("spanning-tree", SpanningTreeCommand::new);
        commands.put("sort", SortCommand::new);
        commands.put("top", TopCommand::new);
        commands.put("devices", DevicesCommand::new);
        commands.put("verify", VerifyCommand::new);
        commands.put("calibrate", CalibrateCommand::new);
        commands.put("shell", ShellCommand::new);
        return commands;
    }

    /** Runs the parsed command. Failures to print help reach no handler of picocli. */
    private static int execute(CommandLine.ParseResult parsed, ErrorReporter errors) {
        try {
            return new CommandLine.RunLast().execute(parsed);
        } catch (UncheckedIOException e) {
            return errors.report(e);
        }
    }

    private static PrintWriter utf8(OutputStream bytes) {
        return new PrintWriter(new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 1 << 16));
    }
}
