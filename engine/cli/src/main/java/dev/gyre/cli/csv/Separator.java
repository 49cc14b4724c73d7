package dev.gyre.cli.csv;

import java.util.Locale;

/** Characters that separate fields, with words for those that are hard to type. */
public enum Separator {
    /** {@code ,}. */
    COMMA(','),
    /** {@code ;}. */
    SEMICOLON(';'),
    /** The tab. */
    TAB('\t'),
    /** {@code |}. */
    PIPE('|'),
    /** The space. */
    SPACE(' ');

    private final char character;

    Separator(char character) {
        this.character = character;
    }

    /**
     * Returns the character.
     *
     * @return the character
     */
    public char character() {
        return character;
    }

    /**
     * Returns the word for the character.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isSpace() {
        return this == SPACE;
    }
}
