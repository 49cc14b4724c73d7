package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;

/**
 * A side of a join of geometries in Spark's logical plan: ids, geometries as WKB or WKT, and the columns that are kept.
 *
 * @param plan a plan with these columns, under ids of its own
 * @param type the type that the geometries had
 */
record GeometryPlans(LogicalPlan plan, DataType type) {

    private static final String GEOMETRY = "geometry";
    private static final String GEOGRAPHY = "geography";

    /**
     * Prepares a side: ids in the first column, geometries in the second, then columns that come with each match.
     *
     * @param side the name of the side, of which those of its columns are made
     * @throws IllegalArgumentException if a column is missing, or if its type is not supported; the message names it
     */
    static GeometryPlans of(LogicalPlan plan, String side) {
        List<Attribute> columns = JoinNode.list(plan.output());
        if (columns.size() < 2) {
            throw new IllegalArgumentException("a side of a join needs ids, then geometries: columns=" + columns);
        }
        if (plan.isStreaming()) {
            throw new IllegalArgumentException("streams cannot be joined: a side of a join needs all of its rows");
        }
        Attribute id = columns.get(0);
        Attribute geometry = columns.get(1);
        if (!RowOrdering.isOrderable(id.dataType())) {
            throw new IllegalArgumentException("ids must have an order: column=" + id.name() + ", type="
                    + id.dataType().simpleString());
        }
        List<NamedExpression> all = new ArrayList<>();
        all.add(JoinNode.alias(id, side + "_id"));
        all.add(JoinNode.alias(binaryOrText(geometry), geometry.name()));
        columns.subList(2, columns.size()).forEach(kept -> all.add(JoinNode.alias(kept, side + "_" + kept.name())));
        return new GeometryPlans(new Project(JoinNode.seq(all), plan), geometry.dataType());
    }

    private static Expression binaryOrText(Attribute geometry) {
        DataType type = geometry.dataType();
        if (type instanceof BinaryType || type instanceof StringType) {
            return geometry;
        }
        if (is(type, GEOMETRY) || is(type, GEOGRAPHY)) {
            return toBinary(geometry);
        }
        throw new IllegalArgumentException("geometries must be binary (WKB), text (WKT), geometry or geography: column="
                + geometry.name() + ", type=" + type.simpleString());
    }

    /** Makes an expression by its name: Spark before 4.2 does not have it, nor columns that need it. */
    private static Expression toBinary(Attribute geometry) {
        try {
            return (Expression) Class.forName("org.apache.spark.sql.catalyst.expressions.st.ST_AsBinary")
                    .getConstructor(Expression.class)
                    .newInstance(geometry);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "columns of this type need Spark 4.2: column=" + geometry.name() + ", type="
                            + geometry.dataType().simpleString(),
                    e);
        }
    }

    private static boolean is(DataType type, String name) {
        return type.typeName().startsWith(name);
    }

    /** Returns whether the geometries are Spark's geographies. */
    boolean isGeography() {
        return is(type, GEOGRAPHY);
    }

    /**
     * Checks that both sides may be joined on a surface.
     *
     * @throws IllegalArgumentException if their coordinate systems differ, or if the plane is for geographies
     */
    void check(GeometryPlans right, GeometrySpec.Surface surface) {
        boolean isNative = is(type, GEOMETRY) || isGeography();
        boolean isRightNative = is(right.type, GEOMETRY) || right.isGeography();
        if (isNative && isRightNative && !type.equals(right.type)) {
            throw new IllegalArgumentException("both sides must have the same coordinate system: left="
                    + type.simpleString() + ", right=" + right.type.simpleString());
        }
        if (surface == GeometrySpec.Surface.PLANE && (isGeography() || right.isGeography())) {
            throw new IllegalArgumentException("geographies are on the sphere or the ellipsoid: surface=plane");
        }
    }

    /** {@return ids, geometries, then the columns that are kept} */
    List<Attribute> columns() {
        return JoinNode.list(plan.output());
    }
}
