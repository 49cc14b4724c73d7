package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.types.DataTypes;
import scala.Tuple3;
import scala.runtime.AbstractFunction1;

/** The functions of geometries in SQL: see {@link GyreExtensions}. */
final class GeometryFunctions {

    static final String NEAREST = "gyre_nearest_geometries";
    static final String JOIN = "gyre_spatial_join";

    private GeometryFunctions() {}

    static void addTo(SparkSessionExtensions extensions) {
        extensions.injectPlannerStrategy(session -> new GeometryExec.Strategy());
        add(extensions, NEAREST, List.of("left", "right", "k", "distance", "surface"), 3, "3");
        add(extensions, JOIN, List.of("left", "right", "predicate", "distance", "surface"), 3, "'contains'");
    }

    private static void add(
            SparkSessionExtensions extensions, String name, List<String> parameters, int needed, String example) {
        extensions.injectTableFunction(new Tuple3<>(
                new FunctionIdentifier(name),
                GyreExtensions.info(
                        name,
                        parameters,
                        needed,
                        "joins geometries as WKB, WKT, GEOMETRY or GEOGRAPHY; the right side goes to every executor",
                        "SELECT * FROM _FUNC_(TABLE(a), TABLE(b), " + example + ");"),
                new AbstractFunction1<>() {
                    @Override
                    public LogicalPlan apply(scala.collection.immutable.Seq<Expression> all) {
                        TableArguments arguments = new TableArguments(name, parameters, needed, all);
                        return TableArguments.refusing(
                                name, CurrentOrigin.get(), () -> plan(name.equals(NEAREST), arguments));
                    }
                }));
    }

    private static LogicalPlan plan(boolean isNearest, TableArguments arguments) {
        GeometryPlans left = GeometryPlans.of(arguments.table(0), "left");
        GeometryPlans right = GeometryPlans.of(arguments.table(1), "right");
        boolean isOnGlobe = left.isGeography() || right.isGeography();
        GeometrySpec.Surface surface =
                GeometrySpec.Surface.named(arguments.text("surface", isOnGlobe ? "sphere" : "plane"));
        left.check(right, surface);
        GeometrySpec spec = isNearest ? nearest(arguments, surface) : join(arguments, surface);
        return plan(left, right, spec);
    }

    private static GeometrySpec nearest(TableArguments arguments, GeometrySpec.Surface surface) {
        double distance = hasDistance(arguments) ? arguments.number("distance") : Double.POSITIVE_INFINITY;
        return new GeometrySpec(arguments.whole("k"), "", distance, surface);
    }

    private static boolean hasDistance(TableArguments arguments) {
        return arguments.text("distance", null) != null;
    }

    private static GeometrySpec join(TableArguments arguments, GeometrySpec.Surface surface) {
        String predicate = arguments.text("predicate", "null");
        boolean isNear = predicate.equals(JoinSpec.WITHIN_DISTANCE);
        if (!isNear && hasDistance(arguments)) {
            throw new IllegalArgumentException(
                    "distance is for " + JoinSpec.WITHIN_DISTANCE + " only: predicate=" + predicate);
        }
        return new GeometrySpec(0, predicate, isNear ? arguments.number("distance") : 0, surface);
    }

    private static LogicalPlan plan(GeometryPlans left, GeometryPlans right, GeometrySpec spec) {
        List<Attribute> made = spec.isNearest()
                ? List.of(
                        JoinNode.column("rank", DataTypes.IntegerType),
                        JoinNode.column("distance", DataTypes.DoubleType))
                : List.of();
        List<Attribute> lefts = left.columns();
        List<Attribute> rights = right.columns();
        GeometryNode node = new GeometryNode(
                spec,
                JoinNode.seq(List.of(lefts.get(1), rights.get(0), rights.get(1))),
                JoinNode.seq(made),
                JoinNode.seq(List.of(left.plan(), right.plan())));
        List<Attribute> named = new ArrayList<>(List.of(lefts.get(0), rights.get(0)));
        if (spec.isNearest()) {
            named.add(1, made.get(0));
            named.add(made.get(1));
        }
        named.addAll(lefts.subList(2, lefts.size()));
        named.addAll(rights.subList(2, rights.size()));
        List<NamedExpression> output = new ArrayList<>();
        named.forEach(column -> output.add(JoinNode.alias(column, column.name())));
        return new Project(JoinNode.seq(output), node);
    }
}
