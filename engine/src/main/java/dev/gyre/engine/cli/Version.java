package dev.gyre.engine.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {
            "gyre " + number(),
            "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")"
        };
    }

    /** The version of Gyre. */
    static String number() throws IOException {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            build.load(in);
        }
        return build.getProperty("version");
    }
}
