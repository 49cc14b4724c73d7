package dev.gyre.engine.index;

import dev.gyre.engine.device.Device;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Costs for tests. */
final class TestCosts {

    private TestCosts() {}

    static DeviceCosts of(ToDoubleFunction<CostTerm> seconds) {
        Map<CostTerm, Double> costs = new EnumMap<>(CostTerm.class);
        for (CostTerm term : CostTerm.values()) {
            costs.put(term, seconds.applyAsDouble(term));
        }
        return new DeviceCosts(costs);
    }

    /** The same for every unit. */
    static DeviceCosts flat(double seconds) {
        return of(term -> seconds);
    }

    /** Of four digits, as files have them, from nanoseconds to seconds; some are 0. */
    static DeviceCosts draw(Random random) {
        return of(term -> random.nextInt(5) == 0
                ? 0
                : Double.parseDouble((1000 + random.nextInt(9000)) + "e-" + (3 + random.nextInt(9))));
    }

    static CostModel model(DeviceCosts jvm, DeviceCosts device) {
        return CostModel.given(any -> any.type() == Device.Type.JVM ? jvm : device);
    }
}
