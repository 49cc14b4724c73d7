package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"0;0", "999;999", "1000;1,000", "135233;135,233", "-1234567;-1,234,567", "-999;-999"})
    void shouldGroupDigits(long number, String expected) {
        assertEquals(expected, Numbers.grouped(number));
    }

    @ParameterizedTest
    @CsvSource({"0,0.00 s", "4999999,0.00 s", "5000000,0.01 s", "2914999999,2.91 s", "61000000000,61.00 s"})
    void shouldGiveSecondsWithTwoDecimals(long nanos, String expected) {
        assertEquals(expected, Numbers.seconds(nanos));
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "1,1.0000",
        "0.012345678,0.012346",
        "12.3456789,12.346",
        "12345.678,12346",
        "123456.7,123457",
        "0.00001,1.0E-5",
        "1e15,1.0E15"
    })
    void shouldShortenDistances(double distance, String expected) {
        assertEquals(expected, Numbers.distance(distance));
    }

    @ParameterizedTest
    @CsvSource({"0,0 B", "1023,1023 B", "1024,1 KiB", "1536,1.5 KiB", "33554432000,31.25 GiB"})
    void shouldGiveBytesInLargestUnit(long bytes, String expected) {
        assertEquals(expected, Numbers.bytes(bytes));
    }
}
