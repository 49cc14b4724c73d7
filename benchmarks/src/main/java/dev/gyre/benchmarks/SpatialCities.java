package dev.gyre.benchmarks;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.locationtech.jts.geom.Coordinate;

/**
 * The places of SpatialBench in the unit square: cities at the points of a Halton sequence, districts around each, and places around each
 * district. Cities and districts differ in size by laws of Pareto. Immutable.
 */
final class SpatialCities {

    /** Boxes around continents: west, south, east, north. */
    private static final double[][] CONTINENTS = {
        {-20.062752, -40.044425, 64.131567, 37.579421},
        {-11.964479, 37.926872, 64.144374, 71.82884},
        {64.58354, -9.709049, 145.526096, 51.672557},
        {64.495655, 51.944267, 178.834704, 77.897255},
        {112.481901, -48.980212, 180.768942, -10.228433},
        {-83.833822, -56.170016, -33.904338, 12.211188},
        {-124.890724, 12.382931, -69.511192, 42.55308},
        {-166.478008, 42.681087, -52.053245, 72.659041}
    };

    /** The shares of the continents: running sums of their areas on the sphere. */
    private static final double[] SHARES = sums(Arrays.stream(CONTINENTS)
            .mapToDouble(
                    box -> (box[2] - box[0]) * (Math.sin(Math.toRadians(box[3])) - Math.sin(Math.toRadians(box[1]))))
            .toArray());

    private final double citySpread;
    private final double districtSpread;
    private final double[] cities;

    /** For each city the running sums of the sizes of its districts. */
    private final double[][] districts;

    /** For each city x and y of its districts, one after the other. */
    private final double[][] centers;

    /** The box of a continent, onto which the unit square is laid. */
    record Box(double west, double south, double width, double height) {

        /** Returns a continent by its share of the area. */
        static Box of(SplittableRandom random) {
            double[] box = CONTINENTS[draw(SHARES, random)];
            return new Box(box[0], box[1], box[2] - box[0], box[3] - box[1]);
        }

        /** Returns a place of the unit square on the continent, from its north-west on, rounded to so many parts of a degree. */
        Coordinate place(double x, double y, double digits) {
            return new Coordinate(
                    Math.rint((west + width * x) * digits) / digits,
                    Math.rint((south + height * (1 - y)) * digits) / digits);
        }
    }

    /**
     * Cities.
     *
     * @param count number of cities
     * @param mean mean number of the districts of a city
     * @param deviation standard deviation of that number
     * @param fewest least number of districts
     * @param max greatest number of districts
     * @param citySpread standard deviation of districts around their city
     * @param districtSpread standard deviation of places around their district
     * @param exponent exponent of the sizes of cities; that of districts is 1
     */
    SpatialCities(
            long seed,
            int count,
            double mean,
            double deviation,
            int fewest,
            int max,
            double citySpread,
            double districtSpread,
            double exponent) {
        SplittableRandom random = new SplittableRandom(seed);
        this.citySpread = citySpread;
        this.districtSpread = districtSpread;
        cities = sums(pareto(count, exponent, random));
        districts = new double[count][];
        centers = new double[count][];
        for (int city = 0; city < count; city++) {
            int size = (int) Math.clamp(Math.rint(random.nextGaussian(mean, deviation)), fewest, max);
            districts[city] = sums(pareto(size, 1, random));
            centers[city] = new double[2 * size];
            for (int district = 0; district < size; district++) {
                centers[city][2 * district] = around(halton(city + 1, 2), this.citySpread, random);
                centers[city][2 * district + 1] = around(halton(city + 1, 3), this.citySpread, random);
            }
        }
    }

    /** Returns a place in the unit square. */
    double[] place(SplittableRandom random) {
        int city = draw(cities, random);
        int district = draw(districts[city], random);
        return new double[] {
            around(centers[city][2 * district], districtSpread, random),
            around(centers[city][2 * district + 1], districtSpread, random)
        };
    }

    /** Returns a number within 0 and 1. */
    static double clamp(double value) {
        return Math.clamp(value, 0, 1);
    }

    private static double around(double center, double spread, SplittableRandom random) {
        return clamp(random.nextGaussian(center, spread));
    }

    private static double[] pareto(int count, double exponent, SplittableRandom random) {
        return random.doubles(count)
                .map(share -> Math.pow(1 - share, -1 / exponent))
                .toArray();
    }

    private static double[] sums(double... sizes) {
        double[] sums = sizes.clone();
        Arrays.parallelPrefix(sums, Double::sum);
        return sums;
    }

    /** Returns a position, with the probability of its part of the last sum. */
    private static int draw(double[] sums, SplittableRandom random) {
        int found = Arrays.binarySearch(sums, random.nextDouble(sums[sums.length - 1]));
        return Math.min(found < 0 ? -found - 1 : found, sums.length - 1);
    }

    private static double halton(int number, int base) {
        double value = 0;
        double part = 1;
        for (int rest = number; rest > 0; rest /= base) {
            part /= base;
            value += rest % base * part;
        }
        return value;
    }

    /** Mixes the bits of a number, so that neighbors have nothing in common. */
    static long mixed(long number) {
        return new SplittableRandom(number).nextLong();
    }
}
