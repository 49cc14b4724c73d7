package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.data.Points;
import org.junit.jupiter.api.Test;

class BenchmarkDataTest {

    private static final int CITY_COUNT = 135_233;

    @Test
    void shouldReadAllCitiesInTheOrderOfTheFile() {
        Points cities = BenchmarkData.points(BenchmarkData.CITIES, CITY_COUNT, 2);
        assertEquals(CITY_COUNT, cities.size());
        assertArrayEquals(new double[] {1.65362, 42.57952}, cities.point(0));
    }

    @Test
    void shouldGiveTheSamePointsAgain() {
        for (String shape : new String[] {BenchmarkData.CITIES, "CLUSTERED"}) {
            assertArrayEquals(
                    BenchmarkData.points(shape, 200, 2).toRowMajor(),
                    BenchmarkData.points(shape, 200, 2).toRowMajor());
        }
    }

    @Test
    void shouldRefuseCitiesThatThereAreNot() {
        assertThrows(IllegalArgumentException.class, () -> BenchmarkData.points(BenchmarkData.CITIES, 200, 3));
        assertThrows(
                IllegalArgumentException.class, () -> BenchmarkData.points(BenchmarkData.CITIES, CITY_COUNT + 1, 2));
    }
}
