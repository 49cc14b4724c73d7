package dev.gyre.cli;

import dev.gyre.engine.Engine;
import picocli.CommandLine.IVersionProvider;

/** The text that {@code --version} prints. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {
            "gyre " + Engine.version(),
            "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")"
        };
    }
}
