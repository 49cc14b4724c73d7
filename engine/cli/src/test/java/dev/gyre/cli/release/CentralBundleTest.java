package dev.gyre.cli.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CentralBundleTest {

    private static final String SHARED = """
            <url>https://example.org</url>
            <licenses><license><name>A</name><url>https://example.org/a</url></license></licenses>
            <developers><developer><name>D</name></developer></developers>
            <scm><connection>c</connection><developerConnection>d</developerConnection><url>u</url></scm>""";

    private static final String PARENT = """
            <project><modelVersion>4.0.0</modelVersion><groupId>org.x</groupId><artifactId>p</artifactId><version>1.0</version>
            <packaging>pom</packaging><name>P</name><description>A parent</description>
            """ + SHARED + "</project>";

    private static final String CHILD = """
            <project><modelVersion>4.0.0</modelVersion>
            <parent><groupId>org.x</groupId><artifactId>p</artifactId><version>1.0</version></parent>
            <artifactId>c</artifactId><name>C</name><description>A child</description></project>
            """;

    private static final String C = "org/x/c/1.0/c-1.0";

    private final Map<String, byte[]> files = new TreeMap<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void make() throws Exception {
        put("org/x/p/1.0/p-1.0.pom", PARENT);
        put(C + ".pom", CHILD);
        for (String suffix : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
            put(C + suffix, "content of " + suffix);
        }
    }

    private void put(String name, String text) throws Exception {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        files.put(name, content);
        files.put(name + ".asc", "-----BEGIN PGP SIGNATURE-----\n".getBytes(StandardCharsets.UTF_8));
        files.put(name + ".md5", hex("MD5", content));
        files.put(name + ".sha1", hex("SHA-1", content));
    }

    private static byte[] hex(String algorithm, byte[] content) throws Exception {
        byte[] digest = MessageDigest.getInstance(algorithm).digest(content);
        return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.UTF_8);
    }

    private void assertFault(String expected) {
        List<String> faults = CentralBundle.faults(files);
        assertTrue(faults.contains(expected), faults::toString);
    }

    @Test
    void shouldAcceptACompleteBundle() {
        assertEquals(List.of(), CentralBundle.faults(files));
    }

    @Test
    void shouldReadAZip() throws Exception {
        Path zip = folder.resolve("bundle.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(file.getValue());
            }
        }
        Map<String, byte[]> read = CentralBundle.read(zip);
        assertEquals(files.keySet(), read.keySet());
        assertEquals(List.of(), CentralBundle.faults(read));
    }

    @Test
    void shouldMissComponents() {
        files.clear();
        assertFault("the bundle has no component");
    }

    @ParameterizedTest
    @ValueSource(strings = {".jar", "-sources.jar", "-javadoc.jar"})
    void shouldMissJars(String suffix) {
        files.keySet().removeIf(name -> name.startsWith(C + suffix));
        assertFault(C + suffix + ": missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {".jar", "-sources.jar", "-javadoc.jar", ".pom"})
    void shouldMissSignaturesAndChecksums(String suffix) {
        for (String extension : List.of(".asc", ".md5", ".sha1")) {
            files.remove(C + suffix + extension);
        }
        assertFault(C + suffix + ": has no signature");
        assertFault(C + suffix + ": has no md5");
        assertFault(C + suffix + ": has no sha1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"md5", "sha1", "sha256", "sha512"})
    void shouldNoticeWrongChecksums(String extension) {
        files.put(C + ".jar." + extension, "00".getBytes(StandardCharsets.UTF_8));
        assertFault(C + ".jar: its " + extension + " is that of other content");
    }

    @Test
    void shouldNoticeWhatBelongsToNothing() {
        files.put(C + "-tests.jar.asc", new byte[0]);
        files.put(C + "-tests.jar.md5", new byte[0]);
        files.put("maven-metadata.xml", new byte[0]);
        files.put("org/x/c/1.0/d-1.0.jar", new byte[0]);
        assertFault(C + "-tests.jar.asc: no signature");
        assertFault(C + "-tests.jar.asc: of no file");
        assertFault(C + "-tests.jar.md5: of no file");
        assertFault(": not a path of group, artifact and version");
        assertFault("org/x/c/1.0/d-1.0.jar: not named after its component");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "description"})
    void shouldNotInheritWhatIsOfAComponent(String field) throws Exception {
        put(C + ".pom", CHILD.replaceAll("<" + field + ">.*</" + field + ">", ""));
        assertFault(C + ".pom: has no " + field);
    }

    @Test
    void shouldMissFieldsOfPoms() throws Exception {
        put("org/x/p/1.0/p-1.0.pom", PARENT.replace(SHARED, "<url> </url>"));
        for (String field : List.of(
                "url",
                "licenses/license/name",
                "licenses/license/url",
                "developers/developer/name",
                "scm/connection",
                "scm/developerConnection",
                "scm/url")) {
            assertFault("org/x/p/1.0/p-1.0.pom: has no " + field);
            assertFault(C + ".pom: has no " + field);
        }
    }

    @Test
    void shouldRefuseFieldsThatOnlyABuildKnows() throws Exception {
        put(C + ".pom", CHILD.replace("A child", "${description}"));
        assertFault(C + ".pom: description is not known without a build: ${description}");
    }

    @Test
    void shouldRefuseSnapshotsAndOtherCoordinates() throws Exception {
        put(C + ".pom", CHILD.replace("1.0", "1.0-SNAPSHOT"));
        assertFault(C + ".pom: names a snapshot");
        assertFault(C + ".pom: is of org.x:c:1.0-SNAPSHOT");
        put("org/x/c/2-SNAPSHOT/c-2-SNAPSHOT.pom", CHILD);
        assertFault("org/x/c/2-SNAPSHOT: not a release");
        assertFault("several versions: [1.0, 2-SNAPSHOT]");
    }

    @Test
    void shouldMissPoms() {
        files.keySet().removeIf(name -> name.startsWith(C + ".pom"));
        assertFault("org/x/c/1.0: has no pom");
    }

    @Test
    void shouldRefuseWhatIsNoXml() throws Exception {
        put(C + ".pom", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><a>&b;</a>");
        assertTrue(CentralBundle.faults(files).stream().anyMatch(fault -> fault.startsWith(C + ".pom: no XML")));
    }
}
