package dev.gyre.engine.plan;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.program.Device;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Costs for tests. */
public final class TestCosts {

    private TestCosts() {}

    /** Returns the costs of a device that was not measured. */
    public static DeviceCosts defaults(Device device, int threads) {
        return DeviceCosts.ofUnmeasured(device, threads);
    }

    public static DeviceCosts of(ToDoubleFunction<CostTerm> seconds) {
        return new DeviceCosts(seconds);
    }

    /** Makes costs of a few terms, by their keys; all others are 0. */
    public static DeviceCosts of(Map<String, Double> seconds) {
        return of(term -> seconds.getOrDefault(term.key(), 0.0));
    }

    /** Makes costs that are equal for every unit. */
    public static DeviceCosts flat(double seconds) {
        return of(term -> seconds);
    }

    /** Draws costs of four digits, as in files, from nanoseconds to seconds; some are 0. */
    public static DeviceCosts draw(Random random) {
        return of(term -> random.nextInt(5) == 0
                ? 0
                : Double.parseDouble((1000 + random.nextInt(9000)) + "e-" + (3 + random.nextInt(9))));
    }

    public static CostModel model(DeviceCosts jvm, DeviceCosts device) {
        return CostModel.given(any -> any.type() == Device.Type.JVM ? jvm : device);
    }

    /** Makes a planner that uses the context, and also has the JVM for calls that may run anywhere. */
    public static Planner planner(Context context, CostModel costs) {
        Context jvm = context.onJvm()
                ? context
                : new Context(new JvmBackend(context.workers()), context.workers(), context.memoryLimit());
        return new Planner(DeviceSet.of(jvm, context, "test"), () -> costs);
    }

    /** Makes a planner with the default costs. */
    public static Planner planner(Context context) {
        return planner(
                context,
                CostModel.given(device -> defaults(device, context.workers().threads())));
    }
}
