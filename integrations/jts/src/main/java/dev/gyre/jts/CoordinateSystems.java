package dev.gyre.jts;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of coordinate reference systems in files. */
public final class CoordinateSystems {

    /**
     * Codes of EPSG for longitude and latitude in degrees: WGS 84, NAD83, ETRS89, GDA94 and GDA2020, SIRGAS 2000 and the like. They are at
     * most some metres apart.
     */
    private static final Set<String> LONGITUDE_LATITUDE =
            Set.of("4326", "4979", "4269", "4258", "4283", "7844", "4617", "4674", "6318", "4167", "4612", "6668");

    /** Such as {@code EPSG:4326}, {@code urn:ogc:def:crs:EPSG::4326} and {@code http://www.opengis.net/def/crs/EPSG/0/4326}. */
    private static final Pattern EPSG = Pattern.compile("(?:.*[:/])?EPSG[:/](?:[0-9.]*[:/])?([0-9]+)");

    /** Such as {@code urn:ogc:def:crs:OGC:1.3:CRS84}. */
    private static final Pattern CRS84 = Pattern.compile("(?:.*[:/])?(?:CRS84H?|OGC:84)");

    private CoordinateSystems() {}

    /**
     * Returns whether a name is that of a system of longitude and latitude in degrees.
     *
     * @param name the name, such as {@code EPSG:4326} or {@code urn:ogc:def:crs:OGC:1.3:CRS84}
     * @return whether it is; false for names that are not known
     */
    public static boolean isLongitudeLatitude(String name) {
        String upper = name.strip().toUpperCase(Locale.ROOT);
        Matcher epsg = EPSG.matcher(upper);
        return CRS84.matcher(upper).matches() || epsg.matches() && LONGITUDE_LATITUDE.contains(epsg.group(1));
    }
}
