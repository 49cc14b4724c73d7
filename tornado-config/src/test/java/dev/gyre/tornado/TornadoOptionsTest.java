package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TornadoOptionsTest {

    private static final String BAILOUT = "tornado.recover.bailout";
    private static final Map<String, String> EXPECTED = Map.of(
            BAILOUT,
            "False",
            "tornado.tvm.maxbytecodesize",
            "131072",
            "tornado.max.events",
            "64",
            "tornado.device.memory",
            "1024GB",
            "tornado.opencl.compiler.flags",
            "-cl-mad-enable -w");

    private final Map<String, String> before = new HashMap<>();

    @BeforeEach
    void clear() {
        EXPECTED.keySet().forEach(name -> before.put(name, System.clearProperty(name)));
    }

    @AfterEach
    void restore() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    @Test
    void shouldSetWhatIsNotSet() {
        TornadoOptions.apply();
        EXPECTED.forEach((name, value) -> assertEquals(value, System.getProperty(name)));
    }

    @Test
    void shouldLeaveWhatIsSet() {
        System.setProperty(BAILOUT, "false");
        System.setProperty("tornado.tvm.maxbytecodesize", "8192");
        TornadoOptions.apply();
        assertEquals("false", System.getProperty(BAILOUT));
        assertEquals("8192", System.getProperty("tornado.tvm.maxbytecodesize"));
        assertEquals("1024GB", System.getProperty("tornado.device.memory"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"True", "true", "TRUE"})
    void shouldRefuseToRunFailedKernelsInJava(String value) {
        System.setProperty(BAILOUT, value);
        IllegalStateException e = assertThrows(IllegalStateException.class, TornadoOptions::apply);
        assertTrue(e.getMessage().startsWith("-Dtornado.recover.bailout=True would run kernels"), e::getMessage);
        assertEquals(value, System.getProperty(BAILOUT));
    }
}
