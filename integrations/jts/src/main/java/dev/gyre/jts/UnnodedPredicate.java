package dev.gyre.jts;

import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.operation.relateng.TopologyPredicate;

/**
 * A predicate that does not ask for the points where a geometry crosses itself. RelateNG asks for them if either geometry has lines, and
 * then reads all edges of a prepared area again for each pair. For a line and an area they say nothing that the crossings of the line with
 * the area do not say; later versions of JTS know that.
 */
record UnnodedPredicate(TopologyPredicate predicate) implements TopologyPredicate {

    @Override
    public String name() {
        return predicate.name();
    }

    @Override
    public boolean requireSelfNoding() {
        return false;
    }

    @Override
    public boolean requireInteraction() {
        return predicate.requireInteraction();
    }

    @Override
    public boolean requireCovers(boolean isSourceA) {
        return predicate.requireCovers(isSourceA);
    }

    @Override
    public boolean requireExteriorCheck(boolean isSourceA) {
        return predicate.requireExteriorCheck(isSourceA);
    }

    @Override
    public void init(int dimA, int dimB) {
        predicate.init(dimA, dimB);
    }

    @Override
    public void init(Envelope envA, Envelope envB) {
        predicate.init(envA, envB);
    }

    @Override
    public void updateDimension(int locA, int locB, int dimension) {
        predicate.updateDimension(locA, locB, dimension);
    }

    @Override
    public void finish() {
        predicate.finish();
    }

    @Override
    public boolean isKnown() {
        return predicate.isKnown();
    }

    @Override
    public boolean value() {
        return predicate.value();
    }
}
