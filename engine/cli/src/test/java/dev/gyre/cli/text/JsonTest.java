package dev.gyre.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void shouldWriteValuesInTheirOrder() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put("a", Map.of("seconds", 0.25));
        map.put("yes", true);
        map.put("far", Double.POSITIVE_INFINITY);
        map.put("text", "t");
        assertEquals(
                "{\"z\":1,\"a\":{\"seconds\":0.25},\"yes\":true,\"far\":\"Infinity\",\"text\":\"t\"}", Json.of(map));
    }

    @Test
    void shouldEscapeWhatJsonReserves() {
        assertEquals(
                "\"\\\"\\\\ \\u001b\\u000a\\u007f\\u2028 \\ud83d\\ude00 ä/\"",
                Json.of("\"\\ \u001b\n\u007f\u2028 \ud83d\ude00 ä/"));
    }

    @Test
    void shouldRefuseOtherValues() {
        assertThrows(IllegalArgumentException.class, () -> Json.of(new int[0]));
    }
}
