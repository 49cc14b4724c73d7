package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SettingsTest {

    @Test
    void shouldRefuseZeroThreads() {
        assertThrows(IllegalArgumentException.class, () -> Settings.DEFAULT.withThreads(0));
    }
}
