package dev.gyre.engine.contract;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * What all contracts of the engine's operations share: one engine for all tests of a device. A subclass with several devices
 * changes its settings between tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EngineContract {

    private Engine engine;

    /** Settings that lead to the device under test. */
    protected abstract Settings settings();

    /** Of how many cases of a big series one is run: more than 1 for devices that compile each program. */
    protected int thinning() {
        return 1;
    }

    @BeforeEach
    void open() {
        if (engine == null || !engine.settings().equals(settings())) {
            close();
            engine = Engine.open(settings());
        }
    }

    @AfterAll
    void close() {
        if (engine != null) {
            engine.close();
        }
    }

    /** The open engine. */
    Engine engine() {
        return engine;
    }

    /** Those cases of a series that are run. */
    <T> Stream<T> thinned(List<T> cases) {
        return IntStream.range(0, cases.size()).filter(i -> i % thinning() == 0).mapToObj(cases::get);
    }
}
