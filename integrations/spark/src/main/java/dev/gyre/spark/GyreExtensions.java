package dev.gyre.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** Adds the joins to SQL. */
public final class GyreExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

    /** Made by Spark, by name. */
    public GyreExtensions() {}

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        extensions.injectPlannerStrategy(session -> new JoinStrategy());
        return BoxedUnit.UNIT;
    }
}
