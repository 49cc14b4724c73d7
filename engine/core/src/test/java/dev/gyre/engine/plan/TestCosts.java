package dev.gyre.engine.plan;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.program.Device;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Costs for tests. */
public final class TestCosts {

    private TestCosts() {}

    /** What is taken for a device that was not measured. */
    public static DeviceCosts defaults(Device device, int threads) {
        return DefaultCosts.of(device, threads);
    }

    public static DeviceCosts of(ToDoubleFunction<CostTerm> seconds) {
        Map<CostTerm, Double> costs = new EnumMap<>(CostTerm.class);
        for (CostTerm term : CostTerm.values()) {
            costs.put(term, seconds.applyAsDouble(term));
        }
        return new DeviceCosts(costs);
    }

    /** The same for every unit. */
    public static DeviceCosts flat(double seconds) {
        return of(term -> seconds);
    }

    /** Of four digits, as files have them, from nanoseconds to seconds; some are 0. */
    public static DeviceCosts draw(Random random) {
        return of(term -> random.nextInt(5) == 0
                ? 0
                : Double.parseDouble((1000 + random.nextInt(9000)) + "e-" + (3 + random.nextInt(9))));
    }

    public static CostModel model(DeviceCosts jvm, DeviceCosts device) {
        return CostModel.given(any -> any.type() == Device.Type.JVM ? jvm : device);
    }

    /** Both in one place: the context, or the JVM beside it for what is done anywhere. */
    public static Planner planner(Context context, CostModel costs) {
        Context jvm = context.onJvm()
                ? context
                : new Context(new JvmBackend(context.workers()), context.workers(), context.memoryLimit());
        return Planner.named(jvm, context, () -> costs, "test");
    }

    /** The defaults. */
    public static Planner planner(Context context) {
        return planner(
                context,
                CostModel.given(device -> defaults(device, context.workers().threads())));
    }
}
