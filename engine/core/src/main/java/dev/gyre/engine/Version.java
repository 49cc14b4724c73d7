package dev.gyre.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Gyre, which the build writes to a resource. */
final class Version {

    private Version() {}

    static String ofThisBuild() {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            build.load(in);
            return build.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the version of Gyre", e);
        }
    }
}
