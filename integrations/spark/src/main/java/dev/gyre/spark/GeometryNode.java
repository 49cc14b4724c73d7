package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.AttributeSet$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * A join of geometries in Spark's logical plan: the columns of both sides, then what the join makes.
 *
 * <p>Not for callers: it is public, as its constructor is, because Spark copies nodes by reflection, from the elements of their product.
 */
public final class GeometryNode extends LogicalPlan {

    private static final long serialVersionUID = 1;

    private final transient GeometrySpec spec;
    private final transient Seq<Attribute> keys;
    private final transient Seq<Attribute> made;
    private final transient Seq<LogicalPlan> children;

    /**
     * Made by this package, and by Spark from the elements of the product.
     *
     * @param keys the geometries of the left side; then the ids of the right side, and its geometries
     * @param made rank and distance, or nothing
     * @param children the left and the right side
     */
    public GeometryNode(GeometrySpec spec, Seq<Attribute> keys, Seq<Attribute> made, Seq<LogicalPlan> children) {
        this.spec = spec;
        this.keys = keys;
        this.made = made;
        this.children = children;
    }

    GeometrySpec spec() {
        return spec;
    }

    Seq<Attribute> keys() {
        return keys;
    }

    @Override
    public Seq<Attribute> output() {
        List<Attribute> all = new ArrayList<>(JoinNode.list(children.head().output()));
        all.addAll(JoinNode.list(children.last().output()));
        all.addAll(JoinNode.list(made));
        return JoinNode.seq(all);
    }

    @Override
    public Seq<LogicalPlan> children() {
        return children;
    }

    @Override
    public AttributeSet references() {
        return AttributeSet$.MODULE$.apply(JoinNode.seq(new ArrayList<>(JoinNode.list(keys))));
    }

    @Override
    public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> newChildren) {
        return new GeometryNode(spec, keys, made, newChildren);
    }

    @Override
    public String nodeName() {
        return "GyreGeometryJoin";
    }

    @Override
    public String simpleString(int maxFields) {
        return "GyreGeometryJoin " + spec.text();
    }

    @Override
    public int productArity() {
        return elements().size();
    }

    @Override
    public Object productElement(int n) {
        return elements().get(n);
    }

    private List<Object> elements() {
        return List.of(spec, keys, made, children);
    }

    @Override
    public boolean canEqual(Object that) {
        return that instanceof GeometryNode;
    }

    /** Equal joins of equal plans are equal, so that Spark finds the rows of a join that are cached. */
    @Override
    public boolean equals(Object other) {
        return other instanceof GeometryNode same && elements().equals(same.elements());
    }

    @Override
    public int hashCode() {
        return Objects.hash(spec, children);
    }
}
