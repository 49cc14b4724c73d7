package dev.gyre.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/** What differs between the versions of Spark: only 4.2 has {@code NEAREST BY}. */
final class Versions {

    private Versions() {}

    /** Adds the rule for {@code NEAREST BY}, whose class can be loaded only where Spark has it. */
    static void addNearestByRule(SparkSessionExtensions extensions) {
        Rule<LogicalPlan> rule = nearestByRule();
        if (rule != null) {
            extensions.injectPostHocResolutionRule(session -> rule);
        }
    }

    @SuppressWarnings("unchecked")
    private static Rule<LogicalPlan> nearestByRule() {
        try {
            Class.forName("org.apache.spark.sql.catalyst.plans.logical.NearestByJoin");
            return (Rule<LogicalPlan>) Class.forName("dev.gyre.spark.NearestByRule")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
