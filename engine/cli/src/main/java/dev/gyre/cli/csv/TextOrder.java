package dev.gyre.cli.csv;

import java.text.Collator;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/** An order of texts. Immutable; safe for use by several threads. */
public final class TextOrder {

    private static final int MAX_QUOTED_CHARS = 40;
    private static final int DATE_CHARS = 10;

    private final Function<List<String>, double[]> ranks;
    private final Function<String, String> problem;

    private <K> TextOrder(Function<String, K> key, Comparator<? super K> order, Function<String, String> problem) {
        this.ranks = texts -> ranks(texts.stream().map(key).toList(), order);
        this.problem = problem;
    }

    /** Orders texts by the code points of their characters, which is the order of their bytes in UTF-8. */
    public static TextOrder binary() {
        return new TextOrder(text -> text, TextOrder::compareCodePoints, text -> null);
    }

    /**
     * Orders texts as people who speak a language do.
     *
     * @throws IllegalArgumentException if the JDK has no order for this language
     */
    public static TextOrder of(Locale locale) {
        boolean known = Arrays.stream(Collator.getAvailableLocales())
                .anyMatch(
                        one -> !one.getLanguage().isEmpty() && one.getLanguage().equals(locale.getLanguage()));
        if (!known) {
            throw new IllegalArgumentException("Java has no order of texts for this language");
        }
        Collator collator = Collator.getInstance(locale);
        return new TextOrder(collator::getCollationKey, Comparator.naturalOrder(), text -> null);
    }

    /**
     * Orders dates in the form of ISO 8601: {@code 2024}, {@code 2024-02}, {@code 2024-02-29}, {@code 2024-02-29T12:30} with or without
     * seconds and a fraction of up to nine digits, and after a time {@code Z} or an offset such as {@code +01:00}. A space may stand for
     * the T. Missing parts count as the first month, day, hour and so on, and a missing offset as UTC.
     */
    public static TextOrder dates() {
        return new TextOrder(TextOrder::instant, Comparator.naturalOrder(), TextOrder::problemOfDate);
    }

    /** Returns what is wrong with a text, or null. */
    String problem(String text) {
        return problem.apply(text);
    }

    /** Returns for each text the number of different texts before it; texts that tie have the same number. */
    double[] ranks(List<String> texts) {
        return ranks.apply(texts);
    }

    private static <K> double[] ranks(List<K> keys, Comparator<? super K> order) {
        int[] sorted = IntStream.range(0, keys.size())
                .boxed()
                .sorted((a, b) -> order.compare(keys.get(a), keys.get(b)))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] ranks = new double[sorted.length];
        for (int slot = 1; slot < sorted.length; slot++) {
            int before = sorted[slot - 1];
            boolean ties = order.compare(keys.get(before), keys.get(sorted[slot])) == 0;
            ranks[sorted[slot]] = ranks[before] + (ties ? 0 : 1);
        }
        return ranks;
    }

    private static int compareCodePoints(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int at = 0; at < length; at++) {
            char a = one.charAt(at);
            char b = other.charAt(at);
            if (a != b) {
                // Surrogates are below some other characters, but the pair that they form is above them all.
                boolean split = Character.isSurrogate(a) != Character.isSurrogate(b);
                return split ? Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b)) : a - b;
            }
        }
        return one.length() - other.length();
    }

    private static Instant instant(String text) {
        String stripped = text.strip();
        boolean spaced = stripped.length() > DATE_CHARS && stripped.charAt(DATE_CHARS) == ' ';
        String iso = spaced ? stripped.substring(0, DATE_CHARS) + "T" + stripped.substring(DATE_CHARS + 1) : stripped;
        return OffsetDateTime.from(Iso.DATE.parse(iso)).toInstant();
    }

    private static String problemOfDate(String text) {
        if (text.isBlank()) {
            return "a date is missing";
        }
        try {
            instant(text);
            return null;
        } catch (DateTimeException e) {
            String shown = text.length() <= MAX_QUOTED_CHARS ? text : text.substring(0, MAX_QUOTED_CHARS) + "…";
            return "not a date of ISO 8601, such as 2024-02-29 or 2024-02-29T12:30:00Z: \"" + shown.strip() + "\"";
        }
    }

    /** Made when the first date is read, because making it takes longer than reading a small file. */
    private static final class Iso {

        private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendValue(ChronoField.YEAR, 4, 10, SignStyle.EXCEEDS_PAD)
                .appendPattern("[-MM[-dd['T'HH:mm[:ss]")
                .optionalStart()
                .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
                .optionalEnd()
                .appendPattern("[XXX][XX][X]]]]")
                .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
                .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
                .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
                .parseDefaulting(ChronoField.NANO_OF_SECOND, 0)
                .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);

        private Iso() {}
    }
}
