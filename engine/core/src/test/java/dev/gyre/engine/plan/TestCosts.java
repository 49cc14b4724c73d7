package dev.gyre.engine.plan;

import dev.gyre.engine.cost.CostModel;
import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.team.DeviceSet;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Rates for tests. */
public final class TestCosts {

    private TestCosts() {}

    /** Returns the rates of a device that was not measured. */
    public static Rates defaults(Device device, int threads) {
        return Rates.ofUnmeasured(device, threads);
    }

    /** Makes rates of a few operations; the others cost nothing. */
    public static Rates of(Map<Operation, Rates.Rate> rates) {
        return new Rates(false, operation -> rates.getOrDefault(operation, Rates.Rate.NONE));
    }

    /** Makes rates of a fixed time alone. */
    public static Rates fixed(Map<Operation, Double> seconds) {
        return new Rates(false, operation -> new Rates.Rate(seconds.getOrDefault(operation, 0.0), 0, 0));
    }

    /** Makes rates that are equal for every call, unit and compilation. */
    public static Rates flat(double seconds) {
        return each(operation -> seconds);
    }

    /** Makes rates that are equal for every call, unit and compilation of an operation. */
    public static Rates each(ToDoubleFunction<Operation> seconds) {
        return new Rates(false, operation -> {
            double one = seconds.applyAsDouble(operation);
            return new Rates.Rate(one, one, one);
        });
    }

    /** Draws rates of four digits, as in files, from nanoseconds to seconds; some are 0. */
    public static Rates draw(Random random) {
        boolean accelerator = random.nextBoolean();
        return new Rates(accelerator, operation -> new Rates.Rate(seconds(random), seconds(random), seconds(random)));
    }

    private static double seconds(Random random) {
        return random.nextInt(5) == 0
                ? 0
                : Double.parseDouble((1000 + random.nextInt(9000)) + "e-" + (3 + random.nextInt(9)));
    }

    public static CostModel model(Rates jvm, Rates device) {
        return CostModel.given(any -> any.type() == Device.Type.JVM ? jvm : device);
    }

    /** Makes a planner that uses the context, and also has the JVM for calls that may run anywhere. */
    public static Planner planner(Context context, CostModel costs) {
        Context jvm = context.onJvm()
                ? context
                : new Context(new JvmBackend(context.workers()), context.workers(), context.memoryLimit());
        return new Planner(DeviceSet.of(jvm, context, "test"), () -> costs);
    }

    /** Makes a planner with the default rates. */
    public static Planner planner(Context context) {
        return planner(
                context,
                CostModel.given(device -> defaults(device, context.workers().threads())));
    }
}
