package dev.gyre.jts;

import dev.gyre.engine.data.InputException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What is read of GeoJSON. Immutable.
 *
 * @param identifier the property that identifies a feature; {@code id} also stands for the feature's own member; null for none
 * @param properties the names of the properties to keep
 * @param problems receives the problems of features that cannot be read, which are then left out; null to end the reading with the first.
 *     Text that is not JSON always ends it
 * @param systems receives the name of each coordinate reference system in the file that is not one of longitude and latitude; null to end
 *     the reading with the first
 */
public record GeoJsonOptions(
        String identifier, Predicate<String> properties, Consumer<InputException> problems, Consumer<String> systems) {

    /** No identifiers, no properties; every feature is needed, and coordinates are longitudes and latitudes. */
    public static final GeoJsonOptions DEFAULT = new GeoJsonOptions(null, name -> false, null, null);

    /** Checks the names of properties. */
    public GeoJsonOptions {
        Objects.requireNonNull(properties, "properties");
    }

    /**
     * Returns these options with identifiers.
     *
     * @param property the property that identifies a feature; null for none
     * @return new options
     */
    public GeoJsonOptions withIdentifier(String property) {
        return new GeoJsonOptions(property, properties, problems, systems);
    }

    /**
     * Returns these options with properties.
     *
     * @param names the names of the properties to keep
     * @return new options
     */
    public GeoJsonOptions withProperties(Predicate<String> names) {
        return new GeoJsonOptions(identifier, names, problems, systems);
    }

    /**
     * Returns options that leave out features that cannot be read.
     *
     * @param receiver receives their problems, which name the file, the feature and the place
     * @return new options
     */
    public GeoJsonOptions withProblems(Consumer<InputException> receiver) {
        return new GeoJsonOptions(identifier, properties, Objects.requireNonNull(receiver, "problems"), systems);
    }

    /**
     * Returns options that accept any coordinate reference system.
     *
     * @param receiver receives the names of systems that are not of longitude and latitude
     * @return new options
     */
    public GeoJsonOptions withSystems(Consumer<String> receiver) {
        return new GeoJsonOptions(identifier, properties, problems, Objects.requireNonNull(receiver, "systems"));
    }
}
