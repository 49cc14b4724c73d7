package dev.gyre.cli;

import java.util.List;
import picocli.CommandLine;

/** A command that consists of commands. */
final class CommandGroup extends Command {

    private final List<Command> commands;

    private CommandGroup(String name, String description, Command... commands) {
        super(name, description);
        this.commands = List.of(commands);
    }

    static CommandGroup kd() {
        return new CommandGroup(
                "kd",
                "Builds a kd-tree of the rows of a file, searches it, and checks it.",
                new KdBuildCommand(),
                new KdQueryCommand(),
                new KdWindowsCommand(),
                TreeVerifyCommand.ofKdTree());
    }

    static CommandGroup rtree() {
        return new CommandGroup(
                "rtree",
                "Builds an R-tree of the boxes of a file, searches it, and checks it.",
                new RTreeBuildCommand(),
                new RTreeQueryCommand(),
                new RTreeNearestCommand(),
                TreeVerifyCommand.ofRTree());
    }

    @Override
    CommandLine line() {
        CommandLine line = super.line();
        commands.forEach(command -> line.addSubcommand(command.line()));
        return line;
    }

    @Override
    public Integer call() {
        List<String> names =
                commands.stream().map(command -> command.spec().name()).toList();
        int last = names.size() - 1;
        throw error("a command is missing: " + String.join(", ", names.subList(0, last)) + " or " + names.get(last));
    }
}
