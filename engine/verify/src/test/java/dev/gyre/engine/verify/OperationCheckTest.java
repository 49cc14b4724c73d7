package dev.gyre.engine.verify;

import static dev.gyre.engine.contract.Asserts.assertNone;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationCheckTest {

    private static final int CASES = 10_000;

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {"box-join", "r-tree-search"})
    void shouldFindNoDifferenceInThousandsOfCases(String operation) {
        OperationCheck check = OperationCheck.named(operation);
        try (Workers workers = new Workers(2);
                Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE)) {
            for (Sample sample : Sample.series(CASES, 14)) {
                assertNone(check.check(jvm, sample), sample::toString);
            }
        }
    }
}
