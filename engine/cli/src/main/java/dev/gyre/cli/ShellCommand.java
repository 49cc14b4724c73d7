package dev.gyre.cli;

import dev.gyre.cli.shell.ShellRunner;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Opens JShell with Gyre imported. */
final class ShellCommand extends Command {

    private final PositionalParamSpec script = PositionalParamSpec.builder()
            .type(Path.class)
            .arity("0..1")
            .paramLabel("SCRIPT")
            .description("A file of Java snippets to run, - for standard input (default: read from the terminal).")
            .build();
    private final EngineOptions engineOptions = with(new EngineOptions());

    ShellCommand() {
        super(
                "shell",
                "Opens JShell with Gyre imported, an open engine (\"engine\") and the cities that ship with the program "
                        + "(\"cities\", longitude and latitude), or runs a script of Java snippets.",
                "Kernels that you type there run on the JVM and on TornadoVM devices.");
        spec().addPositional(script);
    }

    @Override
    public Integer call() throws IOException {
        Settings settings = engineOptions.settings();
        if (System.getProperty(ShellRunner.CLASSES) == null) {
            throw error("the shell needs a folder for its classes: start it by the script gyre");
        }
        ShellRunner runner = new ShellRunner(settings);
        Path file = script.getValue();
        return file == null
                ? runner.interact()
                : runner.run(file, spec().commandLine().getErr());
    }
}
