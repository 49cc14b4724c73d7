package dev.gyre.cli;

import dev.gyre.cli.shell.ShellRunner;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Opens JShell with Gyre imported. */
@Command(
        name = "shell",
        description = {
            "Opens JShell with Gyre imported, an open engine (\"engine\") and the cities that ship with the program "
                    + "(\"cities\", longitude and latitude), or runs a script of Java snippets.",
            "Kernels that you type there run on the JVM and on TornadoVM devices."
        })
final class ShellCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "SCRIPT",
            description = "A file of Java snippets to run, - for standard input (default: read from the terminal).")
    private Path script;

    @Mixin
    private EngineOptions engineOptions;

    @Override
    public Integer call() throws IOException {
        Settings settings = engineOptions.settings();
        if (System.getProperty(ShellRunner.CLASSES) == null) {
            throw Usage.error(spec, "the shell needs a folder for its classes: start it by the script gyre");
        }
        ShellRunner runner = new ShellRunner(settings);
        return script == null
                ? runner.interact()
                : runner.run(script, spec.commandLine().getErr());
    }
}
