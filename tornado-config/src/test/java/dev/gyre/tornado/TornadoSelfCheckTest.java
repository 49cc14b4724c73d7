package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.data.CheckResult;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.SelfCheck;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@OnTornadoVm
class TornadoSelfCheckTest {

    private static final int CASES = 6;

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldPassOnEachDevice(Device device) {
        try (Workers workers = new Workers(2);
                Backend backend = TornadoVm.open(device)) {
            for (CheckResult result : new SelfCheck()
                    .verify(
                            List.of(new Context(backend, workers, Long.MAX_VALUE)),
                            Set.of(),
                            CASES,
                            SelfCheck.DEFAULT_SEED,
                            progress -> {})) {
                assertEquals(List.of(), result.failures(), result::name);
                assertEquals(device, result.device());
            }
        }
    }
}
