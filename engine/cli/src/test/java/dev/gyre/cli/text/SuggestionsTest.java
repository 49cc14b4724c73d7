package dev.gyre.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {

    @ParameterizedTest
    @CsvSource({
        "same,same,0",
        "lat,lta,1",
        "lat,late,1",
        "lat,at,1",
        "lat,lot,1",
        "kitten,sitting,3",
        "'',abc,3",
        "ca,abc,3"
    })
    void shouldCountLettersThatDiffer(String from, String to, int expected) {
        assertEquals(expected, Suggestions.distance(from, to));
        assertEquals(expected, Suggestions.distance(to, from));
    }

    @Test
    void shouldSuggestTheClosestNames() {
        List<String> known = List.of("population", "name", "lat", "lon", "Länge");
        assertEquals("; did you mean \"population\"?", Suggestions.didYouMean("popluation", known));
        assertEquals("; did you mean \"population\"?", Suggestions.didYouMean(" POPULATION", known));
        assertEquals("; did you mean \"lat\" or \"lon\"?", Suggestions.didYouMean("lan", known));
        assertEquals("; did you mean \"Länge\"?", Suggestions.didYouMean("länge", known));
    }

    @Test
    void shouldSuggestNothingThatIsFar() {
        assertEquals("", Suggestions.didYouMean("z", List.of("x", "y")));
        assertEquals("", Suggestions.didYouMean("color", List.of("name", "kind")));
        assertEquals("; did you mean \"X\"?", Suggestions.didYouMean("x", List.of("X", "y")));
    }
}
