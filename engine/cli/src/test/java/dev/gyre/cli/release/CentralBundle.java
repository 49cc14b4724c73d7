package dev.gyre.cli.release;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Checks a bundle by what Maven Central asks for (central.sonatype.org/publish/requirements), without a network:
 *
 * <ul>
 *   <li>the layout of a Maven repository, and nothing else in the archive;
 *   <li>a release, of one version;
 *   <li>a pom for each component, with name, description, url, licenses, developers and scm, its own or those of its parent in the bundle;
 *   <li>a jar, its sources and its Javadoc for each component that is not a pom alone;
 *   <li>the right MD5 and SHA-1 of each file, and a signature beside it.
 * </ul>
 *
 * <p>Whether a signature is right depends on the key: {@code release/rehearse} asks {@code gpg}. Run from its source, so it uses
 * nothing outside the JDK.
 */
public final class CentralBundle {

    private static final Set<String> CHECKSUMS = Set.of("md5", "sha1", "sha256", "sha512");
    private static final List<String> REQUIRED = List.of(
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/developerConnection",
            "scm/url");

    private final Map<String, byte[]> files;
    private final List<String> faults = new ArrayList<>();
    private final Map<String, Element> poms = new TreeMap<>();

    private CentralBundle(Map<String, byte[]> files) {
        this.files = files;
    }

    /**
     * Prints the components of a bundle, or its faults, and exits with 1 for these.
     *
     * @param arguments the zip file
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("usage: java CentralBundle.java BUNDLE.zip");
            System.exit(2);
        }
        Map<String, byte[]> files = read(Path.of(arguments[0]));
        List<String> faults = faults(files);
        faults.forEach(System.err::println);
        if (!faults.isEmpty()) {
            System.exit(1);
        }
        files.keySet().stream()
                .filter(file -> file.endsWith(".pom"))
                .forEach(file -> System.out.println(file.substring(0, file.lastIndexOf('/'))));
    }

    /** Reads all files of a zip. */
    static Map<String, byte[]> read(Path zip) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    files.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return files;
    }

    /** Returns what Maven Central would refuse; each fault begins with the file that has it. */
    static List<String> faults(Map<String, byte[]> files) {
        CentralBundle bundle = new CentralBundle(files);
        bundle.check();
        return bundle.faults;
    }

    private void check() {
        Set<String> folders = new TreeSet<>();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            String name = file.getKey();
            if (name.endsWith(".pom")) {
                parse(name, file.getValue()).ifPresent(pom -> poms.put(name, pom));
            }
            folders.add(name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "");
            checkChecksums(name, file.getValue());
        }
        if (poms.isEmpty()) {
            faults.add("the bundle has no component");
        }
        Set<String> versions = new TreeSet<>();
        for (String folder : folders) {
            checkComponent(folder);
            versions.add(folder.substring(folder.lastIndexOf('/') + 1));
        }
        if (versions.size() > 1) {
            faults.add("several versions: " + versions);
        }
    }

    private void checkChecksums(String name, byte[] content) {
        String extension = name.substring(name.lastIndexOf('.') + 1);
        if (CHECKSUMS.contains(extension)) {
            if (!files.containsKey(name.substring(0, name.lastIndexOf('.')))) {
                faults.add(name + ": of no file");
            }
            return;
        }
        if (extension.equals("asc")) {
            if (!text(content).startsWith("-----BEGIN PGP SIGNATURE-----")) {
                faults.add(name + ": no signature");
            }
            if (!files.containsKey(name.substring(0, name.lastIndexOf('.')))) {
                faults.add(name + ": of no file");
            }
            return;
        }
        if (!files.containsKey(name + ".asc")) {
            faults.add(name + ": has no signature");
        }
        checkChecksum(name, content, "md5", "MD5");
        checkChecksum(name, content, "sha1", "SHA-1");
        for (String optional : List.of("sha256", "sha512")) {
            if (files.containsKey(name + "." + optional)) {
                checkChecksum(name, content, optional, "SHA-" + optional.substring(3));
            }
        }
    }

    private void checkChecksum(String name, byte[] content, String extension, String algorithm) {
        byte[] written = files.get(name + "." + extension);
        try {
            String right = HexFormat.of()
                    .formatHex(MessageDigest.getInstance(algorithm).digest(content));
            if (written == null) {
                faults.add(name + ": has no " + extension);
            } else if (!text(written).strip().equals(right)) {
                faults.add(name + ": its " + extension + " is that of other content");
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Checks the files of a folder, whose path is that of a group, an artifact and a version. */
    private void checkComponent(String folder) {
        String[] path = folder.split("/");
        if (path.length < 3) {
            faults.add(folder + ": not a path of group, artifact and version");
            return;
        }
        String version = path[path.length - 1];
        String artifact = path[path.length - 2];
        String stem = folder + "/" + artifact + "-" + version;
        if (version.endsWith("-SNAPSHOT")) {
            faults.add(folder + ": not a release");
        }
        files.keySet().stream()
                .filter(file -> file.startsWith(folder + "/") && file.indexOf('/', folder.length() + 1) < 0)
                .filter(file -> !file.startsWith(stem + ".") && !file.startsWith(stem + "-"))
                .forEach(file -> faults.add(file + ": not named after its component"));
        Element pom = poms.get(stem + ".pom");
        if (pom == null) {
            faults.add(folder + ": has no pom");
            return;
        }
        String group = String.join(".", List.of(path).subList(0, path.length - 2));
        checkPom(stem + ".pom", pom, group, artifact, version);
        if (!value(pom, "packaging").orElse("jar").equals("pom")) {
            for (String suffix : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
                if (!files.containsKey(stem + suffix)) {
                    faults.add(stem + suffix + ": missing");
                }
            }
        }
    }

    private void checkPom(String file, Element pom, String group, String artifact, String version) {
        if (!value(pom, "modelVersion").orElse("").equals("4.0.0")) {
            faults.add(file + ": has no modelVersion 4.0.0");
        }
        String coordinates = String.join(
                ":",
                value(pom, "groupId").or(() -> value(pom, "parent/groupId")).orElse(""),
                value(pom, "artifactId").orElse(""),
                value(pom, "version").or(() -> value(pom, "parent/version")).orElse(""));
        if (!coordinates.equals(group + ":" + artifact + ":" + version)) {
            faults.add(file + ": is of " + coordinates);
        }
        for (String field : REQUIRED) {
            Optional<String> value = inherited(pom, field);
            if (value.isEmpty()) {
                faults.add(file + ": has no " + field);
            } else if (value.get().contains("${")) {
                faults.add(file + ": " + field + " is not known without a build: " + value.get());
            }
        }
        if (text(files.get(file)).contains("-SNAPSHOT")) {
            faults.add(file + ": names a snapshot");
        }
    }

    /** Returns a field of a pom, or that of its parent in the bundle; a name and a description are each component's own. */
    private Optional<String> inherited(Element pom, String field) {
        Optional<String> own = value(pom, field);
        if (own.isPresent() || field.equals("name") || field.equals("description")) {
            return own;
        }
        String group = value(pom, "parent/groupId").orElse("").replace('.', '/');
        String artifact = value(pom, "parent/artifactId").orElse("");
        String version = value(pom, "parent/version").orElse("");
        Element parent = poms.get(group + "/" + artifact + "/" + version + "/" + artifact + "-" + version + ".pom");
        return parent == null || parent == pom ? Optional.empty() : inherited(parent, field);
    }

    /** Returns the text of the first element at a path below another, unless it is blank. */
    private static Optional<String> value(Element from, String path) {
        Element at = from;
        for (String name : path.split("/")) {
            Element next = null;
            for (Node node = at.getFirstChild(); node != null && next == null; node = node.getNextSibling()) {
                if (node instanceof Element element && element.getTagName().equals(name)) {
                    next = element;
                }
            }
            if (next == null) {
                return Optional.empty();
            }
            at = next;
        }
        return Optional.of(at.getTextContent().strip()).filter(text -> !text.isEmpty());
    }

    private Optional<Element> parse(String name, byte[] content) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return Optional.of(builder.parse(new ByteArrayInputStream(content)).getDocumentElement());
        } catch (SAXException e) {
            faults.add(name + ": no XML: " + e.getMessage());
            return Optional.empty();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.UTF_8);
    }
}
